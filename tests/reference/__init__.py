"""The answers of others: existing scorers, papers, annotators, real corpora."""
