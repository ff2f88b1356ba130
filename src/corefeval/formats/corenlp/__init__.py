"""What Stanford CoreNLP writes, as XML and as JSON: the same annotation, and one way from it to a document."""
