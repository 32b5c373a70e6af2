"""Choose contenders for a puzzle by estimates from its pieces; a race decides.

Row scan places fifty million pieces a second and checks nothing ahead; a propagating
search places a few thousand and needs far fewer.  Where both may be faster, they race
(`race.py`).
"""

import math
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from edgematch.devices.gpu import has_gpu
from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import RIM, SIDES, is_on_rim
from edgematch.puzzle import Puzzle
from edgematch.search.request import Count, Request
from edgematch.search.technique import Outcome, Search, has_compiler
from edgematch.symmetry import board_symmetries, boards_per_picture
from edgematch.techniques.consistency import Consistency
from edgematch.techniques.row_scan import MOST_PIECES, RowScan
from edgematch.techniques.sat import Sat

from .race import Race

if TYPE_CHECKING:
    from edgematch.theory.estimate import Estimate

_PLAIN_CELLS = 16
_PLAIN_NODES = 50_000
"""What plain Python places in a tenth of a second, while a compiled loop is loaded in
half a second and compiled in eight."""
_PLAIN = RowScan(values="rare", break_symmetry=True, compiled=False)
_LOG10_PLAIN = 5.5
"""Plain Python places this many pieces in a second, and in three in a browser."""
_LOG10_MOST_MODELS = 3.0
"""A SAT solver that lists more solutions than this grows ever slower."""
_LOG10_MOMENT = 6.0
"""Row scan places this many pieces in less than a tenth of a second."""
_LOG10_HOPELESS = 10.5
"""Row scan takes ten minutes to place this many pieces.  Where so many are expected,
propagation finds even one solution of many sooner: median seconds, two-set 12x12 4:2
0.003 against more than 2, one-set 8x8 5 0.2 against more than 2."""
_LOG10_HOPELESS_ON_GPU = 14.0
"""A GPU takes an hour to place this many pieces."""
_LOG10_MOST = 300.0
"""What a float can hold."""
_LOG10_BY_CHANCE = -3.0
"""With fewer expected solutions than this, the planted one is the only one, and few
pieces fit anywhere: propagation from the frame inward finds that out.  With more, the
frame is easily completed once the inside is filled.  Nodes with inner cells first,
and without: two-set 7x7 9:2 (log10 of expected solutions -0.4) 4,900 and 25,000; 8x8
12:2 (-7) 161,000 and 224,000; 8x8 14:5 (-19) 2,700 and 950; 10x10 24:5 (-48) 4,400 and
75."""
_LOG10_MANY = 5.0
"""With more expected solutions than this, counting colors costs more than it saves."""
_LOG10_FEWER = 0.5
"""The inside is filled first if it has fewer fillings than the frame by this factor."""


def start(request: Request) -> Search:
    """Return a search that has placed nothing yet."""
    if not has_compiler():
        return _without_compiler(request).start(request)
    if _is_small(request):
        return _PLAIN.start(request)
    from edgematch.theory.estimate import estimate, estimates
    from edgematch.theory.logarithms import number_text

    expected = estimate(request.puzzle)
    copies = _copies(request)
    scan = expected.log10_nodes - math.log10(copies)
    row_scan = replace(_PLAIN, compiled=True)
    if scan < _LOG10_MOMENT:
        why = f"about {number_text(scan)} nodes are expected"
        return Race(request, [row_scan], why)
    propagating, why = propagating_technique(request.puzzle, expected)
    on_gpu = math.inf
    if has_gpu() and len(request.puzzle.pieces) <= MOST_PIECES:
        on_gpu = estimates(request.puzzle)[0].log10_nodes - math.log10(copies)
    try:
        if on_gpu < _LOG10_HOPELESS_ON_GPU:
            nodes = 10 ** min(scan, _LOG10_MOST)
            return Race(request, [propagating, row_scan], why, nodes, 10**on_gpu)
        if scan > _LOG10_HOPELESS:
            return Race(request, [propagating], why)
        return Race(request, [propagating, row_scan], why, 10**scan)
    except UnsupportedPuzzle as refusal:
        return Race(request, [row_scan], str(refusal))


def _without_compiler(request: Request) -> RowScan | Sat:
    """Return plain Python for small trees and for many solutions, else a SAT solver.

    The solver saves no checkpoints; without numpy nothing does.
    """
    if find_spec("numpy") is not None or find_spec("pysat") is None:
        return _PLAIN
    from edgematch.theory.estimate import estimate

    expected = estimate(request.puzzle)
    has_many = expected.log10_solutions > _LOG10_MOST_MODELS
    if request.solve.wants_all and has_many:
        return _PLAIN
    scan = expected.log10_nodes - math.log10(_copies(request))
    return _PLAIN if scan < _LOG10_PLAIN else Sat()


def _copies(request: Request) -> int:
    """Return how many boards each board that row scan searches stands for."""
    copies = len(board_symmetries(request.puzzle))
    if isinstance(request.goal, Count):  # it searches one board of each picture
        copies *= boards_per_picture(request.puzzle)
    return copies


def _is_small(request: Request) -> bool:
    """Return whether plain Python is done with a puzzle in a moment."""
    if request.puzzle.cells > _PLAIN_CELLS:
        return False
    probe = _PLAIN.start(request)
    while probe.nodes < _PLAIN_NODES:
        outcome = probe.advance(_PLAIN_NODES - probe.nodes)
        if outcome is Outcome.EXHAUSTED:
            return True
        if outcome is Outcome.FOUND and not request.solve.wants_all:
            return True
    return False


def propagating_technique(
    puzzle: Puzzle, expected: "Estimate"
) -> tuple[Consistency, str]:
    """Return the propagating search for a puzzle, and why it is this one."""
    from edgematch.theory.logarithms import number_text

    if not puzzle.framed or min(puzzle.rows, puzzle.columns) < 4:
        return Consistency(cells="joins", color_count="regions"), ""
    if expected.log10_solutions < _LOG10_BY_CHANCE:
        # Few candidates are left anywhere: counting colors excludes little more.
        return Consistency(), "no solution is expected by chance"
    inside = _log10_fillings(puzzle, "spiral-out", on_frame=False)
    frame = _log10_fillings(puzzle, "frame-first", on_frame=True)
    fillings = (
        f"about {number_text(inside)} ways to fill the inside alone and"
        f" {number_text(frame)} the frame are expected"
    )
    if inside < frame - _LOG10_FEWER:
        # Pieces with rare colors are as likely right as others, and sooner found wrong.
        engine = Consistency(inner_first=True, color_count="regions", values="rare")
        return engine, f"inner cells first: {fillings}"
    if _has_two_sets(puzzle) and expected.log10_solutions < _LOG10_MANY:
        engine = Consistency(cells="joins", color_count="regions")
    else:  # colors occur everywhere: counting them costs time and excludes little
        engine = Consistency()
    return engine, f"frame and inside together: {fillings}"


def _log10_fillings(puzzle: Puzzle, order: str, on_frame: bool) -> float:
    """Return the expected number of ways to fill the frame, or all but the frame."""
    from edgematch.theory.estimate import estimate

    filled = [
        depth.log10_nodes
        for depth in estimate(puzzle, order).depths
        if on_frame
        == any(is_on_rim(depth.cell, s, puzzle.rows, puzzle.columns) for s in SIDES)
    ]
    return filled[-1] if filled else 0.0


def _has_two_sets(puzzle: Puzzle) -> bool:
    """Return whether no color occurs both along the frame and inside."""
    along, inside = set(), set()
    for piece in puzzle.pieces:
        for side, color in enumerate(piece):
            if RIM in (piece[side - 1], piece[side - 3]) and color != RIM:
                along.add(color)
            elif color != RIM:
                inside.add(color)
    return not along & inside
