"""A test of a machine's pins without a launcher, for people who have a real one; and its file."""
