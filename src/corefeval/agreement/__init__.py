"""Annotators or systems without a gold: how far they agree beyond chance, where they do not, and what all agree on."""
