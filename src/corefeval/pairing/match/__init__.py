"""Which response mention is which key mention: one file a strategy."""
