"""Search that maintains consistency after every piece placed.

MAC with GAColor of Ansótegui et al. (sections 4 and 5).
"""
