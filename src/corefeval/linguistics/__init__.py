"""What kind of mention it is, and which one stands for its entity."""
