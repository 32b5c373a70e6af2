"""The compiled loops over blocks."""
