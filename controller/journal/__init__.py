"""What is on disk: durable files, the lock, the tables and their upgrades, entries."""
