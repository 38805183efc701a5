"""Boxes that a house describes itself, and decks whose cards can be told apart."""
