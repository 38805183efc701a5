"""Simulated games and their figures."""
