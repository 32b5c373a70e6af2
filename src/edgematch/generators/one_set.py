"""One-set GEMP-F: framed, all joins share one set of colors."""

from edgematch.generators.models import Model

MODEL = Model(
    name="one-set",
    summary="framed, one set of colors for all joins",
    source="Ansótegui et al., Edge Matching Puzzles as Hard SAT/CSP Benchmarks, §2–3",
    framed=True,
)
