"""Agreement without a gold standard: coefficients, disagreements and the merged annotation."""
