"""Output of Stanford CoreNLP, as XML and as JSON. Both contain the same annotation."""
