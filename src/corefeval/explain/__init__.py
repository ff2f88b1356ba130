"""Why the score is what it is."""
