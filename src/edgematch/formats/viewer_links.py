"""Links of the community's board viewer: a whole board in one address.

A link shows pieces as they are placed.  With the puzzle given they are found in it,
whatever its letters stand for; without it, they are the puzzle, every one of them
unturned.  The links that we write hold the puzzle too where that is not enough, as the
pieces that are not on the board yet.
"""

from collections.abc import Iterable

from edgematch.board import Board
from edgematch.errors import CannotHold, PuzzleError
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
    lost_rules,
)
from edgematch.formats.letterings import placements_by_colors, translate, translation
from edgematch.formats.link_syntax import (
    LETTERS,
    MOST_PIECES,
    ViewerLink,
    find_links,
    link_text,
    parse_link,
)
from edgematch.formats.studio_links import pack_puzzle, unpack_puzzle
from edgematch.geometry import RIM, Colors
from edgematch.puzzle import Placement, Puzzle


def _read(source: Source, options: ReadOptions) -> Document:
    link = parse_link(source)
    known = options.puzzle
    if link.packed and options == ReadOptions():
        known = unpack_puzzle(source, link.packed)
    if known is not None:
        board, notes = _board_of(known, source, link)
        return Document(known, board, notes=notes)
    puzzle = _puzzle_of_link(source, link, options)
    placements = [
        Placement(cell, number - 1 if number else cell, 0)
        for cell, number in enumerate(link.numbers)
    ]
    note = (
        "the pieces are those of the link itself; name the puzzle (--puzzle) to have"
        " them checked against it"
    )
    return Document(puzzle, Board(puzzle, placements), notes=(note,))


def _board_of(
    puzzle: Puzzle, source: Source, link: ViewerLink
) -> tuple[Board, tuple[str, ...]]:
    """Find the pieces that a link shows in a puzzle.

    Equal pieces are used in order, but hints get theirs first.  A piece that is shown
    more often than the puzzle has it is placed twice: the referee reports it.  Piece
    numbers only choose among equal pieces: authors number the pieces in their own way.
    """
    if (link.rows, link.columns) != (puzzle.rows, puzzle.columns):
        source.fail(
            link.line,
            f"a board of {link.rows} × {link.columns}, the puzzle has"
            f" {puzzle.rows} × {puzzle.columns}",
        )
    letters = translation(puzzle, source, link)
    stock = placements_by_colors(puzzle)
    hints = {hint.cell: (hint.piece, hint.turn) for hint in puzzle.hints}
    used = {hint.piece for hint in puzzle.hints}
    placements, misnumbered = [], 0
    for cell, shown in enumerate(link.cells):
        if shown is None:
            continue
        number = link.numbers[cell]
        ways = stock[translate(shown, letters)]
        numbered = [way for way in ways if way[0] == number - 1]
        misnumbered += number > 0 and not numbered
        ways = numbered or ways
        free = [way for way in ways if way[0] not in used]
        way = (free or ways)[0]
        if hints.get(cell) in ways:
            way = hints[cell]
        used.add(way[0])
        placements.append(Placement(cell, *way))
    notes: tuple[str, ...] = ()
    if misnumbered:
        note = (
            f"{misnumbered} of {len(placements)} piece numbers of the link are not"
            " those of the puzzle; the letters are used instead"
        )
        notes = (note,)
    return Board(puzzle, placements), notes


def _puzzle_of_link(source: Source, link: ViewerLink, options: ReadOptions) -> Puzzle:
    """Return the puzzle whose pieces are those that a full link shows."""
    empty = link.cells.count(None)
    if empty:
        source.fail(
            link.line,
            f"{empty} of {len(link.cells)} cells are empty: the puzzle must be named"
            " (--puzzle)",
        )
    pieces: dict[int, Colors] = {}
    for cell, colors in enumerate(link.cells):
        number = link.numbers[cell] or cell + 1
        if number in pieces:
            source.fail(link.line, f"board_pieces has piece {number} twice")
        if colors is not None:
            pieces[number] = colors
    if sorted(pieces) != list(range(1, len(link.cells) + 1)):
        source.fail(
            link.line, f"board_pieces must have each number from 1 to {len(link.cells)}"
        )
    framed = options.framed
    try:
        return Puzzle(
            link.rows,
            link.columns,
            [pieces[number] for number in sorted(pieces)],
            framed=_looks_framed(pieces.values()) if framed is None else framed,
            turnable=options.turnable is not False,
            name=link.name,
        )
    except PuzzleError as error:
        source.fail_as(link.line, error)


def board_without_puzzle(link: ViewerLink) -> Document:
    """Return what a link shows, to be scored: the rest of its puzzle is not known.

    Every cell has a piece of its own, and blanks stand for the unknown pieces.
    """
    blank = (len(LETTERS),) * 4  # no letter shows this color
    puzzle = Puzzle(
        link.rows,
        link.columns,
        [colors or blank for colors in link.cells],
        framed=_looks_framed(colors for colors in link.cells if colors is not None),
        name=link.name,
    )
    shown = [cell for cell, colors in enumerate(link.cells) if colors is not None]
    note = "the puzzle is not known: its pieces were not checked"
    return Document(
        puzzle, Board(puzzle, [(cell, cell, 0) for cell in shown]), notes=(note,)
    )


def _fit(document: Document, options: ReadOptions) -> Fit:
    """Return how a link can hold this: as a puzzle, or as a board of a known puzzle."""
    puzzle, board = document.puzzle, document.board
    _check_letters(puzzle, board)
    if board is None:
        return Fit(_lost_rules(puzzle))
    if not _needs_puzzle(board):
        return Fit()
    # A reader cannot tell turns that look alike, so no rule may depend on which it is.
    hints = {(hint.cell, hint.piece): hint.turn for hint in puzzle.hints}
    for cell, piece, turn in board.placements:
        colors = puzzle.colors_of(piece, turn)
        wanted = hints.get((cell, piece), turn)
        is_mended = turn != wanted and colors == puzzle.colors_of(piece, wanted)
        if turn not in puzzle.turns or is_mended:
            return Fit(("this board",))
    if options.puzzle is not None:
        return Fit(notes=("to read the board back, name its puzzle (--puzzle)",))
    return Fit()


def _needs_puzzle(board: Board) -> bool:
    """Return whether a board is read back from what it shows only with its puzzle."""
    return bool(_lost_rules(board.puzzle)) or not _shows_all_pieces(board)


def _lost_rules(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(lost_rules(puzzle, _looks_framed(puzzle.pieces)))


def _check_letters(puzzle: Puzzle, board: Board | None) -> None:
    """Raise unless letters and digits can show the pieces of the board or puzzle."""
    pieces: Iterable[Colors] = puzzle.pieces
    if board is not None:
        pieces = [puzzle.pieces[piece] for _, piece, _ in board.placements]
    if puzzle.is_signed:
        raise CannotHold("a viewer link has no room for signed colors")
    if puzzle.cells > MOST_PIECES:
        raise CannotHold(f"a viewer link has room for at most {MOST_PIECES} pieces")
    for piece in pieces:
        if max(piece) >= len(LETTERS):
            most = len(LETTERS) - 1
            raise CannotHold(f"a viewer link has room for colors up to {most}")
        if not any(piece):
            raise CannotHold("a viewer link has no room for a piece of color 0 only")


def _looks_framed(pieces: Iterable[Colors]) -> bool:
    """Return whether the pieces of a link are read as those of a framed puzzle."""
    return any(RIM in piece for piece in pieces)


def _shows_all_pieces(board: Board) -> bool:
    """Return whether every piece is placed and looks as if it were not turned."""
    return not board.missing_pieces() and all(
        board.colors_at(cell) == board.puzzle.pieces[piece]
        for cell, piece, _ in board.placements
    )


def _write(document: Document, options: ReadOptions) -> str:
    """Write the board; for a puzzle alone, its pieces in order, unturned.

    A board comes with its puzzle, unless its reader has that or does not need it.
    """
    puzzle = document.puzzle
    is_needed = document.board is not None and _needs_puzzle(document.board)
    packed = pack_puzzle(puzzle) if is_needed and options.puzzle is None else ""
    board = document.board or Board(
        puzzle, [(piece, piece, 0) for piece in range(puzzle.cells)]
    )
    cells: list[Colors | None] = [None] * puzzle.cells
    numbers = [0] * puzzle.cells
    for cell, piece, turn in board.placements:
        cells[cell], numbers[cell] = puzzle.colors_of(piece, turn), piece + 1
    link = ViewerLink(
        1, puzzle.name, puzzle.rows, puzzle.columns, cells, numbers, packed
    )
    return link_text(link)


FORMAT = Format(
    name="link",
    summary="a link of the community viewer: `…#puzzle=…&board_w=…&board_edges=…`",
    content=Content.BOTH,
    suffixes=(".url",),
    recognizes=lambda source, options: bool(find_links(source.text)),
    read=_read,
    write=_write,
    fit=_fit,
    takes=frozenset({"framed", "turnable"}),
)
