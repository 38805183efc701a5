"""Simulated games and what they come to."""
