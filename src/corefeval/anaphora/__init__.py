"""Beyond identity: split antecedents, bridging, non-referring expressions."""
