"""Requests of readers, and about what they see."""
