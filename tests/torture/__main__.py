"""The command `python -m torture`; see the docstring of the package."""

import io
import os
import signal
import sys
import time
from argparse import ArgumentParser
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from subprocess import TimeoutExpired
from tempfile import mkdtemp

from children import adopt_orphans, program
from edgematch.cli.main import run
from planted import planted_board
from torture.brute_force import enumerate_boards
from torture.room import Tally, do_trial, run_kind, table
from torture.trial import Kind

_SECONDS_BETWEEN_LINES = 8.0
_MOST_SHOWN = 20
_LEAST_SECONDS = 30.0
"""For all kinds that are left, though others have taken longer than they should."""

MODULES = (
    "kernel_cache",
    "memory",
    "kills",
    "checkpoints",
    "inputs",
    "disks",
    "pairs",
    "threads",
    "agreement",
)
"""Each has a `KIND`.  Those that need a process without kernels come first."""


def main() -> int:
    """Run the room; the status is 1 if there was a fault."""
    kinds = {kind.name: kind for kind in map(_kind, MODULES)}
    parser = ArgumentParser(prog="python -m torture")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default=",".join(kinds), help="some of %(default)s")
    parser.add_argument("--trial", type=int, help="do this trial again and keep files")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    unknown = set(given.kind.split(",")) - set(kinds)
    if unknown:
        parser.error(f"no kind {', '.join(sorted(unknown))}; {', '.join(kinds)}")
    chosen = [kinds[name] for name in kinds if name in given.kind.split(",")]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    adopt_orphans()
    if given.trial is not None:
        return _repeat(chosen, given.seed, given.trial)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    compile_kernels()
    end = time.monotonic() + 60 * given.minutes
    tallies: list[Tally] = []
    for place, kind in enumerate(chosen):
        if kind.is_warm:
            load_kernels()
        left = sum(each.share for each in chosen[place:])
        seconds = max(_LEAST_SECONDS, end - time.monotonic()) * kind.share / left
        tally = run_kind(
            kind, given.seed, seconds, workers=given.workers, report=_report
        )
        _report(tally)
        tallies.append(tally)
    print()
    print(table(tallies))
    for tally in tallies:
        for message in tally.messages[:_MOST_SHOWN]:
            print(f"\n{message}")
        if len(tally.messages) > _MOST_SHOWN:
            more = len(tally.messages) - _MOST_SHOWN
            print(f"\n{more} more faults of {tally.kind.name}")
    return 1 if any(tally.messages for tally in tallies) else 0


def _kind(module: str) -> Kind:
    kind = import_module(f"torture.{module}").KIND
    assert isinstance(kind, Kind)
    return kind


def compile_kernels() -> None:
    """Compile what is not compiled yet, in another process."""
    started = time.monotonic()
    with program("prepare", stdout=-3) as compiler:
        while compiler.poll() is None:
            with suppress(TimeoutExpired):
                compiler.wait(_SECONDS_BETWEEN_LINES)
            print(f"prepare: {time.monotonic() - started:.0f} s", flush=True)


@cache
def load_kernels() -> None:
    """Load all kernels into this process, from which programs are forked."""
    with redirect_stdout(io.StringIO()):
        run(["prepare"])
    enumerate_boards(planted_board(2, 2, 2, 1).puzzle)


def _report(tally: Tally) -> None:
    name, unit = tally.kind.name, tally.kind.unit
    faults = sum(tally.faults.values())
    print(
        f"{name}: {tally.tried:,} {unit} in {tally.seconds:.0f} s, {faults} faults",
        flush=True,
    )


def _repeat(kinds: list[Kind], seed: int, number: int) -> int:
    """Do one trial of each kind again, in this process."""
    status = 0
    for kind in kinds:
        if kind.is_warm:
            load_kernels()
        folder = Path(mkdtemp(prefix="torture-"))
        facts = do_trial(kind, seed, number, folder)
        print(f"{kind.name} {number}, files in {folder}:")
        print(f"  {facts}")
        status |= "sort" in facts
    return status


if __name__ == "__main__":
    sys.exit(main())
