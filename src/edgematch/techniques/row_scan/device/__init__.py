"""Row scan on a GPU: the same tree, many boards at a time.

Continue with `search.py` (the search), `plan.py` and `beginnings.py` (into what it is
cut), `lanes.py` (the lanes of a machine and their work), `tables.py`, `masks.py` and
`lists.py` (what the loops read), `lanes.cu`, `masks.cu` and `lists.cu` (the loops).
"""
