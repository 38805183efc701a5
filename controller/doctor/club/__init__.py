"""Checks of what connects several tables: the broker and the hub."""
