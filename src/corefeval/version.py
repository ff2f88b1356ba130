"""The version number."""

__version__ = "0.11.0"
