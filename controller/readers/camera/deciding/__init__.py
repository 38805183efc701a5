"""Which card lies on top: pure functions from what frames show to what is said about it."""
