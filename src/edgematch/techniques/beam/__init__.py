"""Beam search for the best board."""
