"""Adding a technique is one folder and one line, also for another package.

A package with a toy technique and its entry point is written into a temporary folder on
PYTHONPATH.  Everything that knows techniques must then know this one.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Return an environment in which the toy's package is installed."""
    folder = tmp_path_factory.mktemp("site")
    package = folder / "toy_technique"
    package.mkdir()
    (package / "__init__.py").write_text((HERE / "toy_technique.py").read_text())
    about = folder / "toy_technique-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[edgematch.techniques]\ntoy = toy_technique:Toy\n"
    )
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@pytest.fixture
def run(environment):
    """Run Python in that environment and return its output."""

    def call(*arguments, status=0):
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=250,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return call


def test_it_solves_from_python(run):
    code = """
from edgematch import load, solve
result = solve(load("scramble-squares").puzzle, "toy", patience=5)
print(result.engine, result.count, result.solutions[0].is_solution(), result.note)
"""
    assert run("-c", code) == "toy 1 True patience 5\n"


def test_it_solves_from_the_command_line_with_its_options_checked(run):
    solve = ("-m", "edgematch", "solve", "scramble-squares", "--engine", "toy")
    answer = json.loads(run(*solve, "--option", "patience=4", "--json", status=0))
    assert (answer["engine"], answer["solutions"]) == ("toy", 1)
    assert answer["note"] == "patience 4"
    run(*solve, "--option", "patience=99", status=2)
    run(*solve, "--threads", "2", status=2)
    run(*solve, "--checkpoint", "never.npz", status=2)


def test_help_lists_it(run):
    assert "toy" in run("-m", "edgematch", "solve", "--help")
    assert "toy" not in run("-m", "edgematch", "optimize", "--help")


def test_the_studio_offers_it(run):
    code = """
from edgematch.web.engines import engine_entries
(toy,) = [each for each in engine_entries() if each.name == "toy"]
print(toy.goals, [option.name for option in toy.options])
"""
    pytest.importorskip("starlette")
    assert run("-c", code) == "('solve', 'count') ['patience']\n"


def test_a_plan_runs_it(run, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        """
[[puzzles]]
catalog = "scramble-squares"

[[engines]]
engine = "toy"
options = { patience = 2 }

[limits]
seconds = 60
"""
    )
    run("-m", "edgematch", "experiment", "run", plan)
    table = run("-m", "edgematch", "experiment", "table", plan)
    assert "toy" in table


@pytest.mark.deep
def test_a_cluster_worker_knows_it(run):
    pytest.importorskip("distributed")
    code = """
from distributed import Client, LocalCluster
from edgematch.search import solve
from edgematch.inputs import load

def work():
    return solve(load("scramble-squares").puzzle, "toy").count

if __name__ == "__main__":
    with LocalCluster(1, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            print(client.submit(work).result())
"""
    assert run("-c", code).strip() == "1"


@pytest.mark.deep
def test_the_conformance_suite_runs_on_it(run):
    said = run(
        *("-m", "pytest", HERE / "test_solve.py", "-k", "toy", "-p", "no:xdist"),
        *("-p", "no:cacheprovider", "-q"),
    )
    assert "passed" in said or "[100%]" in said
