"""The compiled loops of local search on clauses."""
