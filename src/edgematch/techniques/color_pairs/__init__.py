"""ColorPairs: the global filtering of Benoist and Bourreau."""
