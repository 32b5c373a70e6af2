"""Jobs as files: the board with how it was found, figures, curves, solutions.

Figures and curves have rows for all runs of a race.  Cells, pieces and turns are
numbers from 0, as in a record.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from edgematch.board import Board
from edgematch.formats import Document
from edgematch.results import how_found
from edgematch.version import __version__
from edgematch.web.documents import (
    board_of_cells,
    edgematch_record,
    read_puzzle,
)
from edgematch.web.exports import ExportedFile
from edgematch.web.job_data import Cells, Figures
from edgematch.web.jobs import StudioJob
from edgematch.web.requests import JobFile, Placements, PuzzleRecord
from edgematch.web.specs import searched_puzzle

_TERMS = ("engine", "options", "seed", "threads", "goal", "measure", "most")
_STATE = ("status", "ended", "is_proved", "fingerprint")
_FIGURES = tuple(Figures.__annotations__)


def job_file(name: JobFile, job: StudioJob, runs: Sequence[StudioJob]) -> ExportedFile:
    """Return a file about a job; `runs` are all jobs of its race, or itself."""
    match name:
        case "board.json":
            return _json_file(_board_record(job))
        case "puzzle.json":
            puzzle, start = searched_puzzle(job.spec), job.spec.start
            board = Board(puzzle, start) if start else None
            return _json_file(edgematch_record(Document(puzzle, board)))
        case "run.json":
            return _json_file(_whole_run(job))
        case "figures.csv":
            columns = (*_TERMS, *_STATE, *_FIGURES, "version")
            return _csv_file(columns, map(_figures_row, runs))
        case "curve.csv":
            rows = (
                [run.spec.engine, run.spec.seed, *point]
                for run in runs
                for point in run.record.curve
            )
            return _csv_file(("engine", "seed", "seconds", "value"), rows)
        case "solutions.csv":
            placed = (
                [number, *placement]
                for number, cells in enumerate(job.solutions)
                for placement in _placements(cells)
            )
            return _csv_file(("solution", "cell", "piece", "turn"), placed)


def found_by(
    job: StudioJob, puzzle: PuzzleRecord, placements: Placements
) -> dict[str, Any]:
    """Return how a job found a board; nothing if it is none of its boards."""
    ways = {cell: 4 * piece + turn for cell, piece, turn in placements}
    cells = [ways.get(cell, -1) for cell in range(puzzle.rows * puzzle.columns)]
    is_its_own = cells == job.record.best or cells in job.solutions
    if puzzle.pieces != job.spec.puzzle.pieces or not is_its_own:
        return {}
    view, figures = job.view(), job.record.figures
    facts: dict[str, Any] = {"ended": view.ended, "threads": view.threads, **figures}
    facts = {key: each for key, each in facts.items() if _is_one_value(each)}
    return how_found(view.engine, view.seed, view.options, facts)


def _board_record(job: StudioJob) -> dict[str, Any]:
    board = board_of_cells(read_puzzle(job.spec.puzzle), job.record.best or [])
    found = found_by(job, job.spec.puzzle, list(board.placements))
    return edgematch_record(Document(board.puzzle, board, found))


def _whole_run(job: StudioJob) -> dict[str, Any]:
    view = msgspec.to_builtins(job.whole_view())
    for name in ("current", "version", "id", "best", "race", "created"):
        del view[name]
    best = job.record.best
    return {
        "edgematch": __version__,
        **view,
        "board": None if best is None else _placements(best),
        "solutions": [_placements(cells) for cells in job.solutions],
    }


def _figures_row(job: StudioJob) -> list[Any]:
    view, figures = job.view(), job.record.figures
    row = [getattr(view, name) for name in (*_TERMS, *_STATE)]
    row += [figures.get(name) for name in _FIGURES]
    cells = [
        json.dumps(each) if isinstance(each, dict | list) else each for each in row
    ]
    return [*cells, __version__]


def _is_one_value(value: Any) -> bool:
    return value is not None and not isinstance(value, list)


def _placements(cells: Cells) -> list[list[int]]:
    return [[cell, *divmod(way, 4)] for cell, way in enumerate(cells) if way >= 0]


def _json_file(content: dict[str, Any]) -> ExportedFile:
    text = json.dumps(content, indent=1, ensure_ascii=False)
    return ExportedFile(".json", "application/json", text.encode())


def _csv_file(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> ExportedFile:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return ExportedFile(".csv", "text/csv; charset=utf-8", stream.getvalue().encode())
