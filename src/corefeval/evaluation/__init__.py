"""From two inputs to scores: the request, the fold over pieces of documents, the result, a training loop, datasets."""
