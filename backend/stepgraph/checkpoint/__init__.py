"""Checkpoints: their shape, their codec, and the savers that keep them."""
