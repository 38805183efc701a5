"""Games on disk and afterwards: entries, records, past games, exports, draws, copies."""
