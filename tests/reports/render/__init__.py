"""Tests of the kinds of output."""
