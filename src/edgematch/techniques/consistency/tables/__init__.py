"""Model to arrays for the propagating search."""
