"""Keeps the results of several tables, and shows them on one scoreboard."""
