"""The server: it gives events their order, stores them, and shows them to the page. It never runs a user's code."""
