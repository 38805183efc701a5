"""The journal on disk: durable files, the lock, tables and their upgrades, entries."""
