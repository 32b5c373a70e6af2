"""Every technique by name and goal, as strings: nothing is imported before it is used.

A technique of this package is one line in `_SOLVE` or `_OPTIMIZE`. One of another
package is found through the entry-point group `edgematch.techniques`, in every process
that can import that package; `register_technique` adds one to the present process only.
"""

import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from edgematch.errors import EdgematchError, UnknownName, nearest_names
from edgematch.search.options import make_technique, summary_of
from edgematch.search.technique import Technique

GROUP = "edgematch.techniques"
"""The entry-point group of other people's techniques."""


@dataclass(frozen=True)
class Entry:
    """A technique that can be named."""

    name: str
    goal: str
    """`solve` or `optimize`."""
    target: str
    """Where its class is: `package.module:Class`."""
    summary: str


_SOLVE = {
    "auto": ("auto:AutoSolve", "Choose an engine by estimates and a short race."),
    "row-scan": (
        "row_scan:RowScan",
        "Fill cells in a fixed order, without look-ahead.",
    ),
    "consistency": ("consistency:Consistency", "Filter domains after every placement."),
    "color-pairs": (
        "color_pairs:ColorPairs",
        "Compare supply and demand of color pairs.",
    ),
    "sat": ("sat:Sat", "Encode the puzzle as clauses for a SAT solver."),
    "external-sat": (
        "external_sat:ExternalSat",
        "Run a SAT solver of your own on a formula, by its command.",
    ),
    "cp-sat": ("cp_sat:CpSatSolve", "Pass a constraint model to CP-SAT."),
    "local-sat": (
        "local_sat:LocalSat",
        "Flip variables of a formula until it is satisfied.",
    ),
    "blocks": ("blocks:Blocks", "Fill the board with blocks of matching pieces."),
}
_OPTIMIZE = {
    "auto": (
        "auto:AutoOptimize",
        "Run beams as wide as time allows, or ever wider; repair the best board.",
    ),
    "beam": ("beam:Beam", "Fill many boards cell by cell; keep the best."),
    "breaks": ("breaks:Breaks", "Search depth-first, allowing more breaks with depth."),
    "repair": ("repair:Repair", "Free a region of a board and fill it again."),
    "anneal": ("swaps:Anneal", "Simulated annealing on swaps and turns."),
    "tabu": ("swaps:Tabu", "Tabu search on swaps and turns."),
    "exact": ("exact:Exact", "Prove the fewest breaks, on small boards."),
    "max-sat": ("max_sat:MaxSat", "Pass weighted clauses to RC2, on small boards."),
    "cp-sat": (
        "cp_sat:CpSatOptimize",
        "Pass weighted clauses to CP-SAT, on small boards.",
    ),
}
_entries = {
    (name, goal): Entry(name, goal, f"edgematch.techniques.{where}", summary)
    for goal, table in (("solve", _SOLVE), ("optimize", _OPTIMIZE))
    for name, (where, summary) in table.items()
}
"""Those of this package, and those registered in this process."""
_classes: dict[str, type[Technique]] = {}


def register_technique(name: str, kind: type[Technique], goal: str = "") -> None:
    """Make a technique known in this process, under its name and goal."""
    goal = goal or kind.goal
    _check_free(name, goal)
    target = f"{kind.__module__}:{kind.__qualname__}"
    _entries[name, goal] = Entry(name, goal, target, summary_of(kind))
    _classes[target] = kind


def entries(goal: str | None = None) -> tuple[Entry, ...]:
    """Return every technique for a goal, or for all goals."""
    return tuple(
        each
        for each in (*_entries.values(), *_others().values())
        if goal in (None, each.goal)
    )


def technique_names(goal: str) -> tuple[str, ...]:
    """Return the names of all techniques for a goal."""
    return tuple(each.name for each in entries(goal))


def technique_class(name: str, goal: str = "solve") -> type[Technique]:
    """Return the class of a technique; its options are the fields."""
    # Other packages are looked through only for names that are not ours.
    entry = _entries.get((name, goal)) or _others().get((name, goal))
    if entry is None:
        names = nearest_names(name, technique_names(goal))
        raise UnknownName(f"no engine {name!r} to {goal} with; choose one of {names}")
    if entry.target not in _classes:
        module, _, class_name = entry.target.partition(":")
        _classes[entry.target] = getattr(import_module(module), class_name)
    return _classes[entry.target]


def technique(name: str, goal: str = "solve", **options: Any) -> Technique:
    """Return a technique with these options."""
    return make_technique(technique_class(name, goal), options)


@cache
def _others() -> dict[tuple[str, str], Entry]:
    """Return the techniques of other packages, by name and goal."""
    from importlib.metadata import entry_points  # it imports an email package

    found = []
    for point in entry_points(group=GROUP):
        try:
            kind = point.load()
            found.append(Entry(point.name, kind.goal, point.value, summary_of(kind)))
        except Exception as error:
            # One broken package must not take all other engines away.
            warnings.warn(f"engine {point.name} ({point.value}): {error}", stacklevel=2)
    found.sort(key=lambda entry: (entry.goal, entry.name))
    return {(entry.name, entry.goal): entry for entry in found}


def _check_free(name: str, goal: str) -> None:
    if name in technique_names(goal):
        raise EdgematchError(f"there is already an engine {name!r} for {goal}")
