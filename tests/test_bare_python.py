"""What works where nothing compiled is installed: in a browser, or on a new Python."""

import subprocess
import sys

import pytest

from children import PATIENCE

MISSING = ("numpy", "numba", "scipy", "yaml", "PIL", "resvg_py", "fpdf")
BLOCK = f"import sys; sys.modules.update(dict.fromkeys({MISSING}))\n"


def run_without(code, *arguments):
    """Run Python code in a process in which the packages cannot be imported."""
    return subprocess.run(
        [sys.executable, "-c", BLOCK + code, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def evaluate(expression):
    done = run_without(f"import edgematch as em; print({expression})")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.strip()


def command(*arguments):
    code = "from edgematch.cli.main import run; sys.exit(run(sys.argv[1:]))"
    return run_without(code, *map(str, arguments))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("em.load('eternity2').puzzle.cells", "256"),
        ("em.read('0 1 1 0\\n' * 4).puzzle.framed", "True"),
        ("em.generate('two-set:6x6:5:3:seed=1').cells", "36"),
        ("round(em.estimate('eternity2').log10_nodes)", "47"),
        ("em.solve('scramble-squares', solutions=None).count", "4"),
        ("em.count('two-set:4x4:3:2:seed=2').count", "1536"),
        ("em.solve('two-set:4x4:4:3:seed=1', 'row-scan').best.is_solution()", "True"),
        ("em.solve('two-set:5x5:4:3:seed=1', 'sat').best.is_solution()", "True"),
        ("em.check(em.solve('scramble-squares').best).score", "12"),
        ("str(em.load('clue1').puzzle).count('+') > 30", "True"),
        ("em.load('clue1').puzzle._repr_svg_()[:4]", "<svg"),
        ("len(em.write('clue1', format='puz')) > 100", "True"),
    ],
)
def test_it_works(expression, value):
    if "'sat'" in expression:
        pytest.importorskip("pysat", reason="python-sat is not installed")
    assert evaluate(expression) == value


@pytest.mark.parametrize(
    "arguments",
    [
        ("cache",),
        ("info", "clue1"),
        ("solve", "scramble-squares"),
        ("count", "scramble-squares"),
        ("estimate", "clue1"),
        ("encode", "clue1", "--count-only"),
        ("convert", "clue1", "--to", "list", "--allow-loss"),
        ("draw", "clue1"),
        ("generate", "--model", "tetravex", "--rows", "3", "--inner-colors", "5"),
    ],
)
def test_commands_work(arguments):
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "package"),
    [
        (("solve", "clue1", "--engine", "consistency"), "numpy"),
        (("optimize", "clue1", "--no-store"), "numpy"),
        (("solve", "scramble-squares", "--checkpoint", "run.npz"), "numpy"),
        (("blocks", "clue1"), "numpy"),
        (("estimate", "clue1", "--walks", "10"), "numpy"),
        (("prepare",), "numpy"),
        (("draw", "clue1", "-o", "x.png"), "resvg_py"),
        (("draw", "clue1", "-o", "x.pdf"), "fpdf"),
        (("info", "tiles.yaml"), "PyYAML"),
    ],
)
def test_what_needs_more_says_what_is_missing(
    arguments, package, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiles.yaml").write_text("1: [[a, +], [a, -], [b, +], [b, -]]\n")
    done = command(*arguments)
    assert done.returncode == 2
    assert package in done.stderr
    assert len(done.stderr.splitlines()) == 1
