"""A beam on a GPU: the same boards as on the processor, in much wider layers.

Continue with `device_pass.py` (one pass), `memory.py` (its arrays) and `beam.cu` (the
loops).
"""
