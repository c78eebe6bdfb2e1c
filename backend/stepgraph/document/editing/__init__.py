"""Drawing gestures as edits of the text: a few replaced spans that touch nothing else."""
