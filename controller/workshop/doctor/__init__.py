"""The doctor: checks of a machine and its launcher, each with advice."""
