"""Applications: how useful a system is for a given use."""
