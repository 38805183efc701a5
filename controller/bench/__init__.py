"""The bench: a launcher in the hands of who builds it. Talks to people, and to any launcher."""
