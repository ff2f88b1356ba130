"""Tests of reports.explorer."""
