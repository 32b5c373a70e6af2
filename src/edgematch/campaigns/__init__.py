"""Campaigns: one puzzle searched with many seeds, and a store of the best boards.

`store.py` is the file of best boards, `keeper.py` writes every better board to disk at
once, `seeds.py` runs many seeds in sequence, `cluster.py` on many machines.
"""
