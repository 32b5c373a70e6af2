"""CP-SAT of OR-Tools: all solutions, or the best board."""
