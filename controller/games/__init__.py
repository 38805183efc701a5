"""What a game is on disk and afterwards: entries, record, past games, exports, draws, copies."""
