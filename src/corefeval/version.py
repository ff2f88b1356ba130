"""The version number."""

__version__ = "0.10.0"
