"""A set of generated puzzles for solver competitions, from a list of recipes.

Each puzzle is written in DIMACS, XCSP3 and MiniZinc.  A list is CSV: recipe, verdict,
solver, seconds.  The solver and the seconds of processor time that it took for the
DIMACS file may be left out, and so may the verdict: a recipe with a planted solution
has one, for the others it says what has been proved.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from edgematch.encoders import encoding
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula_files import formula_comments, write_cnf
from edgematch.encoders.model_files import write_minizinc, write_xcsp3
from edgematch.errors import EdgematchError
from edgematch.formats import Source
from edgematch.generators import Recipe, generate
from edgematch.generators.models import find_model
from edgematch.puzzle import Puzzle
from edgematch.version import __version__

COLUMNS = ("recipe", "verdict", "solver", "seconds")
FORMULA: tuple[str, dict[str, Any]] = ("primal-dual", {"color_counts": False})
MODEL = "cp-joins"
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Benchmark:
    """A line of a list."""

    recipe: Recipe
    verdict: str
    """`solvable`, `unsolvable`, or empty where nobody knows."""
    solver: str
    seconds: float | None
    """Processor time of the solver; None if it was not measured."""

    @property
    def file_name(self) -> str:
        """The name of its files, without a suffix."""
        return self.recipe.name.replace(":", "-").replace("=", "-")


def our_list() -> Source:
    """Return the list that is shipped."""
    path = files("edgematch.encoders") / "benchmark_set.csv"
    return Source("benchmark_set.csv", path.read_text(encoding="utf-8"))


def read_list(source: Source) -> tuple[Benchmark, ...]:
    """Return the lines of a list; each recipe may occur once."""
    reader = csv.reader(io.StringIO(source.text, newline=""))
    if tuple(next(reader, ())) != COLUMNS:
        source.fail(1, f"expected the columns {','.join(COLUMNS)}")
    found: dict[str, Benchmark] = {}
    for row in reader:
        if row:
            benchmark = _benchmark(source, reader.line_num, row)
            if benchmark.recipe.name in found:
                source.fail(reader.line_num, f"{row[0]} occurs twice")
            found[benchmark.recipe.name] = benchmark
    if not found:
        source.fail(None, "no recipes in the list")
    return tuple(found.values())


def _benchmark(source: Source, line: int, row: list[str]) -> Benchmark:
    if len(row) != len(COLUMNS):
        source.fail(line, f"expected {len(COLUMNS)} fields, got {len(row)}")
    name, verdict, solver, seconds = map(str.strip, row)
    try:
        recipe = Recipe.read(name)
        find_model(recipe.model).check(recipe)
    except EdgematchError as error:
        source.fail(line, str(error))
    if verdict not in ("solvable", "unsolvable", ""):
        source.fail(line, f"the verdict is solvable, unsolvable or empty: {verdict!r}")
    if verdict == "unsolvable" and not recipe.random:
        source.fail(line, f"{name} has a planted solution, so it is solvable")
    if bool(solver) != bool(seconds):
        source.fail(line, "a solver needs its seconds, and seconds their solver")
    planted = "" if recipe.random else "solvable"
    return Benchmark(
        recipe, verdict or planted, solver, _seconds(source, line, seconds)
    )


def _seconds(source: Source, line: int, text: str) -> float | None:
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        source.fail(line, f"seconds are a positive number, not {text!r}")
    return seconds


def benchmark_files(
    benchmarks: tuple[Benchmark, ...],
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a set, by name: those of each puzzle, at last the manifest."""
    entries = []
    for benchmark in benchmarks:
        puzzle = generate(benchmark.recipe).puzzle
        names = []
        for suffix, data in _files_of(puzzle):
            names.append(benchmark.file_name + suffix)
            yield names[-1], data
        entries.append(_entry(benchmark, puzzle, names))
    formula, options = FORMULA
    words = [f"{key}={str(value).lower()}" for key, value in options.items()]
    manifest = {
        "version": __version__,
        "formula": " ".join([formula, *words]),
        "model": MODEL,
        "puzzles": entries,
    }
    yield MANIFEST, (json.dumps(manifest, indent=2) + "\n").encode()


def _entry(benchmark: Benchmark, puzzle: Puzzle, names: list[str]) -> dict[str, Any]:
    return {
        "recipe": benchmark.recipe.name,
        "seed": benchmark.recipe.seed,
        "fingerprint": puzzle.fingerprint,
        "verdict": benchmark.verdict or None,
        "solver": benchmark.solver or None,
        "seconds": benchmark.seconds,
        "files": names,
    }


def _files_of(puzzle: Puzzle) -> Iterator[tuple[str, bytes]]:
    """Yield the suffix and the content of each file of a puzzle."""
    name, options = FORMULA
    cnf, xcsp3, model, data = (io.BytesIO() for _ in range(4))
    clauses = Clauses(encoding(name, **options).encode(puzzle), "ladder", "sorting")
    write_cnf(cnf, clauses, formula_comments(puzzle, name, options))
    yield ".cnf", cnf.getvalue()
    constraints = encoding(MODEL).encode(puzzle)
    comments = formula_comments(puzzle, MODEL, {})
    write_xcsp3(xcsp3, constraints, comments)
    yield ".xml", xcsp3.getvalue()
    write_minizinc(model, data, constraints, comments)
    yield ".mzn", model.getvalue()
    yield ".dzn", data.getvalue()
