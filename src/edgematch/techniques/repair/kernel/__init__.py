"""The compiled loops of repair."""
