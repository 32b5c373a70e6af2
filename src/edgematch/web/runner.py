"""Runs the search of a job in its own process, and sends frames and the result."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.errors import EdgematchError
from edgematch.web.documents import board_cells, read_board, read_puzzle, referee_report
from edgematch.web.engines import Snapshot, prepare, search
from edgematch.web.job_data import Cells, Figures, Frame, JobResult, JobSpec
from edgematch.web.worker import Control


def run(job: Mapping[str, Any], control: Control) -> None:
    """Search, from the job's checkpoint if there is one."""
    spec = msgspec.convert(job, JobSpec)
    puzzle = read_puzzle(spec.puzzle)
    start = read_board(spec.puzzle, spec.start) if spec.start else None
    prepare(spec, puzzle)
    control.wait_for_start()
    reporter = _Reporter(spec, control)
    path = Path(job["checkpoint"])
    end = search(spec, puzzle, start, path, reporter.show, reporter.keep)
    if end.unsaved:
        control.send({"message": f"the last checkpoint was not saved: {end.unsaved}"})
    if end.nodes or end.ended != "interrupted":  # else it had not read its checkpoint
        reporter.show(end)
    control.send({"result": msgspec.to_builtins(_result(spec, end))})


def _result(spec: JobSpec, end: Snapshot) -> JobResult:
    is_of_solutions = spec.goal != "optimize" or spec.measure == "joins"
    return JobResult(
        ended=end.ended,
        is_proved=end.is_proved,
        proves_unsolvable=is_of_solutions and end.is_proved and not end.solutions,
        counts=None if end.counts is None else dict(end.counts),
        solutions=[board_cells(board) for board in end.kept],
    )


class _Reporter:
    """Makes frames of snapshots; sends boards and solutions only when they are new."""

    def __init__(self, spec: JobSpec, control: Control) -> None:
        self._spec, self._control = spec, control
        self._store = None if spec.store is None else Store(Path(spec.store))
        self._best: Cells | None = None
        self._score = 0
        self._has_sent_curve = False
        self._boards: set[int] = set()
        self._solutions: dict[tuple[int, ...], None] = {}

    def keep(self, board: Board, seconds: float, nodes: int) -> None:
        """Add a better board to the store; if that fails, search on without it."""
        if self._store is None:
            return
        spec = self._spec
        facts = spec.engine, spec.seed, seconds, nodes, spec.options
        try:
            self._store.add(board, *facts)
        except EdgematchError:
            self._store = None
            self._control.send(
                {"message": "its boards cannot be saved in the store of best boards"}
            )

    def show(self, now: Snapshot) -> None:
        """Send a frame."""
        facts: dict[str, Any] = {}
        best = board_cells(now.best)
        if best != self._best:
            self._best, self._score = best, now.best.score()
            facts |= {"best": best, "check": referee_report(now.best)}
        if now.curve and (now.ended or not self._has_sent_curve):
            self._has_sent_curve = True
            facts["curve"] = list(now.curve)
        if now.current is not None:
            facts["current"] = board_cells(now.current)
        if not now.ended:  # the result has all of them
            facts |= self._new_solutions(now)
        frame = Frame(figures=self._figures(now), note=now.note, **facts)
        self._control.send({"frame": msgspec.to_builtins(frame)})

    def _figures(self, now: Snapshot) -> Figures:
        pieces = len(now.best.placements)
        return Figures(
            nodes=now.nodes,
            seconds=now.seconds,
            value=self._score if self._spec.measure == "joins" else pieces,
            pieces=pieces,
            score=self._score,
            solutions=now.solutions,
            share=now.share,
            improved=None,  # the server knows, from the curve
            bound=now.bound,
        )

    def _new_solutions(self, now: Snapshot) -> dict[str, Any]:
        # Boards that are kept stay the same objects: most need no second look.
        new = [each for each in now.kept if id(each) not in self._boards]
        if not new:
            return {}
        before = len(self._solutions)
        self._boards = {id(each) for each in now.kept}
        for board in new:
            self._solutions.setdefault(tuple(board_cells(board)))
        return {"found_before": before, "found": list(self._solutions)[before:]}
