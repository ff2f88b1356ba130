"""Tests of problems: as data, in the catalogue, told to people."""
