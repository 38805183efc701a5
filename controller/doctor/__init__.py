"""The doctor: what a maker needs to know of a machine and its launcher, each with the fix."""
