"""Scores by features of mentions, and the share of correct links of each kind."""
