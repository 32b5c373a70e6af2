"""A puzzle as far as its tiles have been entered; every change can be undone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from edgematch.drafts.rules import (
    RIM_WORD,
    DraftRules,
    Tile,
    label_of_word,
    read_tile,
)
from edgematch.errors import PuzzleError
from edgematch.formats.signs import SignedColors
from edgematch.geometry import RIM
from edgematch.puzzle import Puzzle


@dataclass(frozen=True)
class Draft:
    """The tiles of a puzzle, as far as they have been entered."""

    rules: DraftRules
    tiles: tuple[Tile, ...] = ()
    name: str = ""
    about: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Facts about the puzzle that its file had, kept as they are."""
    before: "Draft | None" = field(default=None, compare=False, repr=False)
    """The draft before the last change."""

    @property
    def is_complete(self) -> bool:
        """Whether every cell of the board has a tile."""
        return len(self.tiles) == self.rules.cells

    @property
    def last_number(self) -> int:
        """The highest number, from 1, of a tile that can be entered or changed."""
        return min(len(self.tiles) + 1, self.rules.cells)

    def with_tile(self, line: str, number: int | None = None) -> "Draft":
        """Return a draft with the tile that `line` describes.

        It is added to the end, or takes the place of tile `number`, counted from 1.
        """
        count = len(self.tiles)
        if number is None and self.is_complete:
            raise PuzzleError(
                f"all {count} tiles are entered; `tile 4` changes the fourth"
            )
        index = count if number is None else number - 1
        if not 0 <= index < self.last_number:
            raise PuzzleError(f"there is no tile {number}; {count} are entered")
        tile = read_tile(line, self.rules)
        tiles = (*self.tiles[:index], tile, *self.tiles[index + 1 :])
        changed = replace(self, tiles=tiles, before=self)
        changed.padded_puzzle()  # too many colors, or a name that is not printable
        return changed

    def undo(self) -> "Draft":
        """Return the draft before the last change."""
        if self.before is None:
            raise PuzzleError("there is nothing to undo")
        return self.before

    def padded_puzzle(self) -> Puzzle:
        """Return the puzzle; a missing tile has color 0 on all sides."""
        labels = [[label_of_word(word) for word in tile] for tile in self.tiles]
        colors = SignedColors.of(label for tile in labels for label in tile)
        pieces = [[colors.numbers[label] for label in tile] for tile in labels]
        rules = self.rules
        return Puzzle(
            rules.rows,
            rules.columns,
            pieces + [[RIM] * 4] * (rules.cells - len(pieces)),
            framed=rules.framed,
            mates=colors.mates,
            turnable=rules.turnable,
            name=self.name,
            color_names=colors.names,
        )

    def counts(self) -> dict[str, int]:
        """Return how often each side occurs, without the rim; 0 for a missing half."""
        counts = Counter(word for tile in self.tiles for word in tile)
        del counts[RIM_WORD]
        names = sorted({label_of_word(word) for word in counts})
        both = ((name, "+-" if sign else [""]) for name, sign in names)
        words = [name + sign for name, signs in both for sign in signs]
        return {word: counts[word] for word in words}
