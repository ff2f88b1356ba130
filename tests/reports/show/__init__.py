"""Tests of how each kind of result is shown."""
