"""Which system is better, by how much, and whether it is chance: samples, resampling, and what came out."""
