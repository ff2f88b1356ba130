"""CoNLL-UA as arrays."""
