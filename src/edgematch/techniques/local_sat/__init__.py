"""Local search on the clauses of an encoding: DDFW and probSAT."""
