"""Runs the search of a job in its own process, and sends frames and the result."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.errors import EdgematchError
from edgematch.results import Improvement, Progress, Result
from edgematch.search import run_request
from edgematch.web.documents import board_cells, read_board, read_puzzle, referee_report
from edgematch.web.engines import request_of, technique_of
from edgematch.web.job_data import Cells, Figures, Frame, JobResult, JobSpec
from edgematch.web.worker import Control

_SECONDS_BETWEEN_FRAMES = 0.1


def run(job: Mapping[str, Any], control: Control) -> None:
    """Search, from the job's checkpoint if there is one."""
    spec = msgspec.convert(job, JobSpec)
    puzzle = read_puzzle(spec.puzzle)
    start = read_board(spec.puzzle, spec.start) if spec.start else None
    reporter = _Reporter(spec, control)
    checkpoint = Path(job["checkpoint"]) if spec.can_pause else None
    is_saved = checkpoint is not None and checkpoint.exists()
    result = run_request(
        technique_of(spec),
        request_of(spec, puzzle, start),
        watch=reporter.show,
        watch_every=_SECONDS_BETWEEN_FRAMES,
        on_better=reporter.keep,
        checkpoint=checkpoint,
        resume=checkpoint if is_saved else None,
        begin=control.wait_for_start,
    )
    if result.unsaved:
        message = f"the last checkpoint was not saved: {result.unsaved}"
        control.send({"message": message})
    if result.statistics["nodes"] or result.ended != "interrupted":
        reporter.finish(result)  # else it had not read its checkpoint
    control.send({"result": msgspec.to_builtins(_job_result(result))})


def _job_result(result: Result) -> JobResult:
    return JobResult(
        ended=result.ended.value,
        is_proved=result.is_proved,
        proves_unsolvable=result.proves_unsolvable,
        counts=None if result.counts is None else dict(result.counts),
        solutions=[board_cells(board) for board in result.solutions],
    )


class _Reporter:
    """Makes frames of progress; sends boards and solutions only when they are new."""

    def __init__(self, spec: JobSpec, control: Control) -> None:
        self._spec, self._control = spec, control
        self._store = None if spec.store is None else Store(Path(spec.store))
        self._best: Cells | None = None
        self._score = 0
        self._note = ""
        self._has_sent_curve = False
        self._boards: set[int] = set()
        self._solutions: dict[tuple[int, ...], None] = {}

    def keep(self, board: Board, better: Improvement) -> None:
        """Add a better board to the store, and show it."""
        self._add_to_store(board, better)
        solutions = int(board.is_solution())
        figures = self._figures(better.nodes, better.seconds, board, solutions)
        self._send(figures, board, self._note)

    def _add_to_store(self, board: Board, better: Improvement) -> None:
        """Add a board to the store; if that fails, search on without it."""
        if self._store is None:
            return
        spec = self._spec
        facts = spec.engine, spec.seed, better.seconds, better.nodes, spec.options
        try:
            self._store.add(board, *facts)
        except EdgematchError:
            self._store = None
            self._control.send(
                {"message": "its boards cannot be saved in the store of best boards"}
            )

    def show(self, now: Progress) -> None:
        """Send a frame of a search that goes on."""
        facts: dict[str, Any] = self._new_solutions(now.kept)
        if now.curve and not self._has_sent_curve:
            self._has_sent_curve = True
            facts["curve"] = _points(now.curve)
        if now.current is not None:
            facts["current"] = board_cells(now.current)
        self._note = now.note
        self._send(
            self._figures(now.nodes, now.seconds, now.best, now.solutions, now.share),
            now.best,
            now.note,
            **facts,
        )

    def finish(self, result: Result) -> None:
        """Send the last frame."""
        numbers = result.statistics
        share, bound = numbers.get("share"), None
        if self._spec.goal == "optimize" and self._spec.measure == "joins":
            bound = result.best.puzzle.joins - int(numbers["at_least"])
        facts = {"curve": _points(result.curve)} if result.curve else {}
        nodes, seconds = int(numbers["nodes"]), numbers["seconds"]
        figures = self._figures(nodes, seconds, result.best, result.count, share, bound)
        self._send(figures, result.best, result.note, **facts)

    def _send(self, figures: Figures, best: Board, note: str, **facts: Any) -> None:
        cells = board_cells(best)
        if cells != self._best:
            self._best, self._score = cells, best.score()
            facts |= {"best": cells, "check": referee_report(best)}
        # Filled in here, where the score of a new board is known.
        is_joins = self._spec.measure == "joins"
        value = self._score if is_joins else len(best.placements)
        whole: Figures = {**figures, "score": self._score, "value": value}
        frame = Frame(figures=whole, note=note, **facts)
        self._control.send({"frame": msgspec.to_builtins(frame)})

    def _figures(
        self,
        nodes: int,
        seconds: float,
        best: Board,
        solutions: int,
        share: float | None = None,
        bound: int | None = None,
    ) -> Figures:
        return Figures(
            nodes=nodes,
            seconds=seconds,
            pieces=len(best.placements),
            solutions=solutions,
            share=share,
            improved=None,  # the server knows, from the curve
            bound=bound,
        )

    def _new_solutions(self, kept: tuple[Board, ...]) -> dict[str, Any]:
        # Boards that are kept stay the same objects: most need no second look.
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
