"""Mention types and heads from the tags of a file (universal or Penn Treebank), or from words alone."""
