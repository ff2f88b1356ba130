"""The metrics: one file per family, found by name in base.METRICS."""
