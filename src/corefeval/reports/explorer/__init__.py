"""The report page: one HTML file to explore a result and every mention in it."""
