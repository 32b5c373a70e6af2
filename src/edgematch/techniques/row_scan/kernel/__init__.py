"""The compiled loops of row scan."""
