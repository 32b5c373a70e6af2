"""Tetravex: no frame, and pieces are not turned."""

from edgematch.generators.models import Model

MODEL = Model(
    name="tetravex",
    summary="unframed, pieces are not turned, like Tetravex",
    source="the game Tetravex",
    framed=False,
    always=frozenset({"fixed_turns"}),
)
