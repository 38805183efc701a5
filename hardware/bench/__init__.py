"""What a bench makes of a launcher's edges: recordings, and the figures that follow from them."""
