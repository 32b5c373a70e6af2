"""Run the plans of this folder, or small versions of them; write tables and plots.

    python experiments/papers.py --sample 1 --seconds 1 --workers 2 --into papers
    python experiments/papers.py --only ansotegui-table-3     # the plan as it is

Without `--into` the results go where they are committed: beside each plan.  Records are
kept, and what has one is not run again.
"""

import argparse
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from edgematch.draw.charts import chart_kind
from edgematch.errors import EdgematchError
from edgematch.experiments.environment import environment
from edgematch.experiments.figures import TableSettings
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import Plan, reduced
from edgematch.experiments.plots import check_settings, plotted
from edgematch.experiments.reading import read_plan
from edgematch.experiments.result_tables import markdown, table
from edgematch.experiments.scheduler import carry_out
from edgematch.experiments.standing import standing
from edgematch.experiments.store import Store
from edgematch.experiments.summary import summarised
from edgematch.experiments.verify import verified

HERE = Path(__file__).parent
PLANS = {path.parent.name: path for path in sorted(HERE.glob("*/plan.toml"))}

TABLES: dict[str, list[dict[str, str]]] = {
    "ansotegui-table-1": [
        {"measure": "nodes"},
        {"measure": "seconds"},
        {"measure": "seconds", "figure": "solved"},
    ],
    "ansotegui-table-2": [
        {"measure": "seconds"},
        {"measure": "seconds", "figure": "solved"},
        {"measure": "nodes"},
    ],
    "ansotegui-table-3": [
        {"measure": "variables"},
        {"measure": "clauses"},
        {"measure": "literals"},
    ],
    "ansotegui-figures-2-3": [
        {"measure": "nodes"},
        {"measure": "processor_seconds"},
    ],
    "ansotegui-figure-4": [
        {"measure": "backbone", "figure": "mean"},
        {"measure": "backbone", "figure": "solved"},
    ],
    "heule-table-1": [{"measure": "variables"}, {"measure": "clauses"}],
    "heule-tables-2-3": [
        {"measure": "seconds"},
        {"measure": "seconds", "figure": "solved"},
    ],
    "heule-more-seeds": [
        {"measure": "processor_seconds"},
        {"measure": "nodes"},
        {"measure": "nodes", "figure": "solved"},
        {"measure": "nodes", "against": "local, compact"},
        {"measure": "processor_seconds", "against": "complete, + explicit"},
    ],
    "ansotegui-more-seeds": [
        {"measure": "processor_seconds"},
        {"measure": "processor_seconds", "figure": "solved"},
        {"measure": "nodes"},
        {"measure": "processor_seconds", "against": "PLA-DOM"},
        {"measure": "nodes", "against": "PLA-DOM"},
    ],
    "scramble-squares": [
        {"measure": "boards"},
        {"measure": "boards-up-to-symmetry"},
        {"measure": "nodes"},
        {"measure": "seconds"},
    ],
    "aspinall-table-1": [
        {"measure": "corner", "figure": "mean"},
        {"measure": "border", "figure": "mean"},
        {"measure": "inner", "figure": "mean"},
        {"measure": "patterns", "figure": "mean"},
    ],
    "aspinall-table-2": [
        {"measure": "nodes"},
        {"measure": "seconds"},
        {"measure": "nodes", "figure": "solved"},
        {"measure": "nodes", "against": "2x2 Tiles"},
    ],
    "benoist-figures-5-6": [
        {"measure": "nodes"},
        {"measure": "processor_seconds"},
        {"measure": "nodes", "against": "row-scan"},
        {"measure": "processor_seconds", "against": "row-scan"},
    ],
    "benoist-figure-7-table-1": [
        {"measure": "nodes", "figure": "common-sum"},
        {"measure": "processor_seconds", "figure": "common-sum"},
        {"measure": "nodes", "against": "MinOffer"},
    ],
    "benoist-table-2": [
        {"measure": "nodes"},
        {"measure": "seconds"},
        {"measure": "seconds", "figure": "solved"},
    ],
}
"""The tables that are written for each plan, beside its own."""


def results(plan: Plan, store: Store, settings: list[dict[str, str]]) -> str:
    """Return the page of results of a plan."""
    found = standing(plan, store)
    facts = environment()
    verdict = verified(plan, store)
    lines = [
        f"# {plan.title}",
        "",
        "Written by `experiments/papers.py` from the records; do not edit.",
        "",
        f"{found.done:,} of {found.runs:,} runs, on {facts['processor']}"
        f" ({facts['cores']} cores, {facts['system'].split('-')[0]}), Python"
        f" {facts['python']}, numba {facts['numba']}. The referee has judged"
        f" {verdict.solutions:,} solutions and {verdict.partial:,} best boards again:"
        f" {len(verdict.problems)} problems.",
        "",
        "| method | how its runs ended |",
        "| --- | --- |",
    ]
    for name, counts in found.by_method.items():
        endings = ", ".join(f"{number:,} {ended}" for ended, number in counts.items())
        lines.append(f"| {name} | {endings} |")
    for each in settings:
        wanted = replace(TableSettings(**plan.table), **{"figure": "median", **each})
        summary = summarised(plan, store, wanted.measure)
        title = f"{wanted.measure}, {wanted.figure}"
        if wanted.against:
            title = f"{wanted.measure} against {wanted.against}, puzzle by puzzle"
        cells = table(summary, wanted)
        wide = len(cells[0]) > len(cells) and not wanted.transposed
        if wide and len(cells[0]) > 12:
            cells = [list(line) for line in zip(*cells, strict=True)]
        lines += ["", f"## {title[0].upper()}{title[1:]}", "", markdown(cells)]
    for plot in plan.plots:
        lines += ["", f"![{plot.kind}]({plot.file})"]
    return "\n".join(lines) + "\n"


def write_results(name: str, plan: Plan, target: Path) -> None:
    """Write the page and the plots of a plan into a folder."""
    target.mkdir(parents=True, exist_ok=True)
    with closing(Store(plan.records, read_only=True)) as store:
        page = results(plan, store, TABLES.get(name, [dict(plan.table)]))
        (target / "results.md").write_text(page)
        for plot in plan.plots:
            settings = check_settings(plot.kind, plot.file, plot.settings)
            try:
                kind = chart_kind(plot.file)
                drawn = plotted(plan, store, plot.kind, settings, kind)
            except EdgematchError as error:
                print(f"{name}: {plot.file} not drawn: {error}", file=sys.stderr)
                continue
            (target / plot.file).write_bytes(drawn)


def run(name: str, asked: argparse.Namespace) -> None:
    """Run one plan and write what came out."""
    target = HERE / name if asked.into is None else asked.into / name
    target.mkdir(parents=True, exist_ok=True)
    plan = read_plan(PLANS[name], target / "plan.sqlite")
    plan = reduced(plan, asked.sample, asked.seconds)
    started = time.monotonic()
    if not asked.only_write:
        with (
            closing(Store(plan.records)) as store,
            LocalPlace(asked.workers) as place,
        ):
            carry_out(plan, store, place, lambda progress: None)
    write_results(name, plan, target)
    print(f"{name}: {plan.count} runs, {time.monotonic() - started:.0f} s", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the plans asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, help="puzzles of each class")
    parser.add_argument("--seconds", type=float, help="the longest run")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--into", type=Path, help="a folder for all results")
    parser.add_argument("--only", nargs="+", choices=list(PLANS), default=list(PLANS))
    parser.add_argument(
        "--only-write", action="store_true", help="run nothing, write from the records"
    )
    asked = parser.parse_args(arguments)
    for name in asked.only:
        run(name, asked)


if __name__ == "__main__":
    main()
