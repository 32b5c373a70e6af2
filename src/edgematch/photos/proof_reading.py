"""The solver reads a sheet: how many solutions it has, and what is likely to be wrong.

A cardboard puzzle has a solution, nearly always exactly one.  Where the sheet has
none, every change of a single side to another group is tried, and every other way in
which two pairs of groups may meet.  Many changes give a solution by chance, so they are
ranked by how well the side looks in its new group.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from edgematch.findings import findings
from edgematch.geometry import turn_colors
from edgematch.photos.sheet import Sheet, label_of_group, side_name
from edgematch.puzzle import Puzzle
from edgematch.symmetry import boards_per_picture

if TYPE_CHECKING:
    from edgematch.photos.kernel import NearTables

SECONDS = 8.0
_NODES_BETWEEN = 1_000_000
_MOST_CHANGES = 10


@dataclass(frozen=True)
class Change:
    """One side in another group, and the solutions that there would be."""

    piece: int
    side: int
    group: str
    solutions: int
    likeness: float
    """How far the side looks from its new group, by how far it looks from its own."""

    def __str__(self) -> str:
        return (
            f"with the {side_name(self.piece, self.side)} in group {self.group} there"
            f" {_solutions(self.solutions)}"
        )


@dataclass(frozen=True)
class GroupMeeting:
    """Two groups that meet others than the sheet says, and the solutions."""

    pairs: tuple[tuple[str, str], tuple[str, str]]
    solutions: int

    def __str__(self) -> str:
        (one, mate), (other, its_mate) = self.pairs
        return (
            f"if {one} met {mate}, and {other} met {its_mate}, there"
            f" {_solutions(self.solutions)}"
        )


@dataclass(frozen=True)
class ProofReading:
    """What the solver says about a sheet that is complete."""

    findings: tuple[str, ...]
    """What counting says: sides that no other side can meet."""
    solutions: int
    """Not counting turns of the whole board; equal pieces are not told apart."""
    is_counted: bool
    """Whether there was time to count them all."""
    are_all_tried: bool
    """Whether there was time to try every change."""
    changes: tuple[Change, ...] = ()
    """Single changes with a solution, the likeliest first.  If there is a solution
    without any, only those with which the side looks better."""
    meetings: tuple[GroupMeeting, ...] = ()

    def lines(self) -> list[str]:
        """Return what to tell a person, a sentence each."""
        said = [*self.findings]
        late = "" if self.is_counted else ", as far as there was time to look"
        said.append(f"as it is, there {_solutions(self.solutions)}{late}")
        said += [str(each) for each in (*self.changes, *self.meetings)]
        if not self.are_all_tried:
            said.append("there was no time to try every change of a side")
        elif not self.solutions and not self.changes:
            said.append("no change of a single side gives a solution")
        return said


def proof_read(
    sheet: Sheet,
    differences: NDArray[np.float64] | None = None,
    seconds: float = SECONDS,
) -> ProofReading:
    """Count the solutions of a complete sheet, and rank its likeliest mistakes.

    `differences` says how different any two sides look.
    """
    puzzle = sheet.puzzle()
    until = time.monotonic() + seconds
    exact = NearSearch(puzzle, 0)
    is_counted = exact.run(until)
    solutions = exact.solutions // boards_per_picture(puzzle)
    search = NearSearch(puzzle, 1)
    are_all_tried = is_counted and search.run(until)
    counted = (
        *_groups_without_mate(sheet),
        *(each.message for each in findings(puzzle)),
    )
    changes = sorted(
        _changes(sheet, puzzle, search, differences),
        key=lambda change: (change.likeness, change.solutions),
    )
    if solutions:  # by chance, perhaps: what looks better elsewhere is worth a look
        changes = [each for each in changes if each.likeness < 1]
    meetings = () if solutions else _meetings(sheet, until)
    return ProofReading(
        counted,
        solutions,
        is_counted,
        are_all_tried,
        tuple(changes[:_MOST_CHANGES]),
        tuple(sorted(meetings, key=lambda each: each.solutions)),
    )


class NearSearch:
    """All boards with a number of breaks at most, counted in slices."""

    def __init__(self, puzzle: Puzzle, breaks: int) -> None:
        from edgematch.photos.kernel import NearState, enter_cell

        cells = puzzle.cells
        self._tables = _tables(puzzle, breaks)
        self.state = NearState(
            np.zeros(4, np.int64),
            np.zeros(cells, np.int64),
            np.zeros(cells, np.int64),
            np.zeros((cells, 2), np.int64),
            np.zeros(cells, np.int64),
            np.zeros(cells + 1, np.int64),
            np.zeros(cells, np.uint8),
            np.zeros(4 * cells, np.int64),
            np.zeros((4 * cells, len(self._tables.mate)), np.int64),
        )
        enter_cell(self._tables, self.state, 0)

    def run(self, until: float) -> bool:
        """Search until all is done or a time is reached; return whether all is done."""
        from edgematch.kernels.tree import EXHAUSTED
        from edgematch.photos.kernel import near_solutions

        while near_solutions(self._tables, self.state, _NODES_BETWEEN) != EXHAUSTED:
            if time.monotonic() > until:
                return False
        return True

    @property
    def solutions(self) -> int:
        from edgematch.photos.kernel import SOLUTIONS

        return int(self.state.at[SOLUTIONS])


def _tables(puzzle: Puzzle, breaks: int) -> "NearTables":
    from edgematch.photos.kernel import NearTables

    colors = 1 + max(max(puzzle.colors), len(puzzle.mates) - 1)
    turns = range(4 if puzzle.turnable else 1)
    color = np.zeros((4 * len(puzzle.pieces), 4), np.int64)
    lists: dict[tuple[int, int], list[int]] = {}
    for piece, sides in enumerate(puzzle.pieces):
        for turn in turns:
            way = 4 * piece + turn
            color[way] = north, _, _, west = turn_colors(sides, turn)
            for key in product((north, colors), (west, colors)):
                lists.setdefault(key, []).append(way)
    first = np.zeros((colors + 1, colors + 1), np.int64)
    end = np.zeros_like(first)
    ways: list[int] = []
    for key, found in lists.items():
        first[key] = len(ways)
        ways += found
        end[key] = len(ways)
    later = np.zeros(puzzle.cells, np.uint8)
    if puzzle.turnable:
        later[-1] = 1
        if puzzle.rows == puzzle.columns:
            later[[puzzle.columns - 1, puzzle.cells - puzzle.columns]] = 1
    later[0] = 0
    return NearTables(
        color,
        np.array([puzzle.mate(each) for each in range(colors)]),
        first,
        end,
        np.array(ways),
        np.array([puzzle.rows, puzzle.columns, breaks]),
        later,
    )


def _changes(
    sheet: Sheet,
    puzzle: Puzzle,
    search: NearSearch,
    differences: NDArray[np.float64] | None,
) -> Iterator[Change]:
    """Yield every change of one side that has a solution."""
    groups = sheet.groups()
    colors = {
        group: puzzle.pieces[members[0][0]][members[0][1]]
        for group, members in groups.items()
    }
    for piece, side, own in sheet.sides():
        at = 4 * piece + side
        for group, color in colors.items():
            boards = search.state.on_rim[at] + search.state.meeting[at, color]
            if group == own or not boards:
                continue
            changed = sheet.with_side(piece, side, group).puzzle()
            solutions = max(1, int(boards) // boards_per_picture(changed))
            far = _distance(differences, at, groups[group])
            near = _distance(differences, at, groups[own])
            yield Change(piece, side, group, solutions, far / max(near, 1e-9))


def _distance(
    differences: NDArray[np.float64] | None, at: int, members: Sequence[tuple[int, int]]
) -> float:
    """Return how different a side looks from the others of a group, on average."""
    others = [4 * piece + side for piece, side in members if 4 * piece + side != at]
    if differences is None:
        return 1.0
    return float(differences[at, others].mean() if others else differences[at].mean())


def _meetings(sheet: Sheet, until: float) -> Iterator[GroupMeeting]:
    """Yield each way in which two pairs of groups may meet that has a solution."""
    signed = {name for name, sign in map(label_of_group, sheet.groups()) if sign}
    for one, other in combinations(sorted(signed), 2):
        for taken in "+-":
            new = {f"{one}-": f"{other}{taken}", f"{other}{taken}": f"{one}-"}
            swapped = sheet
            for piece, side, group in sheet.sides():
                swapped = swapped.with_side(piece, side, new.get(group, group))
            puzzle = swapped.puzzle()
            search = NearSearch(puzzle, 0)
            search.run(until)
            if search.solutions:
                rest = "-" if taken == "+" else "+"
                yield GroupMeeting(
                    (
                        (f"{one}+", f"{other}{taken}"),
                        (f"{other}{rest}", f"{one}-"),
                    ),
                    search.solutions // boards_per_picture(puzzle),
                )


def _groups_without_mate(sheet: Sheet) -> Iterator[str]:
    groups = sheet.groups()
    for group, members in groups.items():
        name, sign = label_of_group(group)
        mate = name + {"+": "-", "-": "+", "": ""}[sign]
        if mate not in groups:
            sides = "1 side" if len(members) == 1 else f"{len(members)} sides"
            yield f"{sides} of group {group}, but no {mate} to meet"


def _solutions(count: int) -> str:
    if not count:
        return "is no solution"
    return "is exactly one solution" if count == 1 else f"are {count} solutions"
