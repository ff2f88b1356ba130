"""Tests of corefeval.studies."""
