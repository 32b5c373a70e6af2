"""Scramble Squares: no frame, every join has the two halves of one picture."""

from edgematch.generators.models import Model

MODEL = Model(
    name="scramble",
    summary="unframed and signed, like Scramble Squares",
    source="Austgen, Scramble Squares, Pt. 1/3",
    framed=False,
    always=frozenset({"signed"}),
)
