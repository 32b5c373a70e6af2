"""Effort by contestant: our engines and a peer on the same instances, one by one.

Every run is a process of its own with a hard limit, on one core; the contestants take
turns, seed by seed.  Writes benchmarks/results/goals.csv (a line a run, appended as it
ends; a rerun on the same machine skips what is there) and benchmarks/results/goals.md.

    python benchmarks/goals.py --seeds 5 --classes two-set:6x6:6:2 --seconds 20
"""

import argparse
import datetime
import shlex
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from edgematch.version import __version__
from effort.answers import Answer, WrongAnswer, check
from effort.classes import CLASSES, PuzzleClass
from effort.contestants import STANDARD, Contestant
from effort.machine import processor
from effort.processes import RunError, compiled_peer, run
from effort.records import Record, append_record, read_records, write_records
from effort.report import page

Job = tuple[PuzzleClass, int, Contestant, float]


def contestant(text: str) -> Contestant:
    """Read a contestant; what is wrong becomes an error of the command line."""
    try:
        return Contestant.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def arguments() -> argparse.Namespace:
    """Read the command line."""
    summary, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--seeds", type=int, default=25, metavar="N", help="seeds 1 to N (25)"
    )
    parser.add_argument(
        "--classes",
        nargs="+",
        choices=list(CLASSES),
        default=list(CLASSES),
        metavar="CLASS",
        help=f"of {', '.join(CLASSES)}",
    )
    parser.add_argument(
        "--solvers",
        nargs="+",
        type=contestant,
        default=[Contestant.read(name) for name in STANDARD],
        metavar="SOLVER",
        help=f"such as {', '.join(STANDARD)}",
    )
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="limit of a peer's run (60)"
    )
    parser.add_argument(
        "--our-seconds", type=float, help="limit of our engines' runs (that of peers)"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path(__file__).parent / "results",
        metavar="FOLDER",
        help="where goals.csv and goals.md go (benchmarks/results)",
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="forget this machine's records of these classes, seeds and solvers first",
    )
    return parser.parse_args()


def planned(asked: argparse.Namespace) -> list[Job]:
    """Return every run that is asked for; the contestants take turns."""
    ours = asked.seconds if asked.our_seconds is None else asked.our_seconds
    return [
        (CLASSES[name], seed, solver, ours if solver.is_ours else asked.seconds)
        for name in asked.classes
        for seed in range(1, asked.seeds + 1)
        for solver in asked.solvers
    ]


def recorded(job: Job, answer: Answer) -> Record:
    """Return the record of a run."""
    kind, seed, solver, limit = job
    return Record(
        kind.name,
        seed,
        solver.name,
        answer.ended,
        answer.count,
        answer.nodes,
        round(answer.seconds, 6),
        limit,
        answer.memory,
        __version__,
        str(datetime.date.today()),
        processor(),
    )


def measure(jobs: Sequence[Job], path: Path, peer: Path) -> int:
    """Run what is not recorded yet; return how many runs failed."""
    records = read_records(path)
    counts: dict[tuple[str, int], int] = {}
    failures = 0
    for number, job in enumerate(jobs, 1):
        kind, seed, solver, limit = job
        where = f"[{number}/{len(jobs)}] {kind.recipe(seed)} {solver.name}"
        record = records.get((processor(), kind.name, seed, solver.name))
        if record is None or not record.answers(limit):
            try:
                answer = run(solver, kind, seed, limit, peer)
                check(answer, kind.puzzle(seed))
            except RunError as error:
                failures += 1
                print(f"{where}: {error}", file=sys.stderr, flush=True)
                continue
            except WrongAnswer as error:
                sys.exit(f"{where}: wrong: {error}")
            record = recorded(job, answer)
            append_record(path, record)
            nodes = "?" if record.nodes is None else f"{record.nodes:,}"
            end = f"{record.ended} {record.seconds:.3f} s, {nodes} nodes"
            print(f"{where}: {end}", file=sys.stderr, flush=True)
        if kind.wants_all and not record.is_censored:
            known = counts.setdefault((kind.name, seed), record.solutions)
            if known != record.solutions:
                sys.exit(f"{where}: {record.solutions} solutions, another has {known}")
    return failures


def command_line() -> str:
    """Return the command without the folder of the output, which is one machine's."""
    words = list(sys.argv[1:])
    if "--output" in words:
        at = words.index("--output")
        del words[at : at + 2]
    words = [word for word in words if not word.startswith("--output=")]
    return shlex.join(["python", "benchmarks/goals.py", *words])


def main() -> None:
    """Measure and write the page."""
    asked = arguments()
    # Leave by way of the blocks that end the run under way.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    jobs = planned(asked)
    path, target = asked.output / "goals.csv", asked.output / "goals.md"
    asked.output.mkdir(parents=True, exist_ok=True)
    if asked.fresh:
        here = processor()
        again = {(here, kind.name, seed, solver.name) for kind, seed, solver, _ in jobs}
        kept = [
            record for key, record in read_records(path).items() if key not in again
        ]
        write_records(path, kept)
    with tempfile.TemporaryDirectory() as folder:
        try:
            failures = measure(jobs, path, compiled_peer(Path(folder)))
        except RunError as error:
            sys.exit(str(error))
        except KeyboardInterrupt:
            sys.exit("interrupted; the same command goes on from here")
    text = page(read_records(path).values(), command_line())
    target.write_text(text)
    print(text)
    if failures:
        sys.exit(f"{failures} runs failed; the same command tries them again")


if __name__ == "__main__":
    main()
