"""The most pieces of a full board that can stay when all breaks are to go.

Each break costs one of its two pieces: what must go is a smallest cover of the breaks.
Cells are black and white like a chessboard, so the breaks are a bipartite graph, and a
smallest cover is as large as a largest matching (Kőnig).  Then every piece that was
taken away is tried on every cell that is empty.
"""

from collections.abc import Mapping, Sequence

from edgematch.board import Board
from edgematch.geometry import SIDES, neighbor, opposite
from edgematch.puzzle import Placement, Puzzle


def unbroken(board: Board) -> Board:
    """Return a board without a break: the pieces that can stay, and some more."""
    dropped = smallest_cover(board)
    kept = [each for each in board.placements if each.cell not in dropped]
    return _filled(Board(board.puzzle, kept))


def smallest_cover(board: Board) -> set[int]:
    """Return the fewest cells that are on all breaks.

    A hint is dropped only where it breaks with another: its neighbors go before it.
    """
    hinted = {hint.cell for hint in board.puzzle.hints}
    beside: dict[int, list[int]] = {}
    cover: set[int] = set()
    breaks = board.breaks()
    for join in breaks:
        ends = {join.cell, join.other_cell}
        if len(ends & hinted) == 1:
            cover |= ends - hinted
    for join in breaks:
        if join.cell in cover or join.other_cell in cover:
            continue
        row, column = divmod(join.cell, board.puzzle.columns)
        black, white = join.cell, join.other_cell
        if (row + column) % 2:
            black, white = white, black
        beside.setdefault(black, []).append(white)
    return cover | _smallest_bipartite_cover(beside)


def _smallest_bipartite_cover(beside: Mapping[int, Sequence[int]]) -> set[int]:
    """Return the fewest cells that are on all breaks between black and white cells."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    if not beside:
        return set()
    blacks = list(beside)
    whites = sorted({white for each in beside.values() for white in each})
    place = {white: number for number, white in enumerate(whites)}
    pairs = [
        (row, place[white])
        for row, black in enumerate(blacks)
        for white in beside[black]
    ]
    rows, columns = zip(*pairs, strict=True)
    shape = (len(blacks), len(whites))
    graph = csr_array(([1] * len(pairs), (rows, columns)), shape)
    partners = maximum_bipartite_matching(graph, perm_type="column").tolist()
    partner_of = {
        whites[column]: blacks[row]
        for row, column in enumerate(partners)
        if column >= 0
    }
    # From the unmatched black cells along alternating paths: white cells reached and
    # black cells not reached are the cover (Kőnig).
    reached: set[int] = set()
    waiting = [
        black for black, column in zip(blacks, partners, strict=True) if column < 0
    ]
    covered: set[int] = set()
    while waiting:
        black = waiting.pop()
        if black in reached:
            continue
        reached.add(black)
        for white in beside[black]:
            covered.add(white)
            if white in partner_of:
                waiting.append(partner_of[white])
    return covered | (beside.keys() - reached)


def _filled(board: Board) -> Board:
    """Return the board with every missing piece added that fits without a break."""
    puzzle = board.puzzle
    placements = {each.cell: each for each in board.placements}
    hinted = {hint.cell for hint in puzzle.hints}
    hinted_pieces = {hint.piece for hint in puzzle.hints}
    free = [piece for piece in board.missing_pieces() if piece not in hinted_pieces]
    for cell in board.empty_cells():
        if cell in hinted:
            continue
        wanted = {}
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None and beyond in placements:
                there = placements[beyond]
                color = puzzle.colors_of(there.piece, there.turn)[opposite(side)]
                wanted[side] = puzzle.mate(color)
        for piece in free:
            turn = _fitting_turn(puzzle, cell, piece, wanted)
            if turn is not None:
                placements[cell] = Placement(cell, piece, turn)
                free.remove(piece)
                break
    return Board(puzzle, placements.values())


def _fitting_turn(
    puzzle: Puzzle, cell: int, piece: int, wanted: Mapping[int, int]
) -> int | None:
    """Return the first turn in which a piece shows these colors, and no wrong rim."""
    for turn in puzzle.turns:
        colors = puzzle.colors_of(piece, turn)
        # Most pieces are told by their colors, which is quicker than by the rim.
        if all(colors[side] == color for side, color in wanted.items()):
            placement = Placement(cell, piece, turn)
            if not puzzle.rim_faults(placement):
                return turn
    return None
