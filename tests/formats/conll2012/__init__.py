"""Tests of formats.conll2012."""
