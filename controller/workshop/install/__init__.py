"""The services on a machine."""
