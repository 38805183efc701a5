"""The game: editions, state, commands, rulings. Pure: no I/O, no clock, no randomness."""
