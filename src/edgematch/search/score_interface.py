"""What it takes to be a score engine, and what one hands to the runner."""

from dataclasses import fields
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.search.interface import State

WIDTHS = (1, 4_194_304)
FAVORED = (-1, 255)
TEETH = (0, 32)
RESTARTS = (1, 10**12)
"""What options of several engines may be."""

Lying = NDArray[np.uint32]
"""The way on each cell, see `kernels.lying`."""


def check_ranges(engine: object, **ranges: tuple[float, float]) -> None:
    """Refuse an engine with an option that is not from here to there."""
    for name, (least, most) in ranges.items():
        value = getattr(engine, name)
        if not least <= value <= most:
            raise EdgematchError(f"option {name} is {least} to {most}, not {value}")


def check_choices(engine: Any) -> None:
    """Refuse an engine with a word for an option that is none of its choices."""
    for option in fields(engine):
        known, value = option.metadata.get("choices"), getattr(engine, option.name)
        if known is not None and value not in known:
            words = ", ".join(known)
            raise EdgematchError(f"option {option.name} is {words}, not {value!r}")


class ScoreSearch(Protocol):
    """A search for a full board of few breaks; where it is paused changes nothing."""

    ends_when_proved: bool
    """Whether it is over when no full board can have fewer breaks.  Not so when the
    most pieces without a break are wanted: other boards may leave more of them."""

    @property
    def nodes(self) -> int:
        """Pieces placed so far; conflicts where a solver does not place pieces."""
        ...

    @property
    def note(self) -> str:
        """What the search is doing, in a line; empty if there is nothing to say."""
        ...

    @property
    def fewest_breaks(self) -> int | None:
        """The breaks of the best full board so far; None before there is one."""
        ...

    @property
    def at_least(self) -> int:
        """Fewer breaks than this are proved to be impossible."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do."""
        ...

    def advance(self, node_budget: int) -> None:
        """Go on for about `node_budget` nodes, or until a better board is found."""
        ...

    def best(self) -> Board:
        """Return the best full board so far."""
        ...

    def at_hand(self) -> Board:
        """Return the full board that the search stands at, or the best one."""
        ...

    def state(self) -> State:
        """Return the arrays from which the search can be taken up again."""
        ...

    def restore(self, state: State) -> None:
        """Go on from there."""
        ...

    def close(self) -> None:
        """Let go of what the search holds outside of this process."""
        ...


class Optimizer(Protocol):
    """A way to find boards with few breaks; its fields are its options.

    The same options, puzzle, seed, start and node limit give the same board.
    """

    name: ClassVar[str]
    resumable: ClassVar[bool]
    """Whether its searches can be kept in a checkpoint."""
    proves: ClassVar[bool]
    """Whether it can prove that no board is better."""
    counts_nodes: ClassVar[bool]
    """Whether it says how many nodes it has searched, and can be limited by them."""
    takes_threads: ClassVar[bool]
    """Whether searches with other seeds, one in each thread, are of any use."""

    def __init__(self, **options: Any) -> None: ...

    def start(self, puzzle: Puzzle, seed: int, start: Board | None) -> ScoreSearch:
        """Return a search that has placed nothing yet."""
        ...
