"""The live picture for a browser, for setting the camera up."""
