"""Repair of a full board, region by region."""
