"""Stores: what is remembered across threads, under namespaces and keys."""
