"""Tests of applications."""
