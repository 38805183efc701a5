"""Recordings of a launcher's edges, and the figures that follow from them."""
