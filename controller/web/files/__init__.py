"""What browsers load: compressed, and the page with its bundle."""
