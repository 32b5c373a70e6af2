"""Model to arrays for ColorPairs."""
