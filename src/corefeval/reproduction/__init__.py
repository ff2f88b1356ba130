"""Reproduce: which settings give a published number."""
