"""Depth-first search with a schedule of breaks."""
