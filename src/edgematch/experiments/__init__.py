"""Puzzles × methods × seeds × limits: planned, run, recorded and summarized."""
