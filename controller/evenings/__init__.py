"""Groups of people who play together, and what their evenings came to."""
