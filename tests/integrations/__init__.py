"""Tests of corefeval.integrations."""
