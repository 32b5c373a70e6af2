"""Who takes part: our engines with their options, and a peer.

A contestant is written like a call, `consistency(inner_first=true)`.  Our engines come
from the registry of the package, so a new one can be named here at once.
"""

import re
from dataclasses import dataclass
from typing import Final, Self

from edgematch.search import ENGINES, engine_options

FIRST_ATTEMPT: Final = "first-attempt"

_PEERS: Final[dict[str, frozenset[str]]] = {
    FIRST_ATTEMPT: frozenset({"inner_first"}),
}
"""The peer and its options."""

STANDARD: Final = (
    "first-attempt",
    "first-attempt(inner_first=true)",
    "consistency",
    "consistency(inner_first=true)",
    "row-scan",
    "sat",
    "cp-sat",
)
"""Who is measured when nobody is named."""

_CALL = re.compile(r"([a-z0-9-]+)(?:\(([^()]*)\))?")

Option = bool | int | float | str


@dataclass(frozen=True)
class Contestant:
    """A solver and its options."""

    kind: str
    options: tuple[tuple[str, Option], ...] = ()

    @property
    def name(self) -> str:
        """The call; reading it gives this contestant again.

        >>> Contestant.read("consistency( inner_first = true )").name
        'consistency(inner_first=true)'
        """
        options = ",".join(f"{key}={_written(value)}" for key, value in self.options)
        return f"{self.kind}({options})" if options else self.kind

    @property
    def is_ours(self) -> bool:
        """Whether this is an engine of the package."""
        return self.kind in ENGINES

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a call; raises ValueError for what nobody is called."""
        call = _CALL.fullmatch(text.replace(" ", ""))
        if call is None:
            raise ValueError(f"{text!r}: expected NAME or NAME(OPTION=VALUE,…)")
        kind, inside = call[1], call[2]
        if kind not in (*ENGINES, *_PEERS):
            there = ", ".join((*ENGINES, *_PEERS))
            raise ValueError(f"no contestant {kind!r}; there are {there}")
        known = _PEERS[kind] if kind in _PEERS else frozenset(engine_options(kind))
        options = []
        for part in inside.split(",") if inside else ():
            key, equals, value = part.partition("=")
            if key not in known or not equals:
                there = ", ".join(sorted(known)) or "none"
                raise ValueError(f"{text!r}: no option {part!r}; there is {there}")
            options.append((key, _value(value)))
        return cls(kind, tuple(sorted(options)))


def _value(text: str) -> Option:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _written(value: Option) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
