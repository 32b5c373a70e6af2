"""Runs the search of a job in its own process.

It sends `Ready` when the search can begin, `Frame`s of its progress and, as texts,
messages for the clients; it returns the result.  The server sends one message, to
begin.  When it interrupts the process, or is gone, the search saves its checkpoint.
"""

import contextlib
import os
import time
from pathlib import Path
from typing import Any

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.errors import EdgematchError
from edgematch.processes.child import Parent
from edgematch.processes.messages import ProcessError
from edgematch.reasoning.board_conflicts import board_conflict, conflict_words
from edgematch.reasoning.completions import Undecided
from edgematch.reasoning.conflicts import pieces_on
from edgematch.results import Improvement, Interrupted, Progress, Result
from edgematch.search import run_request
from edgematch.search.measures import MEASURES
from edgematch.web.documents import board_cells, read_puzzle, referee_report
from edgematch.web.job_data import (
    Cells,
    Figures,
    Frame,
    JobConflict,
    JobResult,
    JobSpec,
    Ready,
)
from edgematch.web.specs import search_of

_SECONDS_BETWEEN_FRAMES = 0.1
_SECONDS_FOR_CONFLICT = 5.0


def run_job(parent: Parent, spec: JobSpec, checkpoint: Path) -> JobResult | str:
    """Run a job; return its result, or why it failed."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # the server goes first when both want the processor
    try:
        return _search(parent, spec, checkpoint)
    except ProcessError:
        raise  # its end, such as a memory limit, is that of the job
    except EdgematchError as error:
        return " ".join(str(error).split())


def _search(parent: Parent, spec: JobSpec, checkpoint: Path) -> JobResult:
    """Search, from the job's checkpoint if there is one."""
    started = time.perf_counter()

    def wait_for_start() -> None:
        parent.check()
        parent.send(Ready(seconds=time.perf_counter() - started))
        parent.receive()

    reporter = _Reporter(spec, parent)
    try:
        result = run_request(
            *search_of(spec),
            watch=reporter.show,
            watch_every=_SECONDS_BETWEEN_FRAMES,
            on_better=reporter.keep,
            checkpoint=checkpoint if spec.can_pause else None,
            resume=checkpoint if spec.can_pause and checkpoint.exists() else None,
            begin=wait_for_start,
        )
    except Interrupted as stop:
        result = stop.result
    except KeyboardInterrupt:
        if spec.goal == "optimize":
            raise
        return JobResult(  # it has not read its checkpoint
            ended="interrupted",
            is_proved=False,
            proves_unsolvable=False,
            counts=None,
            solutions=[],
        )
    if result.unsaved:
        parent.send(f"the last checkpoint was not saved: {result.unsaved}")
    wants_conflict = bool(spec.fixed) and result.proves_unsolvable
    if wants_conflict:
        parent.send("proved; looking for the pieces that cannot stay")
    if result.statistics["nodes"] or result.ended != "interrupted":
        reporter.finish(result)  # else it has not begun
    return JobResult(
        conflict=_conflict(parent, spec) if wants_conflict else None,
        ended=result.ended.value,
        is_proved=result.is_proved,
        proves_unsolvable=result.proves_unsolvable,
        counts=None if result.counts is None else dict(result.counts),
        solutions=[board_cells(board) for board in result.solutions],
    )


def _conflict(parent: Parent, spec: JobSpec) -> JobConflict | None:
    """Find the fixed pieces that cannot stay, and tell the clients."""
    puzzle = read_puzzle(spec.puzzle)
    board = Board(puzzle, spec.fixed)
    said = f"no solution with your {pieces_on(puzzle, board.placements)}"
    try:
        found = board_conflict(board, _SECONDS_FOR_CONFLICT, is_proved=True)
    except (Undecided, KeyboardInterrupt):
        found = None
    if found is None:
        parent.send(f"{said}; which of them cannot stay was not found in time")
        return None
    text = conflict_words(puzzle, found)
    parent.send(f"{said}. {text}")
    return JobConflict(
        placements=list(found.placements), is_smallest=found.is_smallest, text=text
    )


class _Reporter:
    """Makes frames of progress; sends boards and solutions only when they are new."""

    def __init__(self, spec: JobSpec, parent: Parent) -> None:
        self._spec, self._parent = spec, parent
        self._puzzle = read_puzzle(spec.puzzle)
        self._store = None if spec.store is None else Store(Path(spec.store))
        self._best: Cells | None = None
        self._score = self._value = 0
        self._note = ""
        self._has_sent_curve = False
        self._boards: set[int] = set()
        self._solutions: dict[tuple[int, ...], None] = {}

    def keep(self, board: Board, better: Improvement) -> None:
        """Add a better board to the store, and show it."""
        self._add_to_store(board, better)
        numbers = Figures(
            nodes=better.nodes,
            seconds=better.seconds,
            solutions=int(board.is_solution()),
        )
        self._send(board, numbers, self._note)

    def _add_to_store(self, board: Board, better: Improvement) -> None:
        """Add a board to the store; if that fails, search on without it."""
        if self._store is None:
            return
        spec = self._spec
        facts = spec.engine, spec.seed, better.seconds, better.nodes, spec.options
        try:
            # Of the puzzle itself, whichever pieces were fixed.
            self._store.add(Board(self._puzzle, board.placements), *facts)
        except EdgematchError:
            self._store = None
            self._parent.send("its boards cannot be saved in the store of best boards")

    def show(self, now: Progress) -> None:
        """Send a frame of a search that goes on."""
        facts: dict[str, Any] = self._new_solutions(now.kept)
        if now.curve and not self._has_sent_curve:
            self._has_sent_curve = True
            facts["curve"] = _points(now.curve)
        if now.current is not None:
            facts["current"] = board_cells(now.current)
        self._note = now.note
        numbers = Figures(
            nodes=now.nodes,
            seconds=now.seconds,
            solutions=now.solutions,
            share=now.share,
        )
        if now.depths:
            numbers["depths"] = list(now.depths)
        self._send(now.best, numbers, now.note, **facts)

    def finish(self, result: Result) -> None:
        """Send the last frame."""
        found = result.statistics
        numbers = Figures(
            nodes=int(found["nodes"]),
            seconds=found["seconds"],
            solutions=result.count,
            share=found.get("share"),
        )
        if result.depths:
            numbers["depths"] = list(result.depths)
        if self._spec.goal == "optimize" and self._spec.measure == "joins":
            numbers["bound"] = result.best.puzzle.joins - int(found["at_least"])
        facts = {"curve": _points(result.curve)} if result.curve else {}
        # Findings call the fixed pieces hints; the message says it better.
        note = "" if self._spec.fixed and result.findings else result.note
        self._send(result.best, numbers, note, **facts)

    def _send(self, best: Board, numbers: Figures, note: str, **facts: Any) -> None:
        """Send a frame; figures of the board are added to the other numbers."""
        cells = board_cells(best)
        if cells != self._best:
            self._best, self._score = cells, best.score()
            self._value = MEASURES[self._spec.measure].value(best)
            facts |= {"best": cells, "check": referee_report(best)}
        figures: Figures = {
            "share": None,
            "bound": None,
            **numbers,
            "pieces": len(best.placements),
            "score": self._score,
            "value": self._value,
            "improved": None,  # the server knows, from the curve
        }
        self._parent.send(Frame(figures=figures, note=note, **facts))

    def _new_solutions(self, kept: tuple[Board, ...]) -> dict[str, Any]:
        # Boards that are kept stay the same objects, so most are already known.
        new = [each for each in kept if id(each) not in self._boards]
        if not new:
            return {}
        before = len(self._solutions)
        self._boards = {id(each) for each in kept}
        for board in new:
            self._solutions.setdefault(tuple(board_cells(board)))
        return {"found_before": before, "found": list(self._solutions)[before:]}


def _points(curve: tuple[Improvement, ...]) -> list[tuple[float, int]]:
    return [(round(better.seconds, 3), better.score) for better in curve]
