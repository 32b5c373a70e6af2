"""Drafts as files: records (`.json`) and tile files (`.yaml`), finished or not.

Missing tiles are left out of a record and are empty lists in a tile file, so that
readers refuse an unfinished puzzle instead of taking it for a smaller one.
"""

import json
import re
from dataclasses import replace

from edgematch import formats
from edgematch.drafts.draft import Draft
from edgematch.drafts.rules import RIM_WORD, DraftRules
from edgematch.formats import Document, Source
from edgematch.formats.signs import labels_of
from edgematch.geometry import MAXIMUM_SIDE, RIM, SIDES

_NO_COLOR = "[0, '']"
_UNFINISHED_TILE = re.compile(r"^([0-9]+): \[\]$", re.MULTILINE)


def draft_file_text(draft: Draft, format: str) -> str:
    """Write the draft as `record` or `scramble-squares`."""
    document = Document(draft.padded_puzzle(), about=draft.about)
    text = formats.write(document, format).text
    if draft.is_complete:
        return text
    if format == "record":
        facts = json.loads(text)
        del facts["puzzle"]["pieces"][len(draft.tiles) :]
        return json.dumps(facts, ensure_ascii=False) + "\n"
    lines = text.splitlines()[: len(draft.tiles)]
    lines += [f"{i + 1}: []" for i in range(len(draft.tiles), draft.rules.cells)]
    return "\n".join(lines) + "\n"


def read_draft(source: Source) -> Draft:
    """Read a puzzle, finished or not; anything but its tiles is refused."""
    missing = 0
    format = None
    if source.suffix in (".yaml", ".yml"):
        text, missing = _UNFINISHED_TILE.subn(
            rf"\1: [{', '.join([_NO_COLOR] * len(SIDES))}]", source.text
        )
        source = replace(source, text=text)
    else:
        padded = _padded_record(source.text)
        if padded is not None:
            text, missing = padded
            source, format = replace(source, text=text), "record"
    document = formats.read(source, None, format)
    puzzle = document.puzzle
    if document.board is not None or puzzle.hints or document.pictures:
        source.fail(None, "only the tiles can be edited, not hints, boards or pictures")
    rules = DraftRules(
        puzzle.rows, puzzle.columns, puzzle.is_signed, puzzle.framed, puzzle.turnable
    )
    words = {color: "".join(label) for color, label in labels_of(puzzle).items()}
    if puzzle.framed:
        words[RIM] = RIM_WORD
    draft = Draft(rules, name=puzzle.name, about=document.about)
    for piece in puzzle.pieces[: puzzle.cells - missing]:
        top, right, bottom, left = (words[color] for color in piece)
        tiles = (*draft.tiles, (top, right, bottom, left))
        draft = replace(draft, tiles=tiles, before=draft)
    return draft


def _padded_record(text: str) -> tuple[str, int] | None:
    """Add the missing pieces of an unfinished record; return how many, too."""
    try:
        facts = json.loads(text)
        puzzle = facts["puzzle"]
        cells, pieces = puzzle["rows"] * puzzle["columns"], puzzle["pieces"]
        missing = cells - len(pieces)
        if not 0 < missing < MAXIMUM_SIDE**2 or not pieces:
            return None
        puzzle["pieces"] = pieces + [[RIM] * 4] * missing
    except (ValueError, TypeError, LookupError, RecursionError):
        return None  # the reader of records says what is wrong
    return json.dumps(facts), missing
