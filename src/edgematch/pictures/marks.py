"""What a picture says about a board beyond its pieces: breaks, hints, slots, numbers.

Every mark is dark and light at once, so that it stands out on any ground and in grey.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from edgematch.board import Board, Join
from edgematch.geometry import EAST
from edgematch.pictures.document import CELL, SvgDocument, number, stroke, use
from edgematch.pictures.glyphs import width
from edgematch.puzzle import Placement, Puzzle

DARK: Final = "#1b1f24"
LIGHT: Final = "#ffffff"
BREAK: Final = "#e0102f"
HINT: Final = "#ffd21f"
SLOT: Final = "#eef0f2"
FAINT: Final = "#8a929b"
LABEL: Final = "#4a525c"

_DIGIT_HEIGHT: Final = 14.0
ZIGZAG: Final = "M-36 6L-24 -7L-12 7L0 -7L12 7L24 -7L36 6"
_INSETS: Final = {"kept": 44, "open": 44, "broken": 31}
"""How far from the center a hint's ring runs; a broken one keeps clear of breaks."""

Origin = tuple[float, float]
"""The position of the top left of a grid."""


def center(cell: int, columns: int, origin: Origin, gap: float = 0) -> Origin:
    """Return the center of the place of `cell` in a grid with gaps."""
    row, column = divmod(cell, columns)
    step = CELL + gap
    return origin[0] + column * step + CELL / 2, origin[1] + row * step + CELL / 2


def draw_breaks(document: SvgDocument, board: Board, origin: Origin) -> None:
    """Put a zigzag on every join that does not match."""
    zigzag = document.define(
        "break",
        "".join(
            f'<path d="{ZIGZAG}" {stroke(ink, line_width)}/>'
            for ink, line_width in ((DARK, 17), (LIGHT, 13), (BREAK, 6.5))
        ),
    )
    document.add_group(
        'class="breaks"',
        (_break(zigzag, join, board.puzzle, origin) for join in board.breaks()),
    )


def _break(zigzag: str, join: Join, puzzle: Puzzle, origin: Origin) -> str:
    x, y = center(join.cell, puzzle.columns, origin)
    if join.side == EAST:
        at = f"translate({number(x + CELL / 2)} {number(y)})rotate(90)"
    else:
        at = f"translate({number(x)} {number(y + CELL / 2)})"
    return f'<use class="break" href="#{zigzag}" transform="{at}"/>'


def draw_hints(document: SvgDocument, board: Board, origin: Origin) -> None:
    """Put a ring in the cell of every hint, dashed where the hint is not kept."""
    puzzle = board.puzzle
    kept, broken = set(board.kept_hints()), set(board.broken_hints())

    def ring(hint: Placement) -> str:
        x, y = center(hint.cell, puzzle.columns, origin)
        state = "kept" if hint in kept else "broken" if hint in broken else "open"
        identity = document.define(f"hint-{state}", _hint_ring(state))
        return use(identity, x, y, f'class="hint {state}"')

    document.add_group('class="hints"', map(ring, puzzle.hints))


def _hint_ring(state: str) -> str:
    inset = number(_INSETS[state])
    dashes = "" if state == "kept" else ' stroke-dasharray="9 12"'
    box = f"M-{inset} -{inset}H{inset}V{inset}H-{inset}Z"
    return (
        f'<path d="{box}" {stroke(DARK, 9)}/>'
        f'<path d="{box}" {stroke(HINT, 4.5)}{dashes}/>'
    )


def draw_slots(
    document: SvgDocument, puzzle: Puzzle, cells: Iterable[int], origin: Origin
) -> None:
    """Draw cells without a piece: a sunken place with the cell's name."""
    cells = tuple(cells)
    slot = document.define(
        "slot",
        f'<path d="M-50-50H50V50H-50Z" fill="{SLOT}" stroke="{FAINT}"'
        ' stroke-width="1.2" stroke-dasharray="5 5"/>',
    )
    places = [center(cell, puzzle.columns, origin) for cell in cells]
    document.add_group(
        'class="slots"', (use(slot, x, y, 'class="slot"') for x, y in places)
    )
    document.add_group(
        stroke(FAINT, 1.3),
        (
            document.lettering(puzzle.cell_name(cell), x, y, 18)
            for cell, (x, y) in zip(cells, places, strict=True)
        ),
    )


def draw_numbers(
    document: SvgDocument, numbers: Iterable[tuple[int, float, float, bool]]
) -> None:
    """Put piece numbers on small plates: number, center, and whether it is a hint's."""
    plain: list[str] = []
    hinted: list[str] = []
    plates: list[str] = []
    for value, x, y, is_hint in numbers:
        text = str(value)
        plates.append(use(_plate(document, text, is_hint), x, y))
        lettering = document.lettering(text, x, y, _DIGIT_HEIGHT)
        (hinted if is_hint else plain).append(lettering)
    document.add_group('class="plates"', plates)
    document.add_group(f'class="numbers" {stroke(DARK, 1.7)}', plain)
    document.add_group(f'class="numbers" {stroke(HINT, 1.7)}', hinted)


def _plate(document: SvgDocument, text: str, is_hint: bool) -> str:
    across = max(width(text, _DIGIT_HEIGHT) + 9, 21)
    down = _DIGIT_HEIGHT + 7
    return document.define(
        f"plate{len(text)}",
        f'<rect x="{number(-across / 2)}" y="{number(-down / 2)}"'
        f' width="{number(across)}" height="{number(down)}" rx="7"'
        f' fill="{DARK if is_hint else LIGHT}" stroke="{DARK}" stroke-width="1.2"/>',
    )


def draw_labels(document: SvgDocument, puzzle: Puzzle, origin: Origin) -> None:
    """Write row letters at the left and column numbers at the top."""
    document.add_group(
        f'class="labels" {stroke(LABEL, 1.5)}', _labels(document, puzzle, origin)
    )


def _labels(document: SvgDocument, puzzle: Puzzle, origin: Origin) -> Iterator[str]:
    left, top = origin
    for row in range(puzzle.rows):
        cell = row * puzzle.columns
        letters = puzzle.cell_name(cell).rstrip("0123456789")
        _, y = center(cell, puzzle.columns, origin)
        yield document.lettering(letters, left - 28, y, 24)
    for column in range(puzzle.columns):
        x, _ = center(column, puzzle.columns, origin)
        yield document.lettering(str(column + 1), x, top - 28, 24)
