"""Runs trials in worker processes and counts what came out.

A worker says which trial it begins and what came of it.  One that dies or does not
answer has found a fault, too; another takes its place.
"""

import ctypes
import itertools
import json
import os
import selectors
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import psutil

from torture.trial import SORTS, Fault, Kind, NotPossible

_SECONDS_BETWEEN_REPORTS = 10.0
_DIE_WITH_PARENT = 1
"""A number of the system call prctl."""


@dataclass
class Tally:
    """What came of the trials of a kind."""

    kind: Kind
    seed: int
    trials: int = 0
    tried: int = 0
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    messages: list[str] = field(default_factory=list)
    """For each fault: which one, and the command that repeats it."""
    skipped: str = ""
    """Why the kind could not be tried, if it could not."""

    def add(self, number: int, facts: dict[str, Any]) -> None:
        """Count a trial that has ended."""
        self.trials += 1
        self.tried += facts.get("tried", 0)
        if "sort" in facts:
            self.faults[facts["sort"]] += 1
            command = repeat_command(self.kind, self.seed, number)
            self.messages.append(f"{facts['sort']}: {facts['message']}\n    {command}")


def repeat_command(kind: Kind, seed: int, number: int) -> str:
    """Return the command that does one trial again."""
    return (
        f"PYTHONPATH=tests python -m torture"
        f" --kind {kind.name} --seed {seed} --trial {number}"
    )


def do_trial(kind: Kind, seed: int, number: int, folder: Path) -> dict[str, Any]:
    """Do one trial and return what came of it."""
    chance = Random(f"{seed} {kind.name} {number}")
    try:
        return {"tried": kind.trial(chance, folder)}
    except Fault as fault:
        return {"tried": 1, "sort": fault.sort, "message": str(fault)}
    except NotPossible as error:
        return {"skipped": str(error)}
    except Exception as error:
        where = traceback.format_tb(error.__traceback__)[-1].strip()
        message = f"{type(error).__name__}: {error} at {' '.join(where.split())}"
        return {"tried": 1, "sort": "other", "message": message}


class _Worker:
    """A process that does every so-many-th trial from a number on."""

    def __init__(
        self, kind: Kind, seed: int, numbers: Iterable[int], end: float
    ) -> None:
        self.kind, self.seed, self.numbers, self.end = kind, seed, numbers, end
        self.number: int | None = None
        """The trial under way."""
        self.since = time.monotonic()
        self.is_done = False
        self._rest = b""
        self.folder = Path(mkdtemp(prefix="torture-"))
        self.pipe, other_end = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                die_with_parent()
                # Programs begin without a handler, as processes do.
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                os.close(self.pipe)
                self._work(other_end)
            finally:
                os._exit(0)
        os.close(other_end)

    def _work(self, pipe: int) -> None:
        def say(**facts: Any) -> None:
            os.write(pipe, json.dumps(facts).encode() + b"\n")

        for number in self.numbers:
            if time.monotonic() >= self.end:
                break
            say(begin=number)
            folder = self.folder / str(number)
            folder.mkdir()
            facts = do_trial(self.kind, self.seed, number, folder)
            facts["message"] = facts.get("message", "")[:2000]
            say(number=number, **facts)
            shutil.rmtree(folder, ignore_errors=True)
            if "skipped" in facts:
                break
        say(done=True)

    def read(self) -> list[dict[str, Any]]:
        """Return what it has said; an empty list when it has ended."""
        *lines, self._rest = (self._rest + os.read(self.pipe, 65536)).split(b"\n")
        messages = [json.loads(line) for line in lines]
        for each in messages:
            self.is_done |= "done" in each
            self.number = each.get("begin")
        self.since = time.monotonic()
        return messages

    def close(self) -> int:
        """End it and what it has started; return its status."""
        with suppress(psutil.NoSuchProcess):
            family = psutil.Process(self.pid).children(recursive=True)
            if not self.is_done:
                os.kill(self.pid, signal.SIGKILL)
            for each in family:
                with suppress(psutil.NoSuchProcess):
                    each.kill()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.pipe)
        shutil.rmtree(self.folder, ignore_errors=True)
        return os.waitstatus_to_exitcode(status)


def die_with_parent() -> None:
    """Let the system kill this process when its parent dies; on Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def run_kind(
    kind: Kind,
    seed: int,
    seconds: float,
    workers: int = 2,
    trials: int | None = None,
    report: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Do trials of a kind for so long, or so many, and return what came of them."""
    tally, started = Tally(kind, seed), time.monotonic()
    end, reported = started + seconds, started
    running: list[_Worker] = []

    def begin(first: int) -> None:
        numbers = (
            itertools.count(first, workers)
            if trials is None
            else range(first, trials, workers)
        )
        running.append(_Worker(kind, seed, numbers, end))

    try:
        for first in range(workers):
            begin(first)
        while running:
            for worker in _ready(running):
                is_open = _take(worker, tally)
                if is_open and time.monotonic() - worker.since <= kind.seconds:
                    continue
                running.remove(worker)
                status = worker.close()
                if not worker.is_done and worker.number is not None:
                    how = f"worker ended with {status}"
                    if is_open:
                        how = f"no answer for {kind.seconds:.0f} s"
                    tally.add(worker.number, {"sort": "other", "message": how})
                    if time.monotonic() < end:
                        begin(worker.number + workers)
            tally.seconds = time.monotonic() - started
            if time.monotonic() - reported >= _SECONDS_BETWEEN_REPORTS:
                reported = time.monotonic()
                report(tally)
    finally:
        for worker in running:
            worker.close()
    return tally


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Return the workers that have said something, or are late, within a second."""
    with selectors.DefaultSelector() as selector:
        for each in workers:
            selector.register(each.pipe, selectors.EVENT_READ, each)
        found = [key.data for key, _ in selector.select(1.0)]
    now = time.monotonic()
    late = [each for each in workers if now - each.since > each.kind.seconds]
    return [*found, *(each for each in late if each not in found)]


def _take(worker: _Worker, tally: Tally) -> bool:
    """Count what a worker has said; return whether it will say more."""
    with selectors.DefaultSelector() as selector:
        selector.register(worker.pipe, selectors.EVENT_READ)
        if not selector.select(0):
            return True
    messages = worker.read()
    for facts in messages:
        if "skipped" in facts:
            tally.skipped = facts["skipped"]
        elif "number" in facts:
            tally.add(facts["number"], facts)
    return bool(messages) and not worker.is_done


def table(tallies: list[Tally]) -> str:
    """Return the table of all kinds, in Markdown."""
    rows = [("kind", "tried", "trials", "wrong", "lost", "tracebacks", "other")]
    for tally in tallies:
        counts = [f"{tally.faults[sort]:,}" for sort in SORTS]
        tried = f"{tally.tried:,} {tally.kind.unit}"
        if tally.skipped and not tally.tried:
            tried, counts = f"not possible here: {tally.skipped}", [""] * 4
        rows.append((tally.kind.name, tried, f"{tally.trials:,}", *counts))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(map(str.ljust, row, widths)).rstrip() + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
