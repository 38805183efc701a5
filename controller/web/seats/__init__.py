"""Requests by which devices get seats, and whether their senders may send them."""
