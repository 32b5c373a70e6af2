"""Boards as other programs write them: numbers of pieces, with or without turns.

They do not say whether pieces are counted from 0 or 1, nor which way they are turned.
Each way is tried on the puzzle, the one with the most matching joins is taken, and a
note says which it was.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

from edgematch.board import Board
from edgematch.formats.document import Document, Source
from edgematch.formats.loose_lines import loose_lines
from edgematch.geometry import EAST, NORTH, SOUTH, WEST, Colors
from edgematch.puzzle import Placement, Puzzle

_PAIR = re.compile(r"[(\[{]\s*(-?[0-9]{1,4})[\s,;/:]+([0-9])\s*[)\]}]")
_TURNED = re.compile(r"([0-9]{1,4})(?:([NESW])|[:/_]([0-3]))")
_EMPTY = re.compile(r"[-.*_]+|-1")
_BOARD_KEY = re.compile("board|grid|solution|placement|cells|state", re.IGNORECASE)
LEAST_SHARE = 0.5
"""At least this share of the joins match if a board is one of the puzzle."""

Entry = tuple[int, int | None]
"""The number of a piece and its turn, if there is one; -1 where a cell is empty."""


def entries_of_text(text: str, value: Any = None) -> list[Entry] | None:
    """Return what is on each cell, row by row; None if a text is no such board.

    The `value` is what the text says in JSON, if it does.
    """
    if value is not None:
        return max(_entries_of_value(value), key=len, default=None)
    turned = _turned_pieces(re.sub("#.*", "", text).split())
    if turned is not None:
        return turned
    lines = loose_lines(text)
    words = [word for line in lines for word in line.words]
    if not words or not all(_is_number_or_empty(word) for word in words):
        return None
    numbers = [-1 if _EMPTY.fullmatch(word) else int(word) for word in words]
    widths = {len(line.words) for line in lines}
    pairs = [(int(piece), int(turn)) for piece, turn in _PAIR.findall(text)]
    if 2 * len(pairs) == len(words):
        return list(pairs)
    if widths == {2} and len(lines) > 2 and _are_turns(numbers[1::2]):
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    return _entries_of_numbers(numbers) if len(widths) == 1 else None


def _turned_pieces(words: Sequence[str]) -> list[Entry] | None:
    """Return words such as `35S`, `35:2` or `.` as pieces with turns, or None."""
    entries: list[Entry] = []
    for word in words:
        match = _TURNED.fullmatch(word.strip(",;"))
        if match is None and not _EMPTY.fullmatch(word):
            return None
        turn = "" if match is None else match[2] or match[3]
        entries.append(
            (int(match[1]), "0N1E2S3W".index(turn) // 2) if match else (-1, 0)
        )
    return entries or None


def _is_number_or_empty(word: str) -> bool:
    return (len(word) < 6 and word.isdecimal()) or _EMPTY.fullmatch(word) is not None


def _are_turns(numbers: Sequence[int]) -> bool:
    return all(0 <= number <= 4 for number in numbers)


def _entries_of_numbers(numbers: Sequence[int]) -> list[Entry] | None:
    """Return numbers as pieces without turns, or as 4 × piece + turn."""
    pieces = [number for number in numbers if number > 0]
    if len(numbers) < 4 or not pieces or len(set(pieces)) < len(pieces):
        return None
    if max(pieces) <= len(numbers):
        return [(number, None) for number in numbers]
    if (
        max(pieces) < 4 * len(numbers)
        and max(Counter(n // 4 for n in pieces).values()) == 1
    ):
        return [(-1, None) if n < 0 else divmod(n, 4) for n in numbers]
    return None


def _entries_of_value(value: Any, key: str = "") -> Iterator[list[Entry]]:
    """Yield the boards of piece numbers in JSON, whatever they are called."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _entries_of_value(each, str(name))
    if not isinstance(value, list | tuple) or not _BOARD_KEY.search(key):
        return
    flat: list[Any] = []
    for each in value:
        is_row = isinstance(each, list) and not _is_pair(each)
        flat += each if is_row else [each]
    if len(flat) >= 4 and all(_is_pair(each) for each in flat):
        yield [(each[0], each[1]) for each in flat]
    elif all(isinstance(each, int) or each is None for each in flat):
        found = _entries_of_numbers([-1 if each is None else each for each in flat])
        if found is not None:
            yield found


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(each, int) for each in value)
        and 0 <= value[1] < 4
    )


def read_entries(source: Source, puzzle: Puzzle, entries: list[Entry]) -> Document:
    """Return the board of a puzzle that fits entries best."""
    tried = [
        (board.score(), -number, how, board)
        for number, (how, board) in enumerate(_boards(puzzle, entries))
    ]
    return _best(source, puzzle, tried)


def _best(
    source: Source, puzzle: Puzzle, tried: Sequence[tuple[int, int, str, Board]]
) -> Document:
    """Return the board with the highest score, the first of equals."""
    if not tried:
        source.fail(None, f"a board with more pieces than the {puzzle.cells} there are")
    score, _, how, board = max(tried, key=lambda each: each[:2])
    joins = joins_of(board)
    if score < LEAST_SHARE * joins:
        source.fail(
            None, f"not a board of this puzzle: at best {score} of {joins} joins match"
        )
    note = f"{how}: {score} of {joins} joins match, more than in other ways"
    return Document(puzzle, board, notes=(note,))


def _boards(puzzle: Puzzle, entries: list[Entry]) -> Iterator[tuple[str, Board]]:
    """Yield every way to place entries on a board, the usual ones first."""
    has_turns = any(turn is not None for _, turn in entries)
    ways = [(offset, direction) for offset in range(4) for direction in (1, -1)]
    for base, is_mirrored in product((1, 0), (False, True)):
        if any(piece - base >= puzzle.cells for piece, _ in entries):
            continue
        start = f"pieces counted from {base}"
        start += ", rows from right to left" * is_mirrored
        for offset, direction in ways if has_turns else ways[:1]:
            placements = []
            for cell, (piece, turn) in enumerate(entries):
                if is_mirrored:
                    cell += puzzle.columns - 1 - 2 * (cell % puzzle.columns)
                if piece >= base:
                    turned = (direction * (turn or 0) + offset) % 4
                    placements.append(Placement(cell, piece - base, turned))
            board = Board(puzzle, placements)
            if not has_turns:
                yield f"{start}, turns found by their colors", _turned(board)
                continue
            way = "clockwise" if direction == 1 else "anticlockwise"
            yield f"{start}, turns {way} from {offset}", board


def placements_in(words: Sequence[Sequence[str]]) -> list[tuple[int, ...]] | None:
    """Return lines such as `row column piece turn` as numbers, in any order; or None.

    One column has the piece, different in each line; another has turns up to 4; and no
    two lines have the same cell.  Pieces with four colors are hardly ever like this.
    """
    if not all(len(four) == 4 and all(map(_is_number, four)) for four in words):
        return None
    rows = [tuple(map(int, four)) for four in words]
    return rows if len(rows) > 8 and any(_assignments(rows)) else None


def _is_number(word: str) -> bool:
    return len(word) < 6 and word.isdecimal()


def _assignments(rows: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield which columns may be the row, the column, the piece and the turn."""
    for order in permutations(range(4)):
        row, column, piece, turn = order
        cells = {(each[row], each[column]) for each in rows}
        pieces = {each[piece] for each in rows}
        if len(cells) == len(pieces) == len(rows) and _are_turns(
            [each[turn] for each in rows]
        ):
            yield order


def read_placements(
    source: Source, puzzle: Puzzle, rows: Sequence[tuple[int, ...]]
) -> Document:
    """Return the board of a puzzle that fits lines of placements best."""
    tried: list[tuple[int, int, str, Board]] = []
    for row, column, piece, turn in _assignments(rows):
        for first_cell, is_upward in product((0, 1), (False, True)):
            entries: list[Entry] = [(-1, 0)] * puzzle.cells
            for each in rows:
                y, x = each[row] - first_cell, each[column] - first_cell
                if not (0 <= y < puzzle.rows and 0 <= x < puzzle.columns):
                    break
                y = puzzle.rows - 1 - y if is_upward else y
                entries[y * puzzle.columns + x] = each[piece], each[turn]
            else:
                end = "bottom" if is_upward else "top"
                order = ", ".join(str(each + 1) for each in (row, column, piece, turn))
                start = (
                    f"row, column, piece and turn in columns {order}, from the {end}"
                )
                for how, board in _boards(puzzle, entries):
                    rank = -len(tried)
                    tried.append((board.score(), rank, f"{start}, {how}", board))
    return _best(source, puzzle, tried)


def joins_of(board: Board) -> int:
    """Return the number of joins between pieces that are placed."""
    columns, cells = board.puzzle.columns, {p.cell for p in board.placements}
    return sum(
        ((cell + 1) % columns != 0 and cell + 1 in cells) + (cell + columns in cells)
        for cell in cells
    )


def _turned(board: Board) -> Board:
    """Turn the pieces of a board, row by row, so that they fit rim and neighbors."""
    puzzle = board.puzzle
    shown: dict[int, Colors] = {}
    placements = []
    for cell, piece, _ in board.placements:

        def fitness(turn: int, cell: int = cell, piece: int = piece) -> int:
            colors = puzzle.colors_of(piece, turn)
            faults = puzzle.rim_faults(Placement(cell, piece, turn))
            above, left = shown.get(cell - puzzle.columns), shown.get(cell - 1)
            matches = 0
            if above is not None:
                matches += puzzle.mate(above[SOUTH]) == colors[NORTH]
            if cell % puzzle.columns and left is not None:
                matches += puzzle.mate(left[EAST]) == colors[WEST]
            return matches - 4 * len(faults)

        turn = max(puzzle.turns, key=fitness)
        shown[cell] = puzzle.colors_of(piece, turn)
        placements.append(Placement(cell, piece, turn))
    return Board(puzzle, placements)
