"""Makes the specification of a job from a request: checked, and held to the limits."""

from edgematch.puzzle import Puzzle
from edgematch.search.launch import check_request
from edgematch.search.measures import MEASURES
from edgematch.search.technique import Threads
from edgematch.web.documents import read_board, read_puzzle
from edgematch.web.engines import check_engine, request_of, technique_of
from edgematch.web.job_data import JobLimits, JobSpec
from edgematch.web.requests import (
    CountRequest,
    EngineChoice,
    JobRequest,
    Measure,
    OptimizeRequest,
    SolveRequest,
)
from edgematch.web.settings import Settings


def job_specs(request: JobRequest, settings: Settings) -> list[JobSpec]:
    """Return the specifications of the jobs that a request starts, one per engine."""
    puzzle = read_puzzle(request.puzzle)
    start = None
    if isinstance(request, OptimizeRequest) and request.start:
        start = read_board(request.puzzle, request.start)
    specs = [_spec(request, each, puzzle, settings) for each in request.engines]
    for spec in specs:
        check_request(technique_of(spec), request_of(spec, puzzle, start))
    return specs


def _spec(
    request: JobRequest, choice: EngineChoice, puzzle: Puzzle, settings: Settings
) -> JobSpec:
    kind = check_engine(choice.engine, request.goal, dict(choice.options))
    takes_threads = kind.threads is not Threads.ONE
    seconds = min(request.seconds or settings.most_seconds, settings.most_seconds)
    limits = JobLimits(seconds=seconds)
    measure: Measure = "pieces"
    start, store = [], None
    if isinstance(request, SolveRequest):
        limits = JobLimits(seconds=seconds, solutions=request.solutions)
    if isinstance(request, OptimizeRequest):
        limits = JobLimits(seconds=seconds, target=request.target)
        measure, start, store = request.measure, request.start, settings.store
    return JobSpec(
        goal=request.goal,
        measure=measure,
        most=MEASURES[measure].most(puzzle),
        name=puzzle.name,
        puzzle=request.puzzle,
        fingerprint=puzzle.fingerprint,
        engine=choice.engine,
        options=choice.options,
        seed=request.seed,
        threads=min(request.threads, settings.most_threads) if takes_threads else 1,
        limits=limits,
        start=start,
        keep=0 if isinstance(request, CountRequest) else settings.solutions_kept,
        can_pause=kind.resumable,
        store=None if store is None else str(store),
        megabytes=settings.most_megabytes,
    )
