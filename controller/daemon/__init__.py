"""The daemon's life: it starts, serves, tells systemd how it is doing, and logs."""
