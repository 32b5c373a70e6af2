"""The registry: one line for each technique, and nothing imported before it is used."""

import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import edgematch.techniques
from edgematch.errors import EdgematchError, UnknownName
from edgematch.search import (
    entries,
    register_technique,
    registry,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.options import summary_of
from edgematch.search.technique import Technique

FOLDERS = sorted(
    path.parent.name
    for path in Path(edgematch.techniques.__path__[0]).glob("*/__init__.py")
)


@dataclass(frozen=True)
class Toy(Technique):
    """Do nothing.

    This line is no part of the summary.
    """

    name = "toy"

    def start(self, request):
        raise NotImplementedError


@pytest.fixture
def own_registry(monkeypatch):
    """A registry whose additions are forgotten after the test."""
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    monkeypatch.setattr(registry, "_classes", dict(registry._classes))
    yield
    registry._others.cache_clear()


@pytest.mark.parametrize(
    "entry", entries(), ids=lambda each: f"{each.goal} {each.name}"
)
def test_an_entry_says_what_its_class_says(entry):
    kind = technique_class(entry.name, entry.goal)
    assert (kind.name, kind.goal) == (entry.name, entry.goal)
    assert entry.summary == summary_of(kind)
    assert type(technique(entry.name, entry.goal)) is kind


def test_every_folder_has_a_technique_and_every_technique_a_folder():
    modules = {entry.target.partition(":")[0].rpartition(".")[2] for entry in entries()}
    assert modules == set(FOLDERS)


def test_techniques_are_declared_without_numpy_or_any_solver():
    code = (
        "import sys\n"
        "from importlib import import_module\n"
        "from edgematch.search.options import options_of\n"
        "from edgematch.search.registry import entries, technique_class\n"
        f"for name in {FOLDERS}:\n"
        "    import_module(f'edgematch.techniques.{name}')\n"
        "for entry in entries():\n"
        "    options_of(technique_class(entry.name, entry.goal))\n"
        "heavy = {'numpy', 'numba', 'scipy', 'ortools', 'pysat', 'distributed'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("goal", ["solve", "optimize"])
def test_an_unknown_name_is_refused_with_the_names_there_are(goal):
    names = ", ".join(technique_names(goal)[:5])  # none is near
    with pytest.raises(
        UnknownName, match=f"no engine 'magic' to {goal} with.*{names}, …"
    ):
        technique_class("magic", goal)


def test_a_name_is_known_for_its_goal_only():
    assert "beam" not in technique_names("solve")
    with pytest.raises(UnknownName, match="no engine 'beam' to solve with"):
        technique("beam", "solve")


def test_a_technique_is_registered_once(own_registry):
    register_technique("toy", Toy)
    assert technique_class("toy", "solve") is Toy
    assert technique("toy") == Toy()
    (entry,) = (each for each in entries("solve") if each.name == "toy")
    assert entry.summary == "Do nothing."
    for name in ("toy", "row-scan"):
        with pytest.raises(EdgematchError, match=f"already an engine '{name}'"):
            register_technique(name, Toy)


def test_a_broken_package_takes_no_other_engine_away(own_registry, monkeypatch):
    before = technique_names("solve")
    points = [EntryPoint("broken", "no_such_package:Engine", registry.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    registry._others.cache_clear()
    with pytest.warns(UserWarning, match="engine broken .*no_such_package"):
        names = technique_names("solve")
    assert names == before
