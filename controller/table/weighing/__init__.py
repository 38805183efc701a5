"""What the weight of the launcher says about the counts of a game."""
