"""Tests of formats.corefud."""
