"""Run the command line with `python -m corefeval`."""

from corefeval.cli import run

run()
