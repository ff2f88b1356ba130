"""Formats with tags in running text: each module describes its tags, and `tags` has the common code."""
