"""The compiled loops of ColorPairs."""
