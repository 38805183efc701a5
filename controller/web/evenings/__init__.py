"""The requests about groups of people and what their games came to."""
