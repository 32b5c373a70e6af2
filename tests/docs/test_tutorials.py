"""The tutorials do what they show.

In a block marked `console`, each line that starts with `$` is given to the shell, and
what it prints to the standard output must be the lines below it; `$ cat FILE` creates
the file if there is none.  A block marked `python` is a doctest.  Three dots stand for
any text.  The blocks of a page run in order, in one empty folder.

`PYTHONPATH=tests python tests/docs/test_tutorials.py --write` corrects the outputs of
commands.
"""

import doctest
import os
import re
import sys
import tempfile
from pathlib import Path

import pytest

from children import PATIENCE, child, environment

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
PAGES = sorted(FOLDER.glob("*.md"))
BLOCK = re.compile(r"(?<=^```)(console|python)\n(.*?)(?=^```$)", re.DOTALL | re.M)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)
ANSWERS = (0, 3, 10, 20)
"""Exit statuses of a command that was carried out, whatever it found."""


def output(command, expected, folder):
    """Run a command of a tutorial in a folder and return what it prints."""
    if created := re.fullmatch(r"cat ([\w.-]+)", command):
        path = folder / created[1]
        if not path.exists():
            path.write_text(expected)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    data = {"XDG_DATA_HOME": str(folder / "data"), "NO_COLOR": "1"}
    variables = environment(PATH=path, COLUMNS="100", **data)
    options = {"cwd": folder, "env": variables, "text": True}
    shell = child("sh", "-c", command, stdin=-3, stdout=-1, stderr=-1, **options)
    with shell as process:
        out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in ANSWERS, f"{command}: {errors}"
    return out


def is_as_shown(expected, found):
    checker = doctest.OutputChecker()
    return checker.check_output(expected, found, doctest.ELLIPSIS)


def run_python(text, names, page):
    """Run the examples of a block; `names` are shared by the blocks of a page."""
    test = doctest.DocTestParser().get_doctest(text, names, page, page, 0)
    assert test.examples, f"{page}: a block without >>>"
    test.globs = names
    runner = doctest.DebugRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, clear_globs=False)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.deep] * (page.stem != "nine-tiles"))
        for page in PAGES
    ],
    ids=lambda path: path.stem,
)
def test_the_tutorial_does_what_it_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    blocks = BLOCK.findall(page.read_text())
    assert blocks
    for kind, text in blocks:
        if kind == "python":
            run_python(text, names, page.name)
            continue
        commands = COMMAND.findall(text)
        assert commands, f"{page.name}: a block without $"
        for command, expected in commands:
            found = output(command, expected, tmp_path)
            assert is_as_shown(expected, found), f"$ {command}\n{found}"


def correct(page, folder):
    """Replace the outputs of commands that print something else than is shown."""

    def command(match):
        found = output(match[1], match[2], folder)
        shown = match[2] if is_as_shown(match[2], found) else found
        return f"$ {match[1]}\n{shown}"

    def block(match):
        is_console = match[1] == "console"
        text = COMMAND.sub(command, match[2]) if is_console else match[2]
        return f"{match[1]}\n{text}"

    page.write_text(BLOCK.sub(block, page.read_text()))


if __name__ == "__main__" and "--write" in sys.argv:
    for path in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            correct(path, Path(folder))
