"""Watches and steps a run: facts become events, values become bounded previews, and a gate holds the loop."""
