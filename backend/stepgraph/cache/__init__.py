"""Caches of what nodes wrote: what they must offer, and one in memory."""
