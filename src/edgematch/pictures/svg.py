"""Boards and puzzles as SVG: four triangles a cell, figures that meet across the joins.

The text uses `#rrggbb` colors only, refers to nothing outside itself and needs no font.
A cell is 100 units wide whatever its size in pixels.  Elements carry a class (`piece`,
`break`, `hint`, `slot`), so that they can be styled and counted.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.geometry import SIDE_NAMES, SIDES
from edgematch.pictures.document import CELL, SvgDocument, number
from edgematch.pictures.marks import (
    DARK,
    Origin,
    center,
    draw_breaks,
    draw_hints,
    draw_labels,
    draw_numbers,
    draw_slots,
)
from edgematch.pictures.palette import Look, looks
from edgematch.pictures.shapes import Layer
from edgematch.pictures.tiles import Tiles, tile_element
from edgematch.puzzle import Puzzle

CELL_SIZE: Final = 64.0
"""Pixels to a cell unless the caller says otherwise."""

MARGIN: Final = 12.0
LABELED_MARGIN: Final = 56.0
GAP: Final = 20.0
"""Between the pieces of a puzzle that are laid out."""

TRIANGLE: Final = "M-50-50H50L0 0Z"
CUTS: Final = "M-50-50L50 50M50-50L-50 50M-50-50H50V50H-50Z"


def board_svg(
    board: Board,
    *,
    cell_size: float = CELL_SIZE,
    numbers: bool = True,
    labels: bool = True,
    tiles: Tiles | None = None,
) -> str:
    """Draw a full or partial board, its breaks and its hints marked.

    Pieces are drawn as their pictures if there are tiles.
    """
    puzzle = board.puzzle
    origin = (LABELED_MARGIN, LABELED_MARGIN) if labels else (MARGIN, MARGIN)
    document = _board_document(board, cell_size, origin)
    draw_slots(document, puzzle, board.empty_cells(), origin)
    element = _piece_drawer(document, puzzle, tiles)
    centers = [
        center(placement.cell, puzzle.columns, origin) for placement in board.placements
    ]
    document.add_group(
        'class="pieces"',
        (
            element(placement.piece, place, placement.turn)
            for placement, place in zip(board.placements, centers, strict=True)
        ),
    )
    draw_hints(document, board, origin)
    draw_breaks(document, board, origin)
    if numbers:
        hinted = set(board.kept_hints()) if not tiles else ()
        draw_numbers(
            document,
            (
                (placement.piece + 1, *place, placement in hinted)
                for placement, place in zip(board.placements, centers, strict=True)
            ),
        )
    if labels:
        draw_labels(document, puzzle, origin)
    return document.text()


def puzzle_svg(
    puzzle: Puzzle,
    *,
    cell_size: float = CELL_SIZE,
    numbers: bool = True,
    tiles: Tiles | None = None,
) -> str:
    """Draw the pieces in order, unturned, with gaps and their numbers from 1.

    Pieces are drawn as their pictures if there are tiles.
    """
    step = CELL + GAP
    document = SvgDocument(
        puzzle.columns * step - GAP + 2 * MARGIN,
        puzzle.rows * step - GAP + 2 * MARGIN,
        cell_size=cell_size,
        title=f"{puzzle.name or 'Puzzle'}: {len(puzzle.pieces)} pieces"
        f" of a board of {puzzle.rows} × {puzzle.columns}",
    )
    element = _piece_drawer(document, puzzle, tiles)
    places = [
        center(piece, puzzle.columns, (MARGIN, MARGIN), GAP)
        for piece in range(len(puzzle.pieces))
    ]
    document.add_group(
        'class="pieces"',
        (element(piece, place, 0) for piece, place in enumerate(places)),
    )
    if numbers:
        draw_numbers(
            document, ((piece + 1, *place, False) for piece, place in enumerate(places))
        )
    return document.text()


def notebook_svg(shown: Puzzle | Board) -> str:
    """Draw a puzzle or a board in a size that fits a notebook."""
    puzzle = shown.puzzle if isinstance(shown, Board) else shown
    cell_size = min(72, 960 // max(puzzle.rows, puzzle.columns))
    if isinstance(shown, Board):
        return board_svg(shown, cell_size=cell_size)
    return puzzle_svg(shown, cell_size=cell_size * 5 // 6)  # the gaps take the rest


def _piece_drawer(
    document: SvgDocument, puzzle: Puzzle, tiles: Tiles | None
) -> Callable[[int, Origin, int], str]:
    """Return a function of a piece, a place and a turn that returns an element."""
    if tiles:
        return partial(tile_element, document, tiles)
    return partial(piece_element, document, puzzle, looks(puzzle))


def piece_svg(puzzle: Puzzle, piece: int, *, cell_size: float = CELL_SIZE) -> str:
    """Draw a single unturned piece, without a margin."""
    if not 0 <= piece < len(puzzle.pieces):
        raise EdgematchError(
            f"there is no piece {piece + 1}; the puzzle has {len(puzzle.pieces)} pieces"
        )
    sides = zip(SIDE_NAMES, puzzle.pieces[piece], strict=True)
    document = SvgDocument(
        CELL,
        CELL,
        cell_size=cell_size,
        title=f"Piece {piece + 1}",
        description=", ".join(
            f"{name} {puzzle.color_name(color)}" for name, color in sides
        ),
    )
    middle = (CELL / 2, CELL / 2)
    document.add(piece_element(document, puzzle, looks(puzzle), piece, middle))
    return document.text()


def piece_element(
    document: SvgDocument,
    puzzle: Puzzle,
    shown: Sequence[Look],
    piece: int,
    place: Origin,
    turn: int = 0,
) -> str:
    """Return a piece centered at a place, turned clockwise."""
    x, y = place
    at = f"translate({number(x)} {number(y)})"
    if turn:
        at += f"rotate({90 * turn})"
    parts = [f'<g class="piece" transform="{at}">']
    for side, color in zip(SIDES, puzzle.pieces[piece], strict=True):
        identity = document.define(f"c{color}", _side(document, shown[color]))
        rotate = f' transform="rotate({90 * side})"' if side else ""
        parts.append(f'<use href="#{identity}"{rotate}/>')
    cuts = document.define(
        "cuts",
        f'<path d="{CUTS}" fill="none" stroke="{DARK}" stroke-width="1.2"'
        ' stroke-linejoin="round"/>',
    )
    return "".join([*parts, f'<use href="#{cuts}"/></g>'])


def _board_document(board: Board, cell_size: float, origin: Origin) -> SvgDocument:
    """Return an empty picture that has room for a board and says what it shows."""
    puzzle = board.puzzle
    left, top = origin
    breaks = board.breaks()
    filled = len(board.placements)
    title = (
        f"{puzzle.name or 'Board'}: {filled} of {puzzle.cells} cells filled,"
        f" score {board.score()} of {puzzle.joins}"
    )
    sentences = [
        f"Break between {puzzle.cell_name(join.cell)} and"
        f" {puzzle.cell_name(join.other_cell)}."
        for join in breaks
    ]
    sentences += [f"Hint at {puzzle.cell_name(hint.cell)}." for hint in puzzle.hints]
    return SvgDocument(
        puzzle.columns * CELL + left + MARGIN,
        puzzle.rows * CELL + top + MARGIN,
        cell_size=cell_size,
        title=title,
        description=" ".join(sentences),
    )


def _side(document: SvgDocument, look: Look) -> str:
    """Return one triangle, its side at the top and its tip at the origin."""
    ground = f'<path d="{TRIANGLE}" fill="{look.ground}"/>'
    layers = "".join(_layer(layer, look.ink(layer)) for layer in look.layers)
    if any(layer.width is not None for layer in look.layers):
        # The ends of lines reach beyond the triangle.
        layers = f"<g {document.define_clip('side', TRIANGLE)}>{layers}</g>"
    return ground + layers


def layer_path(layer: Layer) -> str:
    """Return the path of a layer in the triangle at the top of a cell."""
    points = "L".join(f"{number(x)} {number(y - CELL / 2)}" for x, y in layer.points)
    return f"M{points}Z" if layer.closed else f"M{points}"


def _layer(layer: Layer, ink: str) -> str:
    data = layer_path(layer)
    if layer.width is None:
        return f'<path d="{data}" fill="{ink}"/>'
    return (
        f'<path d="{data}" fill="none" stroke="{ink}"'
        f' stroke-width="{number(layer.width)}" stroke-linejoin="round"/>'
    )
