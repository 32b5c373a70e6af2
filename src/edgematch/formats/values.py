"""Pieces in other programs' JSON, or in a list as Python writes it.

Somewhere in it are pieces: lists of four colors, words of four letters, or objects
whose keys name the sides or the colors.  The largest collection of them is taken.
"""

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from edgematch.errors import FormatError
from edgematch.formats.document import Source
from edgematch.formats.json_lines import line_of, second_key
from edgematch.formats.layouts import PieceListing, RawHint
from edgematch.formats.lines import quote
from edgematch.formats.side_names import order_of_names
from edgematch.puzzle import printable

_COLOR_KEYS = ("colors", "colours", "edges", "sides", "faces", "patterns", "values")
_HALF_KEYS = ("parts", "halves", "signs")
_NUMBER_KEYS = ("id", "number", "num", "no", "index", "piece", "tile")
_SIZE_KEYS = (
    ("rows", "columns"),
    ("rows", "cols"),
    ("height", "width"),
    ("board_h", "board_w"),
    ("h", "w"),
    ("size", "size"),
    ("n", "n"),
)
_HINT_KEYS = ("hints", "clues", "fixed", "givens")
_PIECE_KEYS = ("piece", "tile", "id", "number", "pieceid", "piece_id")
_CELL_KEYS = ("pos", "position", "cell", "index")
_TURN_KEYS = ("rot", "rotation", "turn", "turns", "orientation", "dir")
_ROW_KEYS, _COLUMN_KEYS = ("row", "y", "r"), ("col", "column", "x", "c")
_LONGEST_WORD = 40
_DEEPEST = 8

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class _Piece:
    words: tuple[str, ...]
    order: str | None = None
    number: int | None = None


@dataclass(frozen=True)
class _Collection:
    """Pieces that are together in one place."""

    path: Path
    pieces: list[_Piece]
    columns: int | None = None
    """The pieces in each row, if they are laid out like a board."""
    parents: list[Mapping[str, Any]] = field(default_factory=list)


def value_of(source: Source) -> Any:
    """Return what a text says in JSON or as a Python list; None if it is neither."""
    text = source.text.strip()
    if not text.startswith(("{", "[", "(")):
        return None

    def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            line, key = second_key(source.text)
            source.fail(line, f"the key {quote(key)} occurs twice")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=without_duplicates)
    except FormatError:
        raise
    except (ValueError, RecursionError):
        pass
    if len(text) > 200_000 or text.count("[") + text.count("(") > 20_000:
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None


def listing_of_value(source: Source, value: Any) -> PieceListing | None:
    """Return the largest collection of pieces in a value, or None."""
    found = list(_collections(value, (), []))
    if not found:
        return None
    best = max(found, key=lambda each: (len(each.pieces), _is_named(each.path)))
    pieces = best.pieces
    numbers = {piece.number for piece in pieces}
    if None not in numbers and len(numbers) == len(pieces):
        pieces = sorted(pieces, key=lambda piece: piece.number or 0)
    size = _size(best)
    name = next((p["name"] for p in best.parents if isinstance(p.get("name"), str)), "")
    return PieceListing(
        (line_of(source.text, best.path),) * len(pieces),
        tuple(piece.words for piece in pieces),
        pieces[0].order,
        size,
        is_grid=best.columns is not None,
        hints=tuple(_hints(best.parents, size)),
        name=printable(name),
    )


def _is_named(path: Path) -> bool:
    return any("piece" in str(step).lower() for step in path)


def _collections(
    value: Any, path: Path, parents: list[Mapping[str, Any]]
) -> Iterator[_Collection]:
    """Yield every collection of pieces in a value, the outermost ones only."""
    found = _collection(value, path, parents)
    if found is not None:
        yield found
    elif len(path) < _DEEPEST and isinstance(value, dict):
        for key, each in value.items():
            yield from _collections(each, (*path, key), [value, *parents])
    elif len(path) < _DEEPEST and isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from _collections(each, (*path, index), parents)


def _collection(
    value: Any, path: Path, parents: list[Mapping[str, Any]]
) -> _Collection | None:
    if isinstance(value, dict) and value:
        pieces = [_piece(each) for each in value.values()]
        if None not in pieces:
            numbers = [int(key) if str(key).isdecimal() else None for key in value]
            numbered = [
                _Piece(piece.words, piece.order, number)
                for piece, number in zip(pieces, numbers, strict=True)
                if piece is not None
            ]
            return _Collection(path, numbered, None, parents)
        parts = [_collection(each, path, parents) for each in value.values()]
        merged = [piece for part in parts if part for piece in part.pieces]
        if None not in parts and len(parts) > 1:
            return _Collection(path, merged, None, parents)
    if isinstance(value, list | tuple) and value:
        found = [piece for piece in map(_piece, value) if piece is not None]
        if len(found) == len(value):
            return _Collection(path, found, None, parents)
        rows = [
            [piece for piece in map(_piece, row) if piece is not None]
            for row in value
            if isinstance(row, list | tuple)
        ]
        widths = {len(row) for row in value if isinstance(row, list | tuple)}
        if (
            len(rows) == len(value)
            and widths == {len(row) for row in rows}
            and (len(widths) == 1 and 0 not in widths)
        ):
            cells = [piece for row in rows for piece in row]
            return _Collection(path, cells, widths.pop(), parents)
    return None


def _piece(value: Any) -> _Piece | None:
    """Return a value as a piece, or None."""
    if isinstance(value, str):
        letters = value.split() if " " in value.strip() else list(value.strip())
        return _Piece(tuple(letters)) if len(letters) == 4 else None
    if isinstance(value, list | tuple):
        number = None
        if len(value) == 5 and isinstance(value[0], int):
            number, value = value[0], value[1:]
        sides = [_side(each) for each in value] if len(value) == 4 else []
        words = tuple(side for side in sides if side is not None)
        return _Piece(words, None, number) if len(words) == 4 else None
    return _piece_of_object(value) if isinstance(value, dict) else None


def _piece_of_object(value: Mapping[str, Any]) -> _Piece | None:
    number = _first_number(value, _NUMBER_KEYS)
    fours: list[Sequence[str]] = []
    keys = [str(key) for key in value]
    if len(keys) >= 4:
        others = [key for key in keys if key.lower() not in _NUMBER_KEYS]
        fours = [others[start : start + 4] for start in range(len(others) - 3)]
    for names in fours:
        order = order_of_names(names)
        sides = [_side(value[name]) for name in names]
        if order is not None and None not in sides:
            by_side = dict(zip(order, sides, strict=True))
            clockwise = tuple(str(by_side[side]) for side in "nesw")
            return _Piece(clockwise, "nesw", number)
    lower = {str(key).lower(): each for key, each in value.items()}
    for key in _COLOR_KEYS:
        piece = _piece(lower.get(key))
        if piece is None:
            continue
        halves = next(
            (_piece(lower[half]) for half in _HALF_KEYS if half in lower), None
        )
        words = piece.words
        if halves is not None:
            pairs = zip(words, halves.words, strict=True)
            words = tuple(f"{word}/{half}" for word, half in pairs)
        return _Piece(
            words, piece.order, number if number is not None else piece.number
        )
    return None


def _side(value: Any) -> str | None:
    """Return a side as a word: a color, or a picture and which half of it."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        parts = [_side(each) for each in value if not isinstance(each, list | dict)]
        if len(parts) == len(value) == 2 and None not in parts:
            return "/".join(str(part) for part in parts)
        return None
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int) and abs(value) < 10**9:
        return str(value)
    if isinstance(value, str) and 0 < len(value.strip()) <= _LONGEST_WORD:
        return "_".join(value.split())
    return None


def _first_number(value: Mapping[str, Any], keys: Sequence[str]) -> int | None:
    lower = {str(key).lower(): each for key, each in value.items()}
    for key in keys:
        found = lower.get(key)
        if isinstance(found, str) and found.isdecimal() and len(found) < 10:
            found = int(found)
        if isinstance(found, int) and not isinstance(found, bool):
            return found
    return None


def _size(found: _Collection) -> tuple[int, int] | None:
    count = len(found.pieces)
    if found.columns:
        return count // found.columns, found.columns
    for parent in found.parents:
        for names in _SIZE_KEYS:
            rows, columns = (_first_number(parent, [name]) for name in names)
            if rows and columns and rows * columns == count:
                return rows, columns
    return None


def _hints(
    parents: Sequence[Mapping[str, Any]], size: tuple[int, int] | None
) -> Iterator[RawHint]:
    """Yield the cell, piece and turn of each hint, as they are numbered there."""
    for parent in parents:
        for key, value in parent.items():
            if str(key).lower() not in _HINT_KEYS or not isinstance(value, list):
                continue
            for hint in value:
                if not isinstance(hint, dict):
                    continue
                piece = _first_number(hint, _PIECE_KEYS)
                cell = _first_number(hint, _CELL_KEYS)
                row = _first_number(hint, _ROW_KEYS)
                column = _first_number(hint, _COLUMN_KEYS)
                if cell is None and size and row is not None and column is not None:
                    cell = row * size[1] + column
                if piece is not None and cell is not None:
                    yield cell, piece, _first_number(hint, _TURN_KEYS) or 0
