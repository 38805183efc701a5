"""Figures and ratios, each measured beside its yardstick in one run; nothing here can fail."""
