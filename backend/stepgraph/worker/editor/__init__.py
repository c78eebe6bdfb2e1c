"""The editor process: it reads a document's text as graphs, edits it and finds faults, and imports nothing of it."""
