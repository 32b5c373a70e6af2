"""The score engines as a menu needs them, like `edgematch.search.options`."""

from dataclasses import dataclass
from functools import cache

from edgematch.search.options import Option, options_of, summary_of
from edgematch.search.scores import OPTIMIZERS, optimizer_class


@dataclass(frozen=True)
class ScoreOffer:
    """A score engine as it stands in a menu."""

    name: str
    summary: str
    proves: bool
    resumable: bool
    options: tuple[Option, ...]


@cache
def score_offers() -> tuple[ScoreOffer, ...]:
    """Return every score engine with the options that people may set."""
    found = []
    for name in OPTIMIZERS:
        kind = optimizer_class(name)
        found.append(
            ScoreOffer(
                name, summary_of(kind), kind.proves, kind.resumable, options_of(kind)
            )
        )
    return tuple(found)
