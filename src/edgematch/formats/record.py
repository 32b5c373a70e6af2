"""The record of edgematch: JSON with a puzzle, a board, and how it was found.

Cells, pieces and turns are numbers from 0, as in the model; a placement is
`[cell, piece, turn]`.  It holds every puzzle and every board.
"""

import json
import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, NoReturn

from edgematch.board import Board
from edgematch.errors import FormatError, PuzzleError
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
)
from edgematch.formats.json_lines import line_of, second_key
from edgematch.formats.lines import quote
from edgematch.formats.placements import board_of
from edgematch.puzzle import Placement, Puzzle

VERSION = 1

_LARGEST = 10**9
"""Larger numbers are never right, and would make messages long."""

_PUZZLE_KEYS: Mapping[str, type] = {
    "name": str,
    "rows": int,
    "columns": int,
    "framed": bool,
    "turnable": bool,
    "mates": list,
    "color_names": list,
    "pieces": list,
    "hints": list,
}
_TOP_KEYS: Mapping[str, type] = {
    "format": str,
    "version": int,
    "puzzle": dict,
    "board": list,
    "found": dict,
    "about": dict,
}
_TYPE_NAMES = {
    str: "a string",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}

_OWN_KEY = re.compile(r'"format"\s*:')

Path = tuple[str | int, ...]


def _recognizes(source: Source, options: ReadOptions) -> bool:
    if source.suffix in (".yaml", ".yml"):
        return False
    is_object = source.text.lstrip().startswith("{")
    return is_object and _OWN_KEY.search(source.text) is not None


def _read(source: Source, options: ReadOptions) -> Document:
    return _Reader(source).document(options)


class _Reader:
    """Checks parsed JSON value by value; an error names the line of the value."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def document(self, options: ReadOptions) -> Document:
        top = self._parse()
        self._check_keys((), top, _TOP_KEYS, required=("format", "version", "puzzle"))
        if top["format"] != "edgematch":
            self._fail(
                ("format",),
                f"not an edgematch record: its format is {quote(top['format'])}",
            )
        if top["version"] != VERSION:
            self._fail(
                ("version",),
                f"a record of version {top['version']}, but only {VERSION} can be read",
            )
        puzzle = self._puzzle(top["puzzle"], options)
        if options.puzzle is not None:
            self._check_same_pieces(puzzle, options.puzzle)
            puzzle = options.puzzle
        board = self._board(top["board"], puzzle) if "board" in top else None
        return Document(
            puzzle, board, found=top.get("found", {}), about=top.get("about", {})
        )

    def _parse(self) -> dict[str, Any]:
        def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            facts: dict[str, Any] = {}
            for key, value in pairs:
                if key in facts:
                    line, key = second_key(self.source.text)
                    self.source.fail(line, f"the key {quote(key)} occurs twice")
                facts[key] = value
            return facts

        def finite(word: str) -> float:
            number = float(word)
            if not isfinite(number):
                self.source.fail(None, f"the number {quote(word)} is too large")
            return number

        try:
            top = json.loads(
                self.source.text,
                object_pairs_hook=without_duplicates,
                parse_float=finite,
                parse_constant=finite,
            )
            # JSON can escape half of a surrogate pair, which is not a character.
            json.dumps(top, ensure_ascii=False).encode()
        except json.JSONDecodeError as error:
            message = error.msg[0].lower() + error.msg[1:]
            self.source.fail(error.lineno, f"not JSON: {message}")
        except RecursionError:
            self.source.fail(None, "not a record: nested too deeply")
        except UnicodeEncodeError:
            self.source.fail(None, "not a record: half of a surrogate pair in a string")
        except ValueError as error:
            if isinstance(error, FormatError):
                raise
            self.source.fail(None, "not a record: a number is too long")
        if not isinstance(top, dict):
            self.source.fail(1, "not a record: expected an object")
        return top

    def _puzzle(self, facts: dict[str, Any], options: ReadOptions) -> Puzzle:
        path: Path = ("puzzle",)
        self._check_keys(
            path, facts, _PUZZLE_KEYS, required=("rows", "columns", "pieces")
        )
        pieces = [
            self._whole_numbers((*path, "pieces", i), piece)
            for i, piece in enumerate(facts["pieces"])
        ]
        mates = self._whole_numbers((*path, "mates"), facts.get("mates", []))
        names = facts.get("color_names", [])
        if not all(isinstance(name, str) for name in names):
            self._fail((*path, "color_names"), "color_names must be strings")
        hints = self._placements((*path, "hints"), facts.get("hints", []))
        framed, turnable = options.framed, options.turnable
        try:
            return Puzzle(
                facts["rows"],
                facts["columns"],
                pieces,
                hints,
                framed=facts.get("framed", True) if framed is None else framed,
                mates=mates,
                turnable=facts.get("turnable", True) if turnable is None else turnable,
                name=facts.get("name", ""),
                color_names=names,
            )
        except PuzzleError as error:
            where = error.where
            if where[:1] == ("hints",) and len(where) == 2:
                # The model sorts the hints by cell; the file may have another order.
                order = sorted(range(len(hints)), key=lambda i: hints[i])
                where = ("hints", order[int(where[1])])
            self.source.fail_as(line_of(self.source.text, (*path, *where)), error)

    def _board(self, values: list[Any], puzzle: Puzzle) -> Board:
        placements = self._placements(("board",), values)
        return board_of(
            self.source,
            puzzle,
            enumerate(placements),
            lambda number: line_of(self.source.text, ("board", number)),
        )

    def _check_same_pieces(self, puzzle: Puzzle, given: Puzzle) -> None:
        same = ("rows", "columns", "pieces", "framed", "mates", "turnable")
        if all(getattr(puzzle, field) == getattr(given, field) for field in same):
            return
        # The colors may be numbered in another way.
        if puzzle.with_hints(()).fingerprint != given.with_hints(()).fingerprint:
            self._fail(
                ("puzzle", "pieces"),
                f"the record is of another puzzle than {given.name or 'the one given'}",
            )

    def _placements(self, path: Path, values: list[Any]) -> list[Placement]:
        placements = []
        for i, value in enumerate(values):
            numbers = self._whole_numbers((*path, i), value)
            if len(numbers) != 3:
                self._fail((*path, i), "a placement must be [cell, piece, turn]")
            placements.append(Placement(*numbers))
        return placements

    def _whole_numbers(self, path: Path, value: Any) -> list[int]:
        if not isinstance(value, list):
            self._fail(
                path, f"expected a list of whole numbers, got {quote(str(value))}"
            )
        for number in value:
            # isinstance would accept a bool.
            if type(number) is not int or abs(number) > _LARGEST:
                self._fail(path, f"expected a whole number, got {quote(str(number))}")
        return value

    def _check_keys(
        self,
        path: Path,
        facts: dict[str, Any],
        known: Mapping[str, type],
        required: tuple[str, ...],
    ) -> None:
        for key in required:
            if key not in facts:
                self._fail(
                    path, f"{path[-1] if path else 'the record'} has no key {key!r}"
                )
        for key, value in facts.items():
            if key not in known:
                self._fail((*path, key), f"unknown key {quote(key)}")
            too_large = type(value) is int and abs(value) > _LARGEST
            if type(value) is not known[key] or too_large:
                self._fail((*path, key), f"{key} must be {_TYPE_NAMES[known[key]]}")

    def _fail(self, path: Path, message: str) -> NoReturn:
        self.source.fail(line_of(self.source.text, path), message)


def _write(document: Document, options: ReadOptions) -> str:
    """Write one piece on each line, for people and for version control."""
    puzzle = document.puzzle
    facts: dict[str, Any] = {
        "name": puzzle.name,
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "framed": puzzle.framed,
        "turnable": puzzle.turnable,
    }
    if puzzle.mates:
        facts["mates"] = puzzle.mates
    if puzzle.color_names:
        facts["color_names"] = puzzle.color_names
    lines = [f"    {json.dumps(key)}: {_json(facts[key])}," for key in facts]
    lines += [f'    "hints": {_lines(puzzle.hints, 4)},'] if puzzle.hints else []
    lines += [f'    "pieces": {_lines(puzzle.pieces, 4)}']
    parts = ['  "format": "edgematch"', f'  "version": {VERSION}']
    if document.about:
        parts.append(f'  "about": {_json(document.about, 2)}')
    parts.append('  "puzzle": {\n' + "\n".join(lines) + "\n  }")
    if document.board is not None:
        parts.append(f'  "board": {_lines(document.board.placements, 2)}')
    if document.found:
        parts.append(f'  "found": {_json(document.found, 2)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: Any, indent: int | None = None) -> str:
    text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
    return text.replace("\n", "\n  ")


def _lines(rows: tuple[tuple[int, ...], ...], indent: int) -> str:
    if not rows:
        return "[]"
    space = " " * indent
    inner = ",\n".join(f"{space}  {_json(row)}" for row in rows)
    return f"[\n{inner}\n{space}]"


FORMAT = Format(
    name="record",
    summary="JSON of edgematch: puzzle, board, and how the board was found",
    content=Content.BOTH,
    suffixes=(".json",),
    recognizes=_recognizes,
    read=_read,
    write=_write,
    fit=lambda document, options: Fit(),
    takes=frozenset({"framed", "turnable"}),
)
