"""Applications: what a system is good for, in the words of the use."""
