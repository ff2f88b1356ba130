"""Tests of the one door, of Scorer and of results."""
