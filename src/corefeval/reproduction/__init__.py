"""Find the settings that give a published number."""
