"""Reading and writing: one file per format."""
