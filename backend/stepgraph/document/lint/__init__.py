"""Rules that tell what is wrong with a graph before it runs."""
