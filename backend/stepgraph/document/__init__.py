"""The user's file as text: its hash, its syntax, and the names in it that look like graphs. Nothing here runs it."""
