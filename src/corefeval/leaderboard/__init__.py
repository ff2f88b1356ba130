"""Leaderboard: check, score, store and rank the submissions to a shared task."""
