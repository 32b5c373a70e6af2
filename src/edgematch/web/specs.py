"""The way of a job: a request of a client, its specification, a request to an engine.

The specification is checked, and held to the limits of the studio.
"""

from typing import Any

from msgspec.structs import replace

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.formats import Document
from edgematch.inputs import title
from edgematch.puzzle import Puzzle
from edgematch.search import (
    Count,
    Limits,
    Optimize,
    Request,
    Solve,
    Technique,
    counting_technique,
    technique,
)
from edgematch.search.launch import check_request
from edgematch.search.measures import MEASURES
from edgematch.search.request import Goal
from edgematch.search.technique import Threads
from edgematch.web.documents import read_puzzle
from edgematch.web.job_data import JobLimits, JobSpec
from edgematch.web.requests import (
    CountRequest,
    EngineChoice,
    JobRequest,
    OptimizeRequest,
    Placements,
    SolveRequest,
)
from edgematch.web.settings import Settings


def job_specs(request: JobRequest, settings: Settings) -> list[JobSpec]:
    """Return the specifications of the jobs that a request starts, in heats.

    There is a heat for each seed, with a job for each engine; an engine that uses no
    seed runs in the first one only.
    """
    puzzle = read_puzzle(request.puzzle)
    lanes = [_spec(request, each, puzzle, settings) for each in request.engines]
    specs = [
        replace(spec, seed=request.seed + heat, lane=lane, heat=heat)
        for heat in range(request.seeds)
        for lane, spec in enumerate(lanes)
        if heat == 0 or spec.uses_seed
    ]
    for spec in specs:
        check_request(*search_of(spec))
    return specs


def _spec(
    request: JobRequest, choice: EngineChoice, puzzle: Puzzle, settings: Settings
) -> JobSpec:
    registered = "optimize" if request.goal == "optimize" else "solve"
    engine = technique(choice.engine, registered, **choice.options)
    if engine.runs_programs:
        raise EdgematchError(
            f"engine {engine.name} runs programs, so the studio does not offer it; use"
            " the command line"
        )
    takes_threads = engine.threads is not Threads.ONE
    best = request if isinstance(request, OptimizeRequest) else None
    measure = "pieces" if best is None else best.measure
    store = None if best is None else settings.store
    return JobSpec(
        goal=request.goal,
        measure=measure,
        most=MEASURES[measure].most(puzzle),
        name=puzzle.name,
        title=title(Document(puzzle)),
        puzzle=request.puzzle,
        fingerprint=puzzle.fingerprint,
        engine=choice.engine,
        options=choice.options,
        seed=request.seed,
        threads=min(request.threads, settings.most_threads) if takes_threads else 1,
        limits=JobLimits(
            seconds=min(
                request.seconds or settings.most_seconds, settings.most_seconds
            ),
            solutions=request.solutions if isinstance(request, SolveRequest) else None,
            target=None if best is None else best.target,
        ),
        fixed=_fixed(request, puzzle),
        start=[] if best is None else best.start,
        keep=0 if isinstance(request, CountRequest) else settings.solutions_kept,
        can_pause=engine.resumable and settings.saves_checkpoints,
        uses_seed=engine.uses_seed,
        keep_running=request.keep_running,
        store=None if store is None else str(store),
        megabytes=settings.most_megabytes,
    )


def _fixed(request: JobRequest, puzzle: Puzzle) -> Placements:
    """Return the pieces that a job keeps where they are, without the hints."""
    board = Board(puzzle, request.fixed)
    for problem in board.problems():
        raise EdgematchError(f"your pieces cannot stay: {problem}")
    return [each for each in board.placements if each not in puzzle.hints]


def search_of(spec: JobSpec) -> tuple[Technique, Request]:
    """Return the engine of a job, and what it is asked for."""
    options = dict[str, Any](spec.options)
    if spec.goal == "count":
        engine = counting_technique(spec.engine, options)
    else:
        engine = technique(spec.engine, spec.goal, **options)
    puzzle = searched_puzzle(spec)
    start = Board(puzzle, spec.start) if spec.start else None
    goals: dict[str, Goal] = {
        "solve": Solve(spec.limits.solutions, spec.keep),
        "count": Count(),
        "optimize": Optimize(MEASURES[spec.measure], spec.limits.target, start),
    }
    limits = Limits(seconds=spec.limits.seconds)
    memory = spec.megabytes * 2**20 // 2  # it ends at its limit
    goal = goals[spec.goal]
    return engine, Request(puzzle, goal, spec.seed, limits, spec.threads, memory)


def searched_puzzle(spec: JobSpec) -> Puzzle:
    """Return the puzzle of a job, with the fixed pieces as hints."""
    puzzle = read_puzzle(spec.puzzle)
    return puzzle.with_hints([*puzzle.hints, *spec.fixed]) if spec.fixed else puzzle
