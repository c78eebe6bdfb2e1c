"""The desk: a document's text while people work on it. It owns revisions, undo, saving, watching and conflicts."""
