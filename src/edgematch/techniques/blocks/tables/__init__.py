"""Model to arrays for blocks."""
