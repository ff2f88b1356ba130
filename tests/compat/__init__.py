"""Tests of corefeval.compat."""
