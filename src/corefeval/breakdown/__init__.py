"""What scores are broken down by (features), the breakdowns, and how far links of each kind can be trusted."""
