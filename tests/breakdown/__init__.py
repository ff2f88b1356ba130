"""Tests of breakdown."""
