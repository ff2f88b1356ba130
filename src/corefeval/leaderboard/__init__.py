"""Leaderboard: the submissions to a shared task, checked, scored, kept and ranked."""
