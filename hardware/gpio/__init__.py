"""A launcher on the pins of a Raspberry Pi."""
