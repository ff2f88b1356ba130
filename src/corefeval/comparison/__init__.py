"""Compare systems: intervals, significance tests and rankings from resampled documents."""
