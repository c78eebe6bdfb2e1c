"""The shipped examples: graph files as a person writes them, and what they are about."""
