"""What works where nothing compiled is installed: in a browser, or on a new Python."""

import json
import subprocess
import sys

import pytest

from children import PATIENCE, environment

MISSING = ("numpy", "numba", "scipy", "yaml", "PIL", "resvg_py", "fpdf")
PROGRAM = f"""
import sys
sys.modules.update(dict.fromkeys({MISSING}))  # they cannot be imported

import contextlib, io, json, traceback
import edgematch as em
from edgematch.cli.main import run

def answer(call):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    status = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = run(call) if isinstance(call, list) else print(eval(call)) or 0
        except BaseException:
            status = traceback.format_exc()
    out.seek(0), err.seek(0)
    return status, out.read(), err.read()

print(json.dumps([answer(call) for call in json.load(sys.stdin)]))
"""
ENGINES = "__import__('edgematch.web.engines', fromlist=['']).engine_entries()"
EXPRESSIONS = {
    "em.load('eternity2').puzzle.cells": "256",
    "em.read('0 1 1 0\\n' * 4).puzzle.framed": "True",
    "em.generate('two-set:6x6:5:3:seed=1').cells": "36",
    "round(em.estimate('eternity2').log10_nodes)": "47",
    "em.solve('scramble-squares', solutions=None).count": "4",
    "em.count('two-set:4x4:3:2:seed=2').count": "1536",
    "em.count('two-set:5x5:4:3:seed=10').count": "7168",
    "em.solve('two-set:4x4:4:3:seed=1', 'row-scan').best.is_solution()": "True",
    "em.solve('two-set:5x5:4:3:seed=1', 'sat').best.is_solution()": "True",
    "em.solve('two-set:6x6:6:3:seed=2').note.split()[0]": "cadical195",
    f"[each.name for each in {ENGINES} if not each.needs]": (
        "['auto', 'row-scan', 'sat']"
    ),
    "em.check(em.solve('scramble-squares').best).score": "12",
    "str(em.load('clue1').puzzle).count('+') > 30": "True",
    "em.load('clue1').puzzle._repr_svg_()[:4]": "<svg",
    "len(em.write('clue1', format='puz')) > 100": "True",
}
COMMANDS = [
    ("cache",),
    ("info", "clue1"),
    ("solve", "scramble-squares"),
    ("count", "scramble-squares"),
    ("estimate", "clue1"),
    ("encode", "clue1", "--count-only"),
    ("convert", "clue1", "--to", "list", "--allow-loss"),
    ("draw", "clue1"),
    ("generate", "--model", "tetravex", "--rows", "3", "--inner-colors", "5"),
]
REFUSED = {
    ("solve", "clue1", "--engine", "consistency"): "numpy",
    ("optimize", "clue1", "--no-store"): "numpy",
    ("solve", "scramble-squares", "--checkpoint", "run.npz"): "numpy",
    ("blocks", "clue1"): "numpy",
    ("estimate", "clue1", "--walks", "10"): "numpy",
    ("prepare",): "numpy",
    ("draw", "clue1", "-o", "x.png"): "resvg_py",
    ("draw", "clue1", "-o", "x.pdf"): "fpdf",
    ("info", "tiles.yaml"): "PyYAML",
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Return what every call said: its exit status, standard output and errors.

    One process makes all calls: to start one for each took ten seconds.
    """
    folder = tmp_path_factory.mktemp("bare")
    (folder / "tiles.yaml").write_text("1: [[a, +], [a, -], [b, +], [b, -]]\n")
    calls = [*EXPRESSIONS, *COMMANDS, *REFUSED]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(calls),
        env=environment(),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert not (folder / "run.npz").exists()
    return dict(zip(calls, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_it_works(expression, answers):
    if ENGINES in expression:
        pytest.importorskip("msgspec", reason="msgspec is not installed")
    if any(word in expression for word in ("'sat'", "6x6:6:3", ENGINES)):
        pytest.importorskip("pysat", reason="python-sat is not installed")
    assert answers[expression] == [0, EXPRESSIONS[expression] + "\n", ""]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_commands_work(arguments, answers):
    if "encode" in arguments:
        pytest.importorskip("pysat", reason="python-sat is not installed")
    status, _, errors = answers[arguments]
    assert status == 0, errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_what_needs_more_says_what_is_missing(arguments, answers):
    status, _, errors = answers[arguments]
    assert status == 2
    assert REFUSED[arguments] in errors
    assert len(errors.splitlines()) == 1
