"""Mention types and heads from the tags that a file has: universal, Penn Treebank, or words alone."""
