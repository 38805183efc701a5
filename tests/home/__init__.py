"""A real Home Assistant in a clean root of Debian, which finds two tables at a real broker."""
