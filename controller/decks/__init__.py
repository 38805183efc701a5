"""Decks whose cards can be told apart: which number is which card."""
