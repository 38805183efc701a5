"""What it means that a reader has seen a card: a play, a question, or nothing."""
