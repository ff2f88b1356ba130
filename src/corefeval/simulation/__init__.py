"""Simulation: responses made from a key by errors of one kind at growing rates, and how each metric answers them."""
