"""Many seeds, and a store of the best boards."""
