"""The parameters of a generated puzzle, and its compact name: `two-set:7x7:7:3:seed=5`.

The name is the model, the size as rows x columns, the number of inner colors, for
models with two sets the number of frame colors, and then settings: `seed=N`, `hints=N`,
`random`, `balanced`, `signed`, `fixed-turns`, `no-equal`, `no-symmetric`.
"""

import re
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any, Self

from edgematch.errors import RecipeError

_SIZE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")
_NUMBER = re.compile(r"[0-9]{1,18}")

MAXIMUM_SEED = 10**18 - 1


@dataclass(frozen=True)
class Recipe:
    """The parameters of one generated puzzle."""

    model: str
    rows: int
    columns: int
    inner_colors: int
    """Colors of all joins, or in a model with two sets of those inside the frame."""
    frame_colors: int = 0
    """Colors of the joins along the frame, in a model with two sets; else 0."""
    seed: int = 0
    hints: int = 0
    """The number of hints, which are placements of the planted solution."""
    random: bool = False
    """Draw the pieces one by one, with no planted solution."""
    balanced: bool = False
    """Spread the colors as evenly as parity allows."""
    signed: bool = False
    fixed_turns: bool = False
    no_equal: bool = False
    no_symmetric: bool = False

    @property
    def name(self) -> str:
        """The compact name; reading it gives this recipe again.

        >>> Recipe("two-set", 7, 7, 7, 3, seed=5, no_equal=True).name
        'two-set:7x7:7:3:seed=5:no-equal'
        """
        parts = [self.model, f"{self.rows}x{self.columns}", str(self.inner_colors)]
        if self.frame_colors:
            parts.append(str(self.frame_colors))
        parts.append(f"seed={self.seed}")
        if self.hints:
            parts.append(f"hints={self.hints}")
        parts += [flag.replace("_", "-") for flag in _FLAGS if getattr(self, flag)]
        return ":".join(parts)

    @property
    def stream(self) -> int:
        """The seed of the random draws, a hash of the name without the hints.

        With the plain seed, puzzles of different classes would be arranged alike.
        """
        text = replace(self, hints=0).name
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    @classmethod
    def read(cls, name: str) -> Self:
        """Read a compact name."""
        model, *parts = name.strip().split(":")
        if len(parts) < 2:
            raise RecipeError(f"{name!r}: expected MODEL:ROWSxCOLUMNS:COLORS:…")
        size = _SIZE.fullmatch(parts[0])
        if size is None:
            raise RecipeError(
                f"{name!r}: expected a size such as 7x7, got {parts[0]!r}"
            )
        numbers: list[int] = []
        settings: dict[str, Any] = {}
        for part in parts[1:]:
            key, equals, value = part.partition("=")
            key = key.replace("-", "_")
            if key in settings:
                raise RecipeError(f"{name!r}: {part!r} occurs twice")
            if not settings and _NUMBER.fullmatch(part):
                numbers.append(int(part))
            elif equals and key in ("seed", "hints") and _NUMBER.fullmatch(value):
                settings[key] = int(value)
            elif not equals and key in _FLAGS:
                settings[key] = True
            else:
                raise RecipeError(
                    f"{name!r}: unknown setting {part!r}; settings are seed=N, hints=N,"
                    f" {', '.join(_FLAGS).replace('_', '-')}"
                )
        if not 1 <= len(numbers) <= 2:
            raise RecipeError(f"{name!r}: expected one or two numbers of colors")
        inner, frame = (*numbers, 0)[:2]
        recipe = cls(model, int(size[1]), int(size[2]), inner, frame)
        return replace(recipe, **settings)


_FLAGS = tuple(field.name for field in fields(Recipe) if field.type is bool)
