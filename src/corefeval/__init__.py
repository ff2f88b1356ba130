"""Score, compare and explain coreference resolution."""
