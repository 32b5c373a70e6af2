"""The compiled loops of a beam search."""
