"""What a run hands back, and the check that it is true.

A run prints `ready` when its search begins and then its answer, one line of JSON.  A
board travels as piece and turn of every cell in order.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

from edgematch.board import Board
from edgematch.puzzle import Puzzle

READY: Final = "ready"
KEPT: Final = 10_000
"""Solutions beyond this many are counted, not handed back."""


class WrongAnswer(Exception):
    """A contestant claimed something that is not so."""


@dataclass(frozen=True)
class Answer:
    """The end of one run."""

    ended: str
    """`found` or `exhausted`; `seconds` where the limit came first."""
    count: int
    nodes: int | None
    """Pieces placed; conflicts of SAT and CP solvers; None if killed."""
    seconds: float
    memory: int
    """The most memory the process held, in kB."""
    boards: Sequence[Sequence[int]] = ()

    def written(self) -> str:
        """Return the line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, line: str) -> Self:
        """Read the line of JSON."""
        return cls(**json.loads(line))


def flat(board: Board) -> list[int]:
    """Return piece and turn of every cell in order."""
    return [number for _, piece, turn in board.placements for number in (piece, turn)]


def board_of(numbers: Sequence[int], puzzle: Puzzle) -> Board:
    """Return the board of piece and turn of every cell in order."""
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return Board(
        puzzle, [(cell, piece, turn) for cell, (piece, turn) in enumerate(pairs)]
    )


def check(answer: Answer, puzzle: Puzzle) -> None:
    """Raise unless every board is a solution and none is there twice.

    The puzzles are planted: a search that ends without a solution is wrong too.
    """
    if answer.ended != "seconds" and answer.count == 0:
        raise WrongAnswer("no solution, but one is planted")
    if len(answer.boards) != min(answer.count, KEPT):
        raise WrongAnswer(f"{answer.count} solutions, but {len(answer.boards)} boards")
    if len({tuple(board) for board in answer.boards}) != len(answer.boards):
        raise WrongAnswer("a solution is there twice")
    for number, board in enumerate(answer.boards, 1):
        if not board_of(board, puzzle).is_solution():
            raise WrongAnswer(f"solution {number} is none")


def peak_memory(process: int | str = "self") -> int:
    """Return the most memory a process has held, in kB.

    `getrusage` would do, but starts from the memory of the parent at the fork, which is
    more than the C++ peer ever needs.  0 where there is no /proc.
    """
    try:
        with Path(f"/proc/{process}/status").open() as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0
