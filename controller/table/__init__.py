"""One game on one launcher."""
