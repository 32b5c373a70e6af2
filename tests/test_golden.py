"""The answers of the command line, pinned: `tests/golden/answers.json`.

Nodes, counts, scores and boards must not change unless a commit means them to.  After
such a change write the file again and read what differs:

    python tests/test_golden.py --write
    git diff tests/golden

Searches here are exhausted, or stopped by a number of nodes, never by a clock, so that
the answers are the same on every machine.  Of external solvers only what is true of
every version is kept.  Times and prose are left out.
"""

import contextlib
import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from edgematch.cli.main import run

FILE = Path(__file__).parent / "golden" / "answers.json"

LEFT_OUT = {
    "seconds", "preparation_seconds", "processor_seconds", "curve", "note", "message",
    "problems",
}  # fmt: skip
"""Keys that depend on the machine or its load, and those whose values are prose."""
EXTERNAL = ("--engine sat", "--engine cp-sat", "--engine max-sat")
KEPT_OF_EXTERNAL = {
    "status", "puzzle", "fingerprint", "engine", "ended", "solutions", "is_complete",
    "proves_unsolvable", "pictures", "boards_up_to_symmetry", "pictures_up_to_symmetry",
    "up_to_symmetry", "score", "joins", "breaks", "proved",
}  # fmt: skip

SCRAMBLE, TETRAVEX = "scramble-squares", "tetravex:4x4:5:seed=3"
RECTANGLE = "one-set:4x6:5:seed=2"
UNSOLVABLE = "one-set:4x6:5:seed=2:random:balanced"
UNSOLVABLE_SMALL = "one-set:4x4:4:seed=1:random:balanced"
EQUAL_PIECES = "one-set:4x4:3:seed=3"
PUZZLES = (
    SCRAMBLE,
    TETRAVEX,
    RECTANGLE,
    UNSOLVABLE,
    "gemp:3x4:7:seed=2",
    "two-set:5x5:5:3:seed=1:hints=2",
    "one-set:6x3:4:seed=7:signed:hints=1",
)
COUNTED = (*PUZZLES, EQUAL_PIECES)
TREES = ("auto", "row-scan", "consistency", "color-pairs", "blocks")
SOLVERS = ("sat", "cp-sat")
LARGE = "two-set:8x8:8:3:seed=1"
LINK = (
    "https://example.org/#puzzle=tiny&board_w=2&board_h=2"
    "&board_edges={}&board_pieces=001002003004"
)
SCORES = {
    "auto": "--nodes 200000 --option narrowest=16",
    "beam": "--nodes 20000 --option width=16",
    "breaks": "--nodes 200000",
    "repair": "--nodes 20000",
    "anneal": "--nodes 20000",
    "tabu": "--nodes 20000",
    "exact": "--nodes 20000",
}

COMMANDS = (
    *(f"solve {p} --engine {e} --json" for p in PUZZLES for e in TREES),
    *(f"solve {p} --engine {e} --all --json" for p in PUZZLES for e in TREES),
    *(f"count {p} --engine {e} --json" for p in COUNTED for e in TREES),
    *(f"solve {LARGE} --engine {e} --nodes 20000 --json" for e in TREES),
    *(f"count {LARGE} --engine {e} --nodes 20000 --json" for e in TREES),
    *(f"solve {EQUAL_PIECES} --engine {e} --solutions 5 --json" for e in TREES),
    *(f"solve {EQUAL_PIECES} --engine {e} --seed 5 --json" for e in TREES),
    *(f"solve {SCRAMBLE} --engine {e} --all --threads 2 --json" for e in TREES),
    f"solve {SCRAMBLE} --all --up-to-symmetry --json",
    f"solve {EQUAL_PIECES} --engine row-scan --option order=spiral-in --json",
    f"solve {RECTANGLE} --engine consistency --option inner_first=true --json",
    f"solve {RECTANGLE} --engine consistency --option color_count=regions --json",
    *(f"solve {SCRAMBLE} --engine {e} --all --json" for e in SOLVERS),
    *(f"solve {UNSOLVABLE} --engine {e} --json" for e in SOLVERS),
    *(f"count {TETRAVEX} --engine {e} --json" for e in SOLVERS),
    *(
        f"solve {p} --engine local-sat --option algorithm={a} --nodes 50000 --json"
        for p in (SCRAMBLE, TETRAVEX, RECTANGLE)
        for a in ("ddfw", "probsat")
    ),
    *(
        f"optimize {p} --engine {e} {limits} --seed {seed} {goal}--no-store --json"
        for p in (RECTANGLE, LARGE)
        for e, limits in SCORES.items()
        for seed in (0, 3)
        for goal in ("", "--goal pieces ")
    ),
    *(
        f"optimize {LARGE} --engine {e} {SCORES[e]} --goal prefix --no-store --json"
        for e in ("auto", "beam")
    ),
    f"optimize {UNSOLVABLE_SMALL} --engine exact --prove --no-store --json",
    f"optimize {UNSOLVABLE_SMALL} --engine max-sat --no-store --json",
    f"optimize {UNSOLVABLE_SMALL} --engine cp-sat --no-store --json",
    f"estimate {SCRAMBLE} --json",
    *(f"estimate {p} --order rows --json" for p in (TETRAVEX, "clue1", "eternity2")),
    "estimate clue3 --order rows --walks 100 --seed 2 --json",
    *(f"info {p} --json" for p in (*COUNTED, "clue2", "eternity2")),
    *(
        f"check '{LINK.format(sides)}' --json"
        for sides in ("abcaaadbcbaadaab", "abcaaadbdbaadaab")
    ),
    "generate --model two-set --rows 4 --columns 5 --inner-colors 4 --frame-colors 2"
    " --seed 5 --keep-solution",
    "generate --model tetravex --rows 3 --columns 3 --inner-colors 6 --seed 2",
    "generate --model scramble --rows 3 --columns 3 --inner-colors 4 --unique",
)


def answer(command):
    """Run a command in this process; return its answer without what is not pinned."""
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(io.StringIO()):
        status = run(shlex.split(command))
    text = stdout.buffer.getvalue()
    found = json.loads(text) if text else {}
    found = {"status": status, **_without_times(found)}
    if _is_external(command):
        return {key: found[key] for key in found if key in KEPT_OF_EXTERNAL}
    return found


def _is_external(command):
    return any(engine in command for engine in EXTERNAL)


def _without_times(value):
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if key not in LEFT_OUT}
        return {key: _without_times(each) for key, each in kept.items()}
    if isinstance(value, list):
        return [_without_times(each) for each in value]
    # Logarithms differ in their last digits from machine to machine.
    return float(f"{value:.9g}") if isinstance(value, float) else value


def pinned():
    """Return the answers of the file by command."""
    return json.loads(FILE.read_text())


def write():
    """Write the file, one line for each key of an answer."""
    entries = []
    for command in COMMANDS:
        lines = [
            f"  {json.dumps(key)}: {json.dumps(value)}"
            for key, value in answer(command).items()
        ]
        entries.append(f"{json.dumps(command)}: {{\n" + ",\n".join(lines) + "\n}")
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("{\n" + ",\n".join(entries) + "\n}\n")


def test_the_file_has_an_answer_to_every_command_and_no_others():
    assert list(pinned()) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_answer_is_the_one_pinned(command):
    if _is_external(command):
        pytest.importorskip("pysat", reason="python-sat is not installed")
        pytest.importorskip("ortools", reason="ortools is not installed")
    found, expected = answer(command), pinned().get(command, {})
    different = [
        f"{key}: {expected.get(key, 'absent')!r} is now {found.get(key, 'absent')!r}"
        for key in {**expected, **found}
        if expected.get(key, "absent") != found.get(key, "absent")
    ]
    assert not different, "\n".join([f"edgematch {command}", *different])


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/test_golden.py --write")
    write()
