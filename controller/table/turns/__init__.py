"""How long a player is waited for."""
