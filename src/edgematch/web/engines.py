"""The engines as the studio offers them."""

from functools import cache
from importlib.util import find_spec

from msgspec import Struct

from edgematch.search import entries, technique_class
from edgematch.search.options import option_meanings, options_of
from edgematch.search.technique import Threads


class OptionEntry(Struct, frozen=True):
    """One option of an engine."""

    name: str
    default: bool | int | float | str
    choices: tuple[str, ...]
    """The values it takes; empty where it is a number, a boolean or a text."""
    meaning: str


class EngineEntry(Struct, frozen=True):
    """One engine, for one or several goals."""

    name: str
    goals: tuple[str, ...]
    summary: str
    complete: bool
    """Whether it can prove that there is no other solution, or no better board."""
    resumable: bool
    threaded: bool
    options: tuple[OptionEntry, ...]
    needs: tuple[str, ...]
    """The modules that it needs and that are not installed here."""


@cache
def engine_entries() -> tuple[EngineEntry, ...]:
    """Return every engine with its options, but those that run programs."""
    found = []
    for entry in entries():
        kind = technique_class(entry.name, entry.goal)
        if kind.runs_programs:
            continue
        counts = entry.goal == "solve" and kind.proves
        meanings = option_meanings(kind)
        options = tuple(
            OptionEntry(each.name, each.default, each.choices, meanings[each.name])
            for each in options_of(kind)
        )
        found.append(
            EngineEntry(
                entry.name,
                ("solve", "count") if counts else (entry.goal,),
                entry.summary,
                kind.proves,
                kind.resumable,
                kind.threads is not Threads.ONE,
                options,
                tuple(name for name in kind.packages if find_spec(name) is None),
            )
        )
    return tuple(found)
