"""Scramble Squares folders: `tile_dict.yaml`, and a picture of each tile, `1.png` ….

As in Austgen, "Scramble Squares, Pt. 1/3": each tile lists its sides right, top, left,
bottom, each as a color and a half, `+` or `-`; two sides match when they are different
halves of one color.  His solutions have a line for each row and `[t=TILE,r=TURNS]` for
each cell, with anticlockwise turns.

The YAML is only composed into nodes: no tag in it can build an object, and every node
knows its line.
"""

import re
from math import isqrt
from typing import TYPE_CHECKING

from edgematch.board import Board
from edgematch.errors import CannotHold, MissingPackage, PuzzleError
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
    lost_rules,
)
from edgematch.formats.lines import Line, quote
from edgematch.formats.placements import board_format, board_of_grid, grid_of_board
from edgematch.formats.signs import Label, SignedColors, are_told_apart, labels_of
from edgematch.formats.sources import TILE_FILE, read_pictures
from edgematch.geometry import EAST, NORTH, SOUTH, WEST
from edgematch.puzzle import Placement, Puzzle, printable

if TYPE_CHECKING:
    import yaml

_MOST_LETTERS = 500_000
_TOO_DEEP = re.compile(r"(?:[\[{][\s]*){9}")
_TAG_PREFIX = "tag:yaml.org,2002:"
_PLAIN_TAGS = {
    "map",
    "seq",
    "str",
    "int",
    "float",
    "bool",
    "null",
    "value",
    "timestamp",
}
_SIDE_ORDER = (EAST, NORTH, WEST, SOUTH)
_TILE = re.compile(
    r"^[ \t]*['\"]?[0-9]{1,4}['\"]?[ \t]*:[ \t]*(?:\[|!|&|$)", re.MULTILINE
)
_CELL = re.compile(r"\[t=([0-9]{1,4}|-),r=([0-3]|-)\]")


def _recognizes_tiles(source: Source, options: ReadOptions) -> bool:
    is_yaml = source.suffix in (".yaml", ".yml") or source.name.endswith(TILE_FILE)
    return is_yaml or _TILE.search(source.text) is not None


def _read_tiles(source: Source, options: ReadOptions) -> Document:
    tiles = _tiles(source)
    if options.size is not None:
        rows, columns = options.size
    else:
        rows = columns = isqrt(len(tiles))
    last_line = max(line for line, _ in tiles.values())
    if rows * columns != len(tiles):
        source.fail(
            last_line,
            f"{len(tiles)} tiles do not fill a board of {rows} × {columns}"
            + ("" if options.size else "; the size must be given (--size)"),
        )
    for number in range(1, len(tiles) + 1):
        if number not in tiles:
            source.fail(last_line, f"tile {number} is missing")
    colors = SignedColors.of(label for _, sides in tiles.values() for label in sides)
    pieces = []
    for number in sorted(tiles):
        piece = [0] * 4
        for side, label in zip(_SIDE_ORDER, tiles[number][1], strict=True):
            piece[side] = colors.numbers[label]
        pieces.append(piece)
    try:
        puzzle = Puzzle(
            rows,
            columns,
            pieces,
            framed=options.framed is True,
            mates=colors.mates,
            turnable=options.turnable is not False,
            name=_folder_name(source),
            color_names=colors.names,
        )
    except PuzzleError as error:
        source.fail_as(
            last_line if error.piece is None else tiles[error.piece + 1][0], error
        )
    is_folder = source.path is not None and source.path.is_dir()
    pictures = (
        read_pictures(source.path, puzzle.cells) if source.path and is_folder else {}
    )
    return Document(puzzle, pictures=pictures)


def _folder_name(source: Source) -> str:
    if source.path is None:
        return ""
    folder = source.path.resolve()
    if not folder.is_dir():
        folder = folder.parent
    return printable(folder.parent.name if folder.name == "input" else folder.name)


def _tiles(source: Source) -> dict[int, tuple[int, list[Label]]]:
    """Return the line and the four sides of each tile."""
    fault = _fault_of_text(source.text)
    if fault is not None:
        source.fail(None, fault)
    try:
        import yaml
    except ImportError:
        raise MissingPackage(
            f"{source.name}: files of tiles need PyYAML, which is not installed"
        ) from None
    try:
        root = yaml.compose(source.text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        source.fail(mark.line + 1 if mark else None, f"not YAML: {error.problem}")
    except yaml.YAMLError as error:
        source.fail(None, f"not YAML: {str(error).splitlines()[0]}")
    except RecursionError:
        source.fail(None, "not a tile file: nested too deeply")
    _check_tag(source, root)
    if not isinstance(root, yaml.MappingNode):
        source.fail(1, "expected tiles such as `1: [[red, +], …]`")
    tiles: dict[int, tuple[int, list[Label]]] = {}
    for key, value in root.value:
        line = key.start_mark.line + 1
        _check_tag(source, key)
        if not isinstance(key, yaml.ScalarNode) or not re.fullmatch(
            "[0-9]{1,4}", key.value
        ):
            source.fail(line, "the name of a tile must be its number, from 1")
        _check_tag(source, value)
        number = int(key.value)
        if number in tiles:
            source.fail(
                line, f"tile {number} occurs twice, first on line {tiles[number][0]}"
            )
        if not isinstance(value, yaml.SequenceNode) or len(value.value) != 4:
            count = len(value.value) if isinstance(value, yaml.SequenceNode) else "no"
            source.fail(
                value.start_mark.line + 1,
                f"tile {number}: expected 4 sides, got {count}",
            )
        tiles[number] = line, [_side(source, number, side) for side in value.value]
    if not tiles:
        source.fail(1, "no tiles")
    return tiles


def _fault_of_text(text: str) -> str | None:
    """Return why a text is refused before it is parsed, or None."""
    if len(text) > _MOST_LETTERS:
        return f"longer than {_MOST_LETTERS:,} characters, too long for a puzzle"
    if _TOO_DEEP.search(text):
        return "not a tile file: nested too deeply"
    return None


def _check_tag(source: Source, node: "yaml.Node | None") -> None:
    if node is not None and node.tag.removeprefix(_TAG_PREFIX) not in _PLAIN_TAGS:
        source.fail(
            node.start_mark.line + 1, f"the tag {quote(node.tag)} is not allowed here"
        )


def _side(source: Source, number: int, node: "yaml.Node") -> Label:
    import yaml

    line = node.start_mark.line + 1
    _check_tag(source, node)
    if isinstance(node, yaml.SequenceNode) and len(node.value) == 2:
        words = []
        for part in node.value:
            _check_tag(source, part)
            if isinstance(part, yaml.ScalarNode):
                words.append(part.value)
        if len(words) == 2 and words[0] and words[1] in ("+", "-", ""):
            if words[0][-1] in "+-":
                source.fail(
                    line, f"tile {number}: the name of a color must not end in a sign"
                )
            return words[0], words[1]
    source.fail(
        line, f"tile {number}: a side must be a color and a half, such as [red, +]"
    )


def _fit_tiles(document: Document, options: ReadOptions) -> Fit:
    puzzle = document.puzzle
    if puzzle.framed:
        raise CannotHold("a Scramble Squares folder has no room for a frame")
    if puzzle.rows != puzzle.columns:
        raise CannotHold("a Scramble Squares folder has room for square boards only")
    lost = [*lost_rules(puzzle, framed=False)]
    if not are_told_apart(labels_of(puzzle)):
        lost.append(f"{len(puzzle.colors)} colors")
    fault = _fault_of_text(_write_tiles(document, options))
    if fault is not None:
        lost.append(f"this puzzle ({fault})")
    return Fit(tuple(lost))


def _write_tiles(document: Document, options: ReadOptions) -> str:
    puzzle = document.puzzle
    labels = labels_of(puzzle)
    lines = []
    for number, piece in enumerate(puzzle.pieces, start=1):
        sides = (labels[piece[side]] for side in _SIDE_ORDER)
        quoted = ", ".join(
            f"[{_yaml_string(name)}, {_yaml_string(sign)}]" for name, sign in sides
        )
        lines.append(f"{number}: [{quoted}]")
    return "\n".join(lines) + "\n"


def _yaml_string(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"


def _recognizes_solution(source: Source, options: ReadOptions) -> bool:
    return _CELL.search(source.text) is not None


def _read_solution(source: Source, puzzle: Puzzle) -> Board:
    def piece_and_turn(line: Line, word: str) -> tuple[int, int] | None:
        match = _CELL.fullmatch(word)
        if match is None or (match[1] == "-") != (match[2] == "-"):
            source.fail(line.number, f"expected [t=TILE,r=TURNS], got {quote(word)}")
        return None if match[1] == "-" else (int(match[1]) - 1, -int(match[2]) % 4)

    lines = [
        Line(number, tuple(text.split()))
        for number, text in enumerate(source.text.splitlines(), start=1)
        if text.strip() and not text.lstrip().startswith(("=", "#"))
    ]
    if not lines:
        source.fail(None, "nothing but comments")
    return board_of_grid(source, puzzle, lines, piece_and_turn)


def _write_solution(board: Board) -> str:
    def word(placement: Placement | None) -> str:
        if placement is None:
            return "[t=-,r=-]"
        return f"[t={placement.piece + 1},r={-placement.turn % 4}]"

    return grid_of_board(board, word)


TILES = Format(
    name="scramble-squares",
    summary=f"a folder with `{TILE_FILE}` (right, top, left, bottom) and `1.png` …",
    content=Content.PUZZLE,
    suffixes=(".yaml", ".yml"),
    recognizes=_recognizes_tiles,
    read=_read_tiles,
    takes=frozenset({"size", "framed", "turnable"}),
    write=_write_tiles,
    fit=_fit_tiles,
    file_in_folder=TILE_FILE,
)

SOLUTION = board_format(
    name="scramble-solution",
    summary="a line for each row, `[t=TILE,r=TURNS]` for each cell, anticlockwise",
    suffixes=(),
    recognizes=_recognizes_solution,
    read=_read_solution,
    write=_write_solution,
)
