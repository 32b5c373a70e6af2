"""The fewest breaks by trying everything: the reference of every score engine."""

from edgematch.puzzle import Placement, Puzzle


def naive_fewest_breaks(puzzle: Puzzle, below: int = 1000) -> int | None:
    """Return the fewest breaks of a full legal board; None if there is none.

    None also if all have at least `below`, which is found out much sooner.
    """
    hints = {hint.cell: hint for hint in puzzle.hints}
    hinted = {hint.piece for hint in puzzle.hints}
    fewest = None
    shown: dict[int, tuple[int, ...]] = {}
    used = set(hinted)

    def faces(color: int, other: int) -> bool:
        if puzzle.framed and 0 in (color, other):
            return False
        return (puzzle.mates[color] if puzzle.mates else color) == other

    def fill(cell: int, breaks: int) -> None:
        nonlocal fewest
        if breaks >= (below if fewest is None else fewest):
            return
        if cell == puzzle.cells:
            fewest = breaks
            return
        row, column = divmod(cell, puzzle.columns)
        choices = [hints[cell]] if cell in hints else []
        if not choices:
            choices = [
                Placement(cell, piece, turn)
                for piece in range(puzzle.cells)
                if piece not in used
                for turn in (range(4) if puzzle.turnable else (0,))
            ]
        for _, piece, turn in choices:
            here = tuple(puzzle.pieces[piece][(side - turn) % 4] for side in range(4))
            on_rim = (
                row == 0,
                column == puzzle.columns - 1,
                row == puzzle.rows - 1,
                column == 0,
            )
            if puzzle.framed and tuple(color == 0 for color in here) != on_rim:
                continue
            more = 0
            if column:
                more += not faces(shown[cell - 1][1], here[3])
            if row:
                more += not faces(shown[cell - puzzle.columns][2], here[0])
            shown[cell] = here
            is_new = piece not in used
            used.add(piece)
            fill(cell + 1, breaks + more)
            if is_new:
                used.discard(piece)

    fill(0, 0)
    return fewest
