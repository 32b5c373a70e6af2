"""Two-set GEMP-F: framed, joins along the frame have colors of their own."""

from edgematch.generators.models import Model

MODEL = Model(
    name="two-set",
    summary="framed, joins along the frame have colors of their own",
    source="Ansótegui et al., Edge Matching Puzzles as Hard SAT/CSP Benchmarks, §2–3",
    framed=True,
    two_sets=True,
)
