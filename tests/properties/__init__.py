"""Laws over all metrics and all settings."""
