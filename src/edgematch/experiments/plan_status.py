"""The status of a plan: finished, running and missing runs, and failures."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from edgematch.experiments.plan import Plan
from edgematch.experiments.records import FAILURES
from edgematch.experiments.store import RecordStore

_SHOWN = 10


@dataclass(frozen=True)
class PlanStatus:
    """The status of a plan."""

    title: str
    runs: int
    claimed: int
    methods: dict[str, Counter[str]]
    """Counts of statuses by method, including `missing`."""
    failures: dict[str, list[str]]
    """Failed runs by error message."""
    versions: Counter[str]
    hosts: Counter[str]

    @property
    def done(self) -> int:
        """Number of runs with a record."""
        return sum(
            number
            for counts in self.methods.values()
            for status, number in counts.items()
            if status != "missing"
        )

    def as_json(self) -> dict[str, Any]:
        """Return the status as JSON values."""
        return {**vars(self), "done": self.done}

    def as_text(self) -> Iterator[str]:
        """Yield the status as lines of text."""
        yield f"{self.title}: {self.done:,} of {self.runs:,} runs done"
        if self.claimed:
            yield f"{self.claimed:,} running"
        for name, counts in self.methods.items():
            texts = [f"{number:,} {status}" for status, number in counts.items()]
            yield f"  {name}: {', '.join(texts)}"
        for message, runs in list(self.failures.items())[:_SHOWN]:
            yield f"  {len(runs):,} × {message} (for example {runs[0]})"
        if len(self.versions) > 1:
            texts = [f"{n:,} by {version}" for version, n in self.versions.items()]
            yield f"records of several versions: {', '.join(texts)}"
        if len(self.hosts) > 1:
            yield f"records of {len(self.hosts)} machines: {', '.join(self.hosts)}"


def plan_status(plan: Plan, store: RecordStore) -> PlanStatus:
    """Return the status of a plan."""
    names = ("status", "ended", "error", "environment")
    environments = store.environments()
    methods: dict[str, Counter[str]] = {m.label: Counter() for m in plan.methods}
    failures: dict[str, list[str]] = defaultdict(list)
    versions: Counter[str] = Counter()
    hosts: Counter[str] = Counter()
    identities = set()
    for run, record in store.records_of(plan, names):
        identities.add(run.identity)
        counts = methods[run.method.label]
        if record is None:
            counts["missing"] += 1
            continue
        status, ended, error, environment = record
        counts[ended if status == "done" else status] += 1
        about = environments.get(environment, {})
        versions[about.get("edgematch", "?")] += 1
        hosts[about.get("host", "?")] += 1
        if status in FAILURES:
            failures[f"{status}: {error}"].append(
                f"{run.source.name} by {run.method.label}"
            )
    claimed = sum(identity in identities for identity in store.claims())
    return PlanStatus(
        plan.title,
        sum(sum(counts.values()) for counts in methods.values()),
        claimed,
        methods,
        dict(failures),
        versions,
        hosts,
    )
