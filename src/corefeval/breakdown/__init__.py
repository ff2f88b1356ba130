"""Features of mentions, scores broken down by them, and the reliability of links of each kind."""
