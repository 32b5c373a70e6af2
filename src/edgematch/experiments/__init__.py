"""Puzzles × methods × seeds × limits: described in a plan, run, kept and summarised."""
