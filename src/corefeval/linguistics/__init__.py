"""Types, heads and representatives of mentions, and type codes."""
