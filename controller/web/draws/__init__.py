"""Requests about cards drawn without a game."""
