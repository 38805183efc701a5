"""A real kernel for the launcher's pins: a small virtual machine, and what runs in it."""
