"""Runs what has no record yet in a plan, as many at once as there are slots."""

import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from edgematch.experiments.cluster import ClusterPlace
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import Plan, PlannedRun
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.store import RecordStore

_SECONDS_BETWEEN_KEEPING = 5.0
_SECONDS_FOR_OTHERS = 1.0
"""Between two checks of runs that another process has claimed."""
_SECONDS_TO_WAIT = 0.2

RunPlace = LocalPlace | ClusterPlace
"""Where runs happen."""


@dataclass
class MethodProgress:
    """The progress of one method."""

    total: int = 0
    done: int = 0
    running: int = 0
    failed: int = 0
    seconds: float = 0.0
    """Wall time of the runs of this process."""
    measured: int = 0


@dataclass
class PlanProgress:
    """The progress of a plan."""

    methods: dict[str, MethodProgress]
    slots: int
    started: float = field(default_factory=time.monotonic)
    others: int = 0
    """Runs that another process has claimed."""
    statuses: Counter[str] = field(default_factory=Counter)
    """Statuses of the runs of this process."""
    note: str = ""

    @property
    def total(self) -> int:
        return sum(each.total for each in self.methods.values())

    @property
    def done(self) -> int:
        return sum(each.done for each in self.methods.values())

    @property
    def running(self) -> int:
        return sum(each.running for each in self.methods.values())

    @property
    def failed(self) -> int:
        return sum(each.failed for each in self.methods.values())

    def seconds_left(self) -> float | None:
        """Return an estimate of the remaining time; None if there is none yet.

        By the mean of the runs of each method; the mean of all for one without runs.
        """
        measured = sum(each.measured for each in self.methods.values())
        if not measured:
            return None
        mean = sum(each.seconds for each in self.methods.values()) / measured
        left = sum(
            (each.total - each.done)
            * (each.seconds / each.measured if each.measured else mean)
            for each in self.methods.values()
        )
        return left / max(1, self.slots)


Watch = Callable[[PlanProgress], None]


def carry_out(
    plan: Plan, store: RecordStore, place: RunPlace, watch: Watch
) -> PlanProgress:
    """Do the missing runs; return when every run of the plan has a record.

    If it is interrupted, claims are released and records are complete.
    """
    recorded = store.identities()
    progress = PlanProgress(
        {method.label: MethodProgress() for method in plan.methods}, place.slots
    )
    missing: dict[str, list[PlannedRun]] = {}
    for run in plan.runs():
        about = progress.methods[run.method.label]
        about.total += 1
        if run.identity in recorded:
            about.done += 1
        else:
            missing.setdefault(run.identity, []).append(run)
    if not missing:
        return progress
    work = _RunQueue(store, place, progress, missing)
    try:
        work.prepare(plan, watch)
        work.run_all(watch)
    finally:
        store.release()
    return progress


class _RunQueue:
    """The runs to do, and those in progress."""

    def __init__(
        self,
        store: RecordStore,
        place: RunPlace,
        progress: PlanProgress,
        missing: dict[str, list[PlannedRun]],
    ) -> None:
        self._store, self._place, self._progress = store, place, progress
        self._missing = missing
        self._left = deque(missing)
        self._running: dict[str, PlannedRun] = {}

    def prepare(self, plan: Plan, watch: Watch) -> None:
        """Prepare for each method on each class with a missing run."""
        kinds: dict[tuple[str, str], PlannedRun] = {}
        for run, *_ in self._missing.values():
            kinds.setdefault((run.method.label, run.kind), run)
        count = len(kinds)
        self._progress.note = f"preparing {count} kinds of runs"
        watch(self._progress)
        answers = self._place.prepare(list(kinds.values()))
        for number, _ in enumerate(answers, 1):
            self._progress.note = f"preparing, {number} of {count} kinds of runs"
            watch(self._progress)
        self._progress.note = ""
        self._progress.started = time.monotonic()

    def run_all(self, watch: Watch) -> None:
        """Start and finish runs until none is left."""
        kept = time.monotonic()
        waiting: list[str] = []
        while self._left or self._running or waiting:
            waiting += self._fill_slots()
            for identity, outcome in self._place.records(_SECONDS_TO_WAIT):
                self._finish(identity, outcome)
            now = time.monotonic()
            if now - kept > _SECONDS_BETWEEN_KEEPING:
                self._store.refresh_claims()
                kept = now
            self._progress.others = len(waiting)
            watch(self._progress)
            if waiting and not self._left and not self._running:
                # Other processes have claimed the rest: check whether they are done.
                time.sleep(_SECONDS_FOR_OTHERS)
                self._left.extend(waiting)
                waiting = []

    def _fill_slots(self) -> list[str]:
        """Fill the free slots; return the runs that others have claimed."""
        taken = []
        while self._left and len(self._running) < self._place.slots:
            identity = self._left.popleft()
            answer = self._store.claim(identity)
            if answer == "taken":
                taken.append(identity)
            elif answer == "done":
                self._count(identity, None)
            else:
                run = self._missing[identity][0]
                self._running[identity] = run
                self._progress.methods[run.method.label].running += 1
                self._place.start(run)
        return taken

    def _finish(self, identity: str, outcome: RunRecord) -> None:
        run = self._running.pop(identity)
        self._progress.methods[run.method.label].running -= 1
        self._store.record(run, outcome)
        self._count(identity, outcome)

    def _count(self, identity: str, outcome: RunRecord | None) -> None:
        """Count a run as done wherever the plan has it."""
        for run in self._missing[identity]:
            about = self._progress.methods[run.method.label]
            about.done += 1
            if outcome is not None:
                about.failed += outcome.status is not Status.DONE
                about.seconds += outcome.wall_seconds
                about.measured += 1
        if outcome is not None:
            self._progress.statuses[str(outcome.status)] += 1
