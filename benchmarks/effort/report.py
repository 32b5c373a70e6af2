"""The records as a page: for each machine a table a class, a row a contestant."""

import datetime
import os
import platform
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from math import inf

from effort.classes import CLASSES
from effort.contestants import FIRST_ATTEMPT, STANDARD, Contestant
from effort.machine import processor
from effort.medians import Seen, quantile, ratio, shown
from effort.records import Record, by_machine

_PACKAGES = ("edgematch", "numpy", "numba", "python-sat", "ortools")

_NOTES = """\
Wall seconds of the search on one core; imports, compilation, loading and the tables
that an engine builds before it searches (some milliseconds) are not counted, encoding
and presolve are. A run that comes to its limit counts as longer:
medians and quartiles marked `>` are bounds, and so are their ratios (`–`: nothing is
known). Nodes are pieces placed, for `sat` and `cp-sat` conflicts; a killed run counts
as more nodes than all others. Nodes a second are over all runs whose nodes are known.
Memory is the most that any run held, that of a solver's own process left out. The last
columns say how many times as fast as a first attempt in C++ the median is, on the seeds
that both have run; that one does not break symmetry. The referee checked every
solution, of a run with more than 10,000 the first so many. Runs of `sat` and `cp-sat`
without symmetry breaking are by encoders that were here before the engines, did not
count encoding, and had decisions and branches for nodes. Runs kept from earlier
commands are in the tables too, with their dates in goals.csv; those on another machine
have tables of their own."""


def page(records: Iterable[Record], command: str) -> str:
    """Return the page in Markdown."""
    parts = ["# Effort by contestant", f"`{command}`, {machine()}.", _NOTES]
    for place, here in by_machine(records).items():
        parts.append(f"## On {place}")
        for kind in CLASSES.values():
            of_class = [record for record in here if record.puzzle_class == kind.name]
            if of_class:
                parts += [f"### {kind.title}", _table(of_class)]
    return "\n\n".join(parts) + "\n"


def _table(records: Sequence[Record]) -> str:
    by_name: dict[str, list[Record]] = {}
    for record in sorted(records, key=_place):
        by_name.setdefault(record.contestant, []).append(record)
    baselines = sorted(
        name for name in by_name if Contestant.read(name).kind == FIRST_ATTEMPT
    )
    heads = ["contestant", "solved", "median s", "quartiles s", "median nodes"]
    heads += ["nodes/s", "peak MB", *(f"× {name}" for name in baselines)]
    lines = [heads, ["---"] * len(heads)]
    for name, own in by_name.items():
        ratios = [_times_as_fast(own, by_name[other]) for other in baselines]
        lines.append([f"`{name}`", *_cells(own), *ratios])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _place(record: Record) -> tuple[bool, int, str]:
    """Return what to sort by: the standard contestants in their order, then others."""
    name = record.contestant
    is_standard = name in STANDARD
    return not is_standard, STANDARD.index(name) if is_standard else 0, name


def _cells(records: Sequence[Record]) -> list[str]:
    seconds = [_seconds(record) for record in records]
    solved = sum(not record.is_censored for record in records)
    known = [record for record in records if record.nodes is not None]
    time = sum(record.seconds for record in known)
    nodes = sum(record.nodes or 0 for record in known)
    return [
        f"{solved} of {len(records)}",
        str(quantile(seconds, 0.5)),
        f"{quantile(seconds, 0.25)} to {quantile(seconds, 0.75)}",
        str(quantile(map(_nodes, records), 0.5)),
        shown(nodes / time) if time else "–",
        shown(max(record.memory for record in records) / 1024),
    ]


def _times_as_fast(own: Sequence[Record], other: Sequence[Record]) -> str:
    seeds = {record.seed for record in own} & {record.seed for record in other}
    if not seeds:
        return "–"
    us, them = (
        quantile([_seconds(record) for record in runs if record.seed in seeds], 0.5)
        for runs in (own, other)
    )
    return ratio(them, us)


def _seconds(record: Record) -> Seen:
    value = record.limit if record.is_censored else record.seconds
    return Seen(value, record.is_censored)


def _nodes(record: Record) -> Seen:
    if record.nodes is None:
        return Seen(inf, is_bound=True)
    return Seen(record.nodes, record.is_censored)


def machine() -> str:
    """Say when, on what and with which versions."""
    versions = [f"Python {platform.python_version()}"]
    for name in _PACKAGES:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"no {name}")
    compiler = shutil.which("g++")
    if compiler is not None:
        asked = [compiler, "-dumpfullversion"]
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
        versions.append(f"g++ {done.stdout.strip()}")
    cores = f"{os.cpu_count()} cores"
    return f"{datetime.date.today()}, {processor()}, {cores}, {', '.join(versions)}"
