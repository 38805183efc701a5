"""How devices find the table."""
