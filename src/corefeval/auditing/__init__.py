"""Audit a key: likely annotation errors, ranked, with the reason for each."""
