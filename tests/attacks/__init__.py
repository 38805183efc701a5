"""A file for each attack from the Wi-Fi of the table."""
