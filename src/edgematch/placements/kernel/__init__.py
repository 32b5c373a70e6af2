"""Compiled functions on these arrays."""
