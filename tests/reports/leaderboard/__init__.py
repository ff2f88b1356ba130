"""Tests of the pages of leaderboards."""
