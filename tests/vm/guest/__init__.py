"""What runs in the virtual machine: its GPIO chip, the mechanism on its lines, and the driver."""
