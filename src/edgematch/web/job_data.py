"""What is known of a job: its specification, its frames, its result, its public view.

All goals share these shapes.  A board is a list with piece × 4 + turn for each cell,
-1 where it is empty.
"""

from itertools import pairwise
from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta, Struct

from edgematch.web.requests import Goal, Measure, OptionValue, Placements, PuzzleRecord

Cells = list[int]
Curve = list[tuple[float, float]]
"""Seconds and value, wherever the value has risen."""
History = list[tuple[float, int, int | None]]
"""Seconds, nodes and the pieces on the current board, evenly spaced in time; None where
a search has no current board."""
Status = Literal[
    "waiting",
    "starting",
    "running",
    "pausing",
    "paused",
    "stopping",
    "finished",
    "failed",
    "lost",
]

ACTIVE = ("starting", "running", "pausing", "stopping")
"""The statuses in which a process is at work."""
OVER = ("finished", "failed", "lost")
_MOST_POINTS = 400
_MOST_SAMPLES = 240
_SECONDS_A_SAMPLE = 0.1


class JobLimits(Struct, kw_only=True, frozen=True):
    """When a job stops by itself."""

    seconds: float
    solutions: int | None = None
    target: int | None = None


class JobTerms(Struct, kw_only=True, frozen=True):
    """What a job is to do, as far as clients may know."""

    goal: Goal
    measure: Measure
    most: int
    """The largest value that a board can have."""
    name: str
    """Of the puzzle."""
    title: str = ""
    """What people call the puzzle; the name may be a recipe."""
    fingerprint: str
    engine: str
    options: dict[str, OptionValue]
    seed: int
    threads: int
    limits: JobLimits
    fixed: Placements = []
    """Pieces that stay where they are, besides the hints."""
    can_pause: bool
    uses_seed: bool = True
    """Whether another seed would make a difference."""
    keep_running: bool = False
    """Whether it runs on when every page that watched it is closed."""
    race: str | None = None
    lane: int = 0
    """Which of the engines of a race it runs."""
    heat: int = 0
    """The jobs of a heat begin together, one in each lane, when those of the heat
    before are over."""
    created: float = 0.0


class JobSpec(JobTerms, kw_only=True, frozen=True):
    """What a job is to do."""

    puzzle: PuzzleRecord
    start: Placements
    """A board to improve; empty for none."""
    keep: int
    """How many solutions to keep."""
    store: str | None
    """The file of best boards to add to."""
    megabytes: int
    client: str = ""


class Figures(TypedDict, total=False):
    """The numbers of a job; empty before its first frame."""

    nodes: Annotated[int, Meta(description="those repeated after a pause too")]
    seconds: Annotated[float, Meta(description="of the search alone")]
    preparing: Annotated[
        float, Meta(description="seconds before the search, mostly to compile")
    ]
    value: Annotated[int, Meta(description="of the best board, in the job's measure")]
    pieces: Annotated[int, Meta(description="pieces on the best board")]
    score: Annotated[int, Meta(description="matching joins on the best board")]
    solutions: int
    share: Annotated[float | None, Meta(description="part of the tree, 0 to 1")]
    improved: Annotated[
        float | None, Meta(description="second at which the best board was found")
    ]
    bound: Annotated[int | None, Meta(description="proved: no value is larger")]
    depths: Annotated[
        list[int],
        Meta(description="nodes at each depth, of engines that report them"),
    ]


class Ready(Struct, frozen=True):
    """The message of a process whose search can begin."""

    seconds: float
    """What it took to prepare: tables built, kernels compiled."""


class Frame(Struct, kw_only=True, omit_defaults=True, frozen=True):
    """The progress of a search, and what is new since the frame before."""

    figures: Figures
    note: str = ""
    current: Cells | None = None
    best: Cells | None = None
    """The best board, if it differs from that of the frame before."""
    check: dict[str, Any] | None = None
    """What the referee says of the best board."""
    curve: Curve | None = None
    """The whole curve, where a checkpoint knows more of it than the server."""
    found_before: int = 0
    found: list[Cells] = []
    """The solutions that come after the first `found_before`."""


class JobConflict(Struct, kw_only=True, frozen=True):
    """Fixed pieces that no solution has all of."""

    placements: Placements
    is_smallest: bool
    text: str


class JobResult(Struct, kw_only=True, frozen=True):
    """How a search ended; its last frame has the rest."""

    ended: str
    is_proved: bool
    proves_unsolvable: bool
    counts: dict[str, int] | None
    solutions: list[Cells]
    conflict: JobConflict | None = None


class JobRecord(Struct, kw_only=True):
    """Everything about a job that outlives the server."""

    id: str
    spec: JobSpec
    status: Status = "starting"
    message: str = ""
    figures: Figures = {}
    note: str = ""
    best: Cells | None = None
    check: dict[str, Any] | None = None
    curve: Curve = []
    history: History = []
    found: list[Cells] = []
    """The solutions so far, while it runs."""
    result: JobResult | None = None
    preparing: float = 0.0
    """Seconds that all its processes have taken before they could begin."""
    was_watched: bool = False
    """Whether somebody has ever watched it."""


class JobView(JobTerms, kw_only=True, frozen=True):
    """A job as clients see it, without its boards."""

    id: str
    status: Status
    version: int
    message: str
    note: str
    figures: Figures
    current: Cells | None
    ended: str | None = None
    is_proved: bool = False
    proves_unsolvable: bool = False
    counts: dict[str, int] | None = None
    conflict: JobConflict | None = None
    solutions_kept: int


class ListedJobView(JobView, kw_only=True, frozen=True):
    """A job in the list of all jobs."""

    mine: bool
    """Whether it was started from the address that asks."""


class WholeJobView(JobView, kw_only=True, frozen=True):
    """A job as clients see it, with its best board, its curves and its puzzle."""

    best: Cells | None
    check: dict[str, Any] | None
    curve: Curve
    history: History
    puzzle: PuzzleRecord


def extend_curve(curve: Curve, seconds: float, value: float) -> Curve:
    """Return a curve with one more point if the value has risen, else the same."""
    if curve and curve[-1][1] >= value:
        return curve
    return thin_curve([*curve, (round(seconds, 3), value)])


def thin_curve(curve: Curve) -> Curve:
    """Return a curve with fewer points if it has grown long; the last one stays."""
    while len(curve) > _MOST_POINTS:
        curve = curve[:-1:2] + curve[-1:]
    return curve


def extend_history(
    history: History, seconds: float, nodes: int, depth: int | None
) -> History:
    """Return a history with one more sample, or the same if it has one for that time.

    As time goes by, every other sample is left out, so that at most `_MOST_SAMPLES`
    are kept.  Samples of a later time are dropped: the search continues an older
    checkpoint.  `withSample` of the page does the same with what it is sent.
    """
    step, seconds = _SECONDS_A_SAMPLE, round(seconds, 3)
    while seconds / step >= _MOST_SAMPLES:
        step *= 2
    before = [sample for sample in history if sample[0] <= seconds]
    samples = [*before, (seconds, nodes, depth)]
    places = [int(sample[0] / step) for sample in samples]
    if len(before) == len(history) > 0 and places[-2] == places[-1]:
        return history
    return samples[:1] + [
        sample
        for sample, (last, place) in zip(samples[1:], pairwise(places), strict=True)
        if last != place
    ]
