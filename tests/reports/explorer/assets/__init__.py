"""Tests of reports.explorer.assets, the script of the page: each test has the name of a module of the script."""
