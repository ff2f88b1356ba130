"""Tests of errors made on purpose."""
