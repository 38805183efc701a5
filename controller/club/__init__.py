"""Tells other programs over MQTT what happens at a table."""
