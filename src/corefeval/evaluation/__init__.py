"""From two inputs to scores: the one door (request), the scores (result), documents in pieces (scorer), datasets."""
