"""Zero look-ahead: fill the cells in a fixed order and back up when no piece fits.

Candidates are looked up by the colors of the neighbors already placed; nothing is
checked ahead.  Aspinall et al. call it ZLA and count its nodes (section 2 of their
paper on the 2 × 2 transformation); its nodes are cheaper than those of any other
technique.
"""
