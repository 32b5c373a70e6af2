"""Likely mistakes in the tiles of a draft, found while they are entered."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher

from edgematch.drafts.draft import Draft
from edgematch.drafts.rules import label_of_word
from edgematch.findings import findings, kind
from edgematch.symmetry import look


def warnings_of(draft: Draft) -> tuple[str, ...]:
    """Return what looks like a mistake, a sentence each."""
    return (
        *_equal_tiles(draft),
        *_similar_names(draft),
        *(_final_warnings(draft) if draft.is_complete else _kind_warnings(draft)),
    )


def _equal_tiles(draft: Draft) -> Iterator[str]:
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    pieces = draft.padded_puzzle().pieces[: len(draft.tiles)]
    for number, piece in enumerate(pieces, start=1):
        groups[look(piece) if draft.rules.turnable else piece].append(number)
    for numbers in groups.values():
        if len(numbers) > 1:
            *first, last = map(str, numbers)
            yield f"tiles {', '.join(first)} and {last} are equal"


def _similar_names(draft: Draft) -> Iterator[str]:
    """Find names that occur on one tile only and are spelled almost as another."""
    places: dict[str, set[int]] = defaultdict(set)
    for number, tile in enumerate(draft.tiles, start=1):
        for word in tile:
            places[label_of_word(word)[0]].add(number)
    for name, numbers in places.items():
        for other, others in places.items():
            is_rare = len(numbers) == 1 and min(others) < min(numbers)
            if is_rare and _are_similar(name, other):
                place = f"tile {min(numbers)}: {name} occurs only there"
                yield f"{place}; did you mean {other}?"


def _kind_warnings(draft: Draft) -> Iterator[str]:
    """Compare corner, border and inner tiles with the room for them."""
    rows, columns = draft.rules.rows, draft.rules.columns
    if not draft.rules.framed or min(rows, columns) < 2:
        return
    room = {
        "corner": 4,
        "border": 2 * (rows + columns) - 8,
        "inner": (rows - 2) * (columns - 2),
    }
    counts: Counter[str] = Counter()
    pieces = draft.padded_puzzle().pieces[: len(draft.tiles)]
    for number, piece in enumerate(pieces, start=1):
        found = kind(piece)
        counts[found] += 1
        if found not in room:
            yield f"tile {number} has {found}, which fits nowhere"
        elif counts[found] == room[found] + 1:
            yield (
                f"tile {number}: the board has room for only {room[found]} {found}"
                " tiles"
            )


def _final_warnings(draft: Draft) -> Iterator[str]:
    """Find reasons why there is no solution, and halves that differ much in number.

    Halves without a mate lie on the rim of an unframed puzzle: some are normal.
    """
    for finding in findings(draft.padded_puzzle()):
        yield f"some tile is wrong, or there is no solution: {finding.message}"
    if not draft.rules.signed or draft.rules.framed:
        return
    counts = draft.counts()
    rim = 2 * (draft.rules.rows + draft.rules.columns)
    for word, count in counts.items():
        other = word[:-1] + "-"
        if word.endswith("+") and 3 * abs(count - counts[other]) >= rim:
            yield f"{word} occurs {count} times, but {other} {counts[other]} times"


def _are_similar(name: str, other: str) -> bool:
    """Return whether one name may be a misspelling of the other."""
    name, other = name.lower(), other.lower()
    if name == other or min(len(name), len(other)) < 3:
        return name == other
    if name.isdigit() or other.isdigit():
        return False
    return sorted(name) == sorted(other) or (
        SequenceMatcher(None, name, other).ratio() >= 0.8
    )
