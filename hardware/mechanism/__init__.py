"""The simulated mechanism: roller, hopper, cards, sensor, button and their faults."""
