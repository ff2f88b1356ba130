"""Tests of corefeval.planning."""
