"""Work in other processes: one way to start it, limit it and end it.

`child_process.ChildProcess` calls a function in a fresh Python,
`forked_calls.ForkedCalls` in processes forked from a warm one; `interrupts.py` turns
signals into KeyboardInterrupt, or holds them until a step is complete.  This package
knows nothing of puzzles.
"""
