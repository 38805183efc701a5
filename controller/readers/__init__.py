"""Readers see the cards that are played and tell the referee, each in a process of its own."""
