"""The page: one HTML file to look at a result, and at every mention of it."""
