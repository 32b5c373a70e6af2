"""What to expect of a puzzle before searching it: solutions, nodes, hardness."""
