"""The page: one HTML file to browse a result and every mention of it."""
