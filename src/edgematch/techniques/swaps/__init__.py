"""Local search on swaps and turns of pieces: simulated annealing and tabu search."""
