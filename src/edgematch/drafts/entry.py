"""Lines that somebody types or pastes, one after another, and the draft they make."""

import re

from edgematch.drafts.draft import Draft
from edgematch.errors import PuzzleError

COMMANDS = ("undo", "show", "help", "quit")
_NUMBERED = re.compile(
    r"(?:tile\s+([0-9]{1,4})[:.)]?|([0-9]{1,4})[:.)])(?:\s+(.*))?", re.IGNORECASE
)


class TileEntry:
    """A draft, and which of its tiles the next line replaces."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.number: int | None = None
        """The tile that the next four sides replace; None for a new one."""

    def take(self, line: str) -> str:
        """Follow one line; return what it was: a command, `tile`, or nothing.

        A line is four sides, a tile's number with or without its sides (`tile 4`,
        `4: a b c d`), a command, a comment that begins with `#`, or empty, which
        forgets the number.  Of the commands only `undo` is carried out here.
        """
        line = line.strip()
        command = line.lower()
        if not line:
            self.number = None
        if not line or line.startswith("#"):
            return ""
        if command == "undo":
            if self.number is None:
                self.draft = self.draft.undo()
            self.number = None
        if command in COMMANDS:
            return command
        numbered = _NUMBERED.fullmatch(line)
        if numbered is not None:
            number, line = int(numbered[1] or numbered[2]), numbered[3] or ""
            if not 1 <= number <= self.draft.last_number:
                raise PuzzleError(
                    f"there is no tile {number}; tiles are 1 to"
                    f" {self.draft.last_number} so far"
                )
            self.number = number
            if not line:
                return ""
        self.draft = self.draft.with_tile(line, self.number)
        self.number = None
        return "tile"
