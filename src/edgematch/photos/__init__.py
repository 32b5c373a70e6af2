"""Photographs of pieces to puzzles."""
