"""Graph files to begin with: each is complete, runs as it stands, and is read in full."""
