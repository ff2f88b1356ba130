"""A corpus as columns (corpus, tables), the source of its text, its builder, and readable views."""
