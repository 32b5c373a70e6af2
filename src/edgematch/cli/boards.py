"""Puzzles and boards as files: the format that an ending names, and the text."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgematch.cli.output import check_writable
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.formats import Document, Format

_PICTURES = (".svg", ".png", ".pdf")


def format_to_write(name: str | None, output: str | None) -> "Format":
    """Return the format that `--to` names, or the ending of an output."""
    from edgematch import formats

    if name is not None:
        return formats.format_named(name)
    return _format_by_ending(output, "; or name a format with --to")


def _format_by_ending(output: str | None, advice: str = "") -> "Format":
    """Return the format that the ending of an output names; a record without one."""
    from edgematch import formats

    ending = Path(output).suffix if output else ""
    if not ending:
        return formats.format_named("record")
    if ending.lower() in _PICTURES:
        raise EdgematchError(
            f"{output}: this writes data; pictures are drawn by edgematch draw"
        )
    found = formats.format_for_suffix(ending)
    if found is None:
        known = [end for format in formats.FORMATS.values() for end in format.suffixes]
        raise EdgematchError(
            f"{output}: no format goes by the ending {ending};"
            f" there are {', '.join(known)}{advice}"
        )
    return found


def board_format(document: "Document", output: str | None) -> str | None:
    """Return the format to write the board in; refuse before the search begins."""
    from edgematch import formats

    if output is None:
        return None
    check_writable(output)
    target = _format_by_ending(output)
    if not target.content.has_board:
        raise EdgematchError(f"{output}: format {target.name} has no room for a board")
    formats.check_holds_boards(document.puzzle, target.name)
    return target.name


def written_board(
    document: "Document", board: "Board", found: dict[str, Any], target: str
) -> str:
    """Return a board of a puzzle, and how it was found, in a format."""
    from edgematch import formats

    solved = replace(document, board=board, found=found, pictures={})
    return formats.write(solved, target).text
