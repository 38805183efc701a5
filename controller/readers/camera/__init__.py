"""A camera over the pile: it finds the markers of cards, and says which card came to lie on top."""
