"""Mention types, heads, and the mention that represents an entity."""
