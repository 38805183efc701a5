"""The daemon and the command line: puts the game and the launcher together."""
