"""Data as documents: a file a kind of result."""
