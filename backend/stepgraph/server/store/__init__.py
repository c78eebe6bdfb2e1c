"""The store: logs, checkpoints, values and sessions in one SQLite file, written by one connection."""
