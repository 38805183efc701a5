"""Seats: which device is whose, who may do what, and how a device gets a seat."""
