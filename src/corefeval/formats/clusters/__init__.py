"""JSON with clusters in various shapes: each module describes one shape of a document.

The reader of JSON Lines (corefeval.formats.jsonlines) reads files with its fields.
"""
