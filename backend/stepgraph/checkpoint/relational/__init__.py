"""Checkpoints in relational databases: what is asked of the tables, apart from who carries it there."""
