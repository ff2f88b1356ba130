"""Formats with tags in running text: each a short description of its tags, over `tags`, which has what they have in common."""
