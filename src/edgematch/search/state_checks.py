"""Checks of what a checkpoint restores; each raises a `ValueError` that names a value.

A checkpoint whose digest is right may still have been written by something else.  What
compiled code uses as an index must be in range, and boards must be what they claim to
be, whoever wrote them.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from edgematch.board import Board
from edgematch.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from edgematch.search.technique import State


def check_names(state: "State", names: "Mapping[str, Any]") -> None:
    """Raise unless a state has exactly these arrays."""
    for name in state.keys() ^ names.keys():
        raise ValueError(f"{name} is {'not expected' if name in state else 'missing'}")


def array_like(
    state: "State", name: str, like: "NDArray[Any]", any_length: bool = False
) -> "NDArray[Any]":
    """Return an array of a state that must have the type and shape of another.

    With `any_length` it may be shorter or longer.
    """
    array: NDArray[Any] = state[name]
    start = 1 if any_length else 0
    if array.dtype != like.dtype or array.shape[start:] != like.shape[start:]:
        raise ValueError(
            f"{name} is {array.dtype} of shape {array.shape}, not {like.dtype} of"
            f" shape {like.shape}"
        )
    return array


def check_below(name: str, array: "NDArray[Any]", most: int, least: int = 0) -> None:
    """Raise unless all values are at least `least` and less than `most`."""
    if array.size and not (least <= array.min() and array.max() < most):
        raise ValueError(f"{name} has values outside of {least} to {most - 1}")


def whole_number(value: Any, name: str, most: int = 2**63 - 1) -> int:
    """Return a value that must be an integer from 0 to `most`."""
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"{name} is not a number from 0 to {most}")
    return value


def flag(value: Any, name: str) -> bool:
    """Return a value that must be true or false."""
    if type(value) is not bool:
        raise ValueError(f"{name} is neither true nor false")
    return value


def time_of(value: Any, name: str) -> float:
    """Return a value that must be a number of seconds."""
    if type(value) not in (int, float) or not 0 <= value < 1e12:
        raise ValueError(f"{name} is not a number of seconds")
    return float(value)


def solutions_of(puzzle: Puzzle, placements: "NDArray[Any]") -> list[Board]:
    """Return boards, of shape (boards, cells, 3), that must all be solutions."""
    boards = [Board(puzzle, rows) for rows in placements.tolist()]
    if not all(board.is_solution() for board in boards):
        raise ValueError("a board that is not a solution")
    return boards


def check_no_breaks(board: Board, name: str) -> None:
    """Raise unless a board, which may be partial, is legal and has no breaks."""
    if board.breaks() or any(board.problems()):
        raise ValueError(f"{name} is not a legal board without breaks")
