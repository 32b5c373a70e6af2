"""Every other layout of pieces and boards that can be recognized; it is only read."""

from typing import NoReturn

from edgematch.errors import CannotHold
from edgematch.formats.document import (
    Content,
    Document,
    Format,
    ReadOptions,
    Source,
)
from edgematch.formats.layouts import PieceListing, listing_of_lines
from edgematch.formats.listings import read_listing
from edgematch.formats.loose_boards import (
    entries_of_text,
    placements_in,
    read_entries,
    read_placements,
)
from edgematch.formats.loose_lines import loose_lines
from edgematch.formats.values import listing_of_value, value_of


def _read(source: Source, options: ReadOptions) -> Document:
    value = value_of(source)
    listing = None if value is None else listing_of_value(source, value)
    entries = entries_of_text(source.text, value) or []
    puzzle = options.puzzle
    if puzzle is not None and len(entries) == puzzle.cells:
        return read_entries(source, puzzle, entries)
    placements = None
    if value is None:
        placements = placements_in([line.words for line in loose_lines(source.text)])
    if puzzle is not None and placements is not None:
        return read_placements(source, puzzle, placements)
    if puzzle is None and len(entries) > len(listing.words if listing else ()):
        source.fail(None, "a board without its pieces: name its puzzle (--puzzle)")
    return read_listing(source, listing or _listing(source, value), options)


def _listing(source: Source, value: object) -> PieceListing:
    if value is None:
        return listing_of_lines(source)
    keys = ", ".join(map(str, value)) if isinstance(value, dict) else "a list"
    source.fail(
        None,
        f"no pieces found in this JSON ({keys[:80]}): a piece is a list of four colors,"
        " or an object with north, east, south and west",
    )


def _refuse(document: Document, options: ReadOptions) -> NoReturn:
    raise CannotHold("this layout is only read, never written")


FORMAT = Format(
    name="other",
    summary="any other layout that is recognized; read only",
    content=Content.BOTH,
    suffixes=(),
    recognizes=lambda source, options: True,
    read=_read,
    write=_refuse,
    fit=_refuse,
    takes=frozenset({"columns", "size", "framed", "rim", "turnable"}),
)
