"""The room hears the game: what is said, when, and the program that speaks."""
