"""Output of Stanford CoreNLP, as XML and as JSON: the same annotation, converted to a document in one way."""
