"""Study: which metric predicts a use, measured by the rank agreement of both over systems."""
