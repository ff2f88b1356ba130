"""Simulation: make errors of one kind in a key at increasing rates, and score the results."""
