"""The compiled loops of the propagating search."""
