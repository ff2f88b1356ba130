"""Tests of pairing.match."""
