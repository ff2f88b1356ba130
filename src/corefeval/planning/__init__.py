"""Plan an experiment: how many documents it needs, from the counts of a pilot."""
