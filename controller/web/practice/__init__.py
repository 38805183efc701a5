"""Rounds for practice, which touch nothing."""
