"""Tests of linguistics."""
