"""JSON with clusters in shapes of their own: each a short description of what a document is.

What has the fields of JSON Lines is read by the reader of that format (corefeval.formats.jsonlines).
"""
