"""Notes about an interpretation: what was assumed, why, and how to override it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from edgematch.formats.column_order import KNOWN_ORDERS, sides_of_order
from edgematch.formats.document import ReadOptions
from edgematch.formats.hypotheses import Hypothesis
from edgematch.formats.one_solution import LARGEST_SIDE
from edgematch.geometry import RIM


def interpretation_notes(
    chosen: Hypothesis, others: Sequence[Hypothesis], given: ReadOptions
) -> Iterator[str]:
    """Yield what was decided and could have been decided otherwise."""
    if chosen.coloring.note:
        yield f"{chosen.coloring.note} (a record can name other mates: --to record)"
    if given.size is None and chosen.rows != chosen.columns:
        yield f"taken as {chosen.rows} rows of {chosen.columns} (--size overrides)"
    if given.columns is None and any(len(set(piece)) > 1 for piece in chosen.pieces):
        yield _reason_for_order(chosen, others)
    if given.turnable is None and not chosen.rules.turnable:
        is_small = max(chosen.rows, chosen.columns) <= LARGEST_SIDE
        yield (
            "taken as pieces that may not be turned, like Tetravex: without turning"
            + (" there is a solution" if is_small else " the colors fit each other")
            + " (--turnable overrides)"
        )
    may_be_fixed = any(
        not each.rules.turnable and each.coloring is chosen.coloring for each in others
    )
    if chosen.rules.turnable and may_be_fixed and not chosen.framed:
        yield "taken as pieces that may be turned (--fixed-turns overrides)"
    if given.framed is None and given.rim is None:
        yield from _notes_on_rim(chosen)


def _notes_on_rim(chosen: Hypothesis) -> Iterator[str]:
    rim = chosen.rules.rim
    if chosen.framed and rim != RIM:
        assert rim is not None
        names = chosen.coloring.names
        name = names[rim] if rim < len(names) and names[rim] else str(rim)
        though = f", though {chosen.faults[0].message}" if chosen.faults else ""
        yield (
            f"color {name} is taken as the rim, since it is where a rim would be"
            f"{though} (--rim and --unframed override)"
        )
    elif chosen.framed and chosen.faults:
        yield (
            f"taken as framed, though {chosen.faults[0].message} (--unframed overrides)"
        )
    elif not chosen.framed and any(RIM in piece for piece in chosen.pieces):
        yield (
            "taken as unframed: color 0 is not where a rim would be"
            " (--framed overrides)"
        )


def _reason_for_order(chosen: Hypothesis, others: Sequence[Hypothesis]) -> str:
    """Return the reason for this order, and which others are possible.

    An order that only turns every piece alike makes the same turnable puzzle.
    """
    note = f"columns taken as {chosen.order} ({KNOWN_ORDERS[chosen.order]})"
    if chosen.faults:
        return f"{note}, though no order fits (--columns overrides)"
    for rival in others:
        if rival.order == chosen.order or not _is_same_board(rival, chosen):
            continue
        is_turned = _turn_between(chosen.order, rival.order) is not None
        if rival.faults and not is_turned:
            note += f"; {rival.order} is impossible: {rival.faults[0].message}"
        elif not rival.faults and not (is_turned and chosen.rules.turnable):
            note += f"; {rival.order} is also possible"
    return f"{note} (--columns overrides)"


def _is_same_board(one: Hypothesis, other: Hypothesis) -> bool:
    return one.coloring is other.coloring and (
        replace(one.rules, order=other.order) == other.rules
    )


def _turn_between(order: str, other: str) -> int | None:
    """Return the turn that changes one order into the other, or None."""
    sides, others = sides_of_order(order), sides_of_order(other)
    turns = {(b - a) % 4 for a, b in zip(sides, others, strict=True)}
    return turns.pop() if len(turns) == 1 else None
