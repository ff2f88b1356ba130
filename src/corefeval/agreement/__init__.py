"""Agreement of annotators or systems without a gold: beyond chance, disagreements, and the part that all agree on."""
