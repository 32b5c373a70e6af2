"""The fewest breaks, proved."""
