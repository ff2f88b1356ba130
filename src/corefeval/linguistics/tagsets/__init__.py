"""Mention types and heads from the tags of a file: universal, Penn Treebank, or words alone."""
