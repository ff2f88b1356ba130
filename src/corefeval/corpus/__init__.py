"""A corpus as columns (corpus, tables), where its text comes from (source), how it is built (builder), views for people."""
