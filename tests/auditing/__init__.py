"""Tests of corefeval.auditing."""
