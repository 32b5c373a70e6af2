"""What a list of bare colors means: column order, size, rim, mates and turns.

Every hypothesis about them is tried.  The first one without a fault is chosen, and the
notes say which it was and why.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt
from typing import NoReturn

from edgematch.formats.color_words import Coloring
from edgematch.formats.document import Document, Fit, ReadOptions, Source, lost_rules
from edgematch.formats.hypotheses import Hypothesis, hypotheses
from edgematch.formats.interpretation_notes import interpretation_notes
from edgematch.formats.one_solution import is_fixed
from edgematch.geometry import MAXIMUM_SIDE
from edgematch.puzzle import Puzzle


def interpret(
    source: Source,
    lines: Sequence[int],
    ways: Sequence[Coloring],
    given: ReadOptions,
) -> Document:
    """Return the puzzle that pieces stand for; what options say is not doubted.

    The `lines` are those of the pieces, for errors; the `ways` are those to take their
    words as colors.
    """
    pieces = len(lines)
    if pieces > MAXIMUM_SIDE**2:
        source.fail(
            lines[-1],
            f"{pieces} pieces: boards have up to {MAXIMUM_SIDE} rows and columns",
        )
    if given.size is not None and given.size[0] * given.size[1] != pieces:
        rows, columns = given.size
        source.fail(
            lines[-1],
            f"{rows} × {columns} needs {rows * columns} pieces, the file has {pieces}",
        )
    if given.rim is not None and given.framed is False:
        source.fail(None, "a puzzle without a frame has no rim (--unframed, --rim)")
    if given.rim is not None and all(way.color_of(given.rim) is None for way in ways):
        source.fail(None, f"no piece has the color {given.rim} (--rim)")
    choices = list(hypotheses(ways, given, source.stem))
    chosen = _likeliest(choices, given)
    if chosen is None:
        source.fail(lines[-1], _no_board(pieces))
    if chosen.puzzle is None:
        _fail_in_line(source, lines, chosen)
    notes = tuple(interpretation_notes(chosen, choices, given))
    return Document(chosen.puzzle, notes=notes)


def _no_board(pieces: int) -> str:
    if pieces == 1:
        return (
            "only 1 piece, which may be a hint; if it is a puzzle of 1 × 1, give its"
            " size (--size 1x1)"
        )
    side = isqrt(pieces + 1)
    if side * side == pieces + 1 and side > 2:
        return (
            f"{pieces} pieces do not fill a square board: give the size (--size"
            f" {side - 1}x{side + 1}), unless one piece of {side} × {side} is missing"
        )
    return (
        f"{pieces} pieces do not fill a square board; for a rectangle give the"
        " size as rows x columns, such as 6x12 (--size)"
    )


def fit_of_pieces(
    puzzle: Puzzle, ways: Sequence[Coloring], known: ReadOptions, columns: str | None
) -> Fit:
    """Return how much of a puzzle `interpret` finds in what is written.

    The text itself says what is `known`; an order of columns that was asked for can be
    named to the reader, and must be where it would not be guessed.
    """
    named = known if columns is None else replace(known, columns=columns)
    lost = tuple(_losses(puzzle, ways, named))
    if named == known or lost or not any(_losses(puzzle, ways, known)):
        return Fit(lost)
    order = f"--columns {columns}"
    return Fit(notes=(f"to read it back, name the order of its sides ({order})",))


def _losses(
    puzzle: Puzzle, ways: Sequence[Coloring], given: ReadOptions
) -> Iterator[str]:
    chosen = _likeliest(list(hypotheses(ways, given)), given)
    size = (puzzle.rows, puzzle.columns)
    if chosen is None or (chosen.rows, chosen.columns) != size:
        yield f"the size {puzzle.rows} × {puzzle.columns}"
        return
    if chosen.puzzle is None:
        yield f"this puzzle ({chosen.error})"
        return
    yield from lost_rules(puzzle, chosen.framed, chosen.puzzle.turnable)
    plain = replace(puzzle, hints=(), turnable=chosen.puzzle.turnable)
    is_framed_alike = chosen.framed == puzzle.framed
    if is_framed_alike and chosen.puzzle.fingerprint != plain.fingerprint:
        yield "the pieces as they are numbered and turned"


def _fail_in_line(source: Source, lines: Sequence[int], chosen: Hypothesis) -> NoReturn:
    error = chosen.error
    assert error is not None
    if error.where[:1] in (("rows",), ("columns",)):
        source.fail_as(None, error)  # an option gave the size: no line has it
    source.fail_as(lines[-1 if error.piece is None else error.piece], error)


def _likeliest(
    candidates: Sequence[Hypothesis], given: ReadOptions
) -> Hypothesis | None:
    """Choose a hypothesis; one with faults only where the size is certain.

    A puzzle whose rim is nearly right is a framed one, damaged or without a solution,
    even if it would pass as an unframed one.
    """
    pieces = len(candidates[0].pieces) if candidates else 0
    is_certain = given.size is not None or isqrt(pieces) ** 2 == pieces
    framed = [each for each in candidates if each.framed]
    nearly_framed = [each for each in framed if each.is_nearly_framed()]
    fixed = [each for each in candidates if _is_guessed_fixed(each, given)]
    unframed = [
        each
        for each in candidates
        if not each.framed
        and each not in fixed
        and (each.rules.turnable or given.turnable is False)
    ]
    if nearly_framed and not is_certain:
        unframed = fixed = []
    choices = [each for each in framed if not each.faults]
    if is_certain:
        choices += nearly_framed
    choices += fixed
    choices += [each for each in unframed if not each.faults]
    if is_certain:
        choices += unframed + framed
    if not choices or (given.size is None and choices[0].is_one_short()):
        return None
    if pieces == 1 and given.size is None:
        return None  # a hint, perhaps
    return choices[0]


def _is_guessed_fixed(guess: Hypothesis, given: ReadOptions) -> bool:
    """Return whether pieces fit so well without turning that this must be the rule."""
    is_guess = given.turnable is None and not guess.rules.turnable
    return is_guess and guess.puzzle is not None and is_fixed(guess.puzzle)
