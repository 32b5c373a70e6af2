"""GEMP: no frame, every side a color of one set."""

from edgematch.generators.models import Model

MODEL = Model(
    name="gemp",
    summary="unframed, one set of colors",
    source="Ansótegui et al., Edge Matching Puzzles as Hard SAT/CSP Benchmarks, §3",
    framed=False,
)
