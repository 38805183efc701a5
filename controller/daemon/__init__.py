"""The daemon's life: it starts, serves, reports to systemd, and logs."""
