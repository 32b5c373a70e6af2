"""E2-style: two sets of colors, spread evenly; no equal and no symmetric pieces.

With 16x16:17:5 the counts are those of Eternity II: 12 joins of each frame color, 24 or
25 of each inner color.
"""

from edgematch.generators.models import Model

MODEL = Model(
    name="e2",
    summary="two-set, balanced, no equal and no symmetric pieces, like Eternity II",
    source="Aspinall et al. on the 2 × 2 transformation of Eternity II puzzles, §2",
    framed=True,
    two_sets=True,
    always=frozenset({"balanced", "no_equal", "no_symmetric"}),
)
