"""A session: a document opened for debugging, its worker, and the order of its events."""
