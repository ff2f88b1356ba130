"""Which system is better, by how much, and whether it is chance: samples, statistics, and what came out."""
