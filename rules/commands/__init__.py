"""The commands, by what they are about: when each is refused, and what each does."""
