"""`edgematch experiment`: run plans, and tell what came out."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli.arguments import Command
from edgematch.cli.output import check_writable, print_json, write_output
from edgematch.cli.searching import Seconds
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.experiments.plan import Plan
    from edgematch.experiments.store import Store

_SHOWN_PROBLEMS = 20


@click.group(
    epilog="""\b
Examples:
  edgematch experiment check plan.toml
  edgematch experiment run plan.toml --workers 2
  edgematch experiment status plan.toml --verify
  edgematch experiment table plan.toml --measure nodes
  edgematch experiment plot plan.toml"""
)
def experiment() -> None:
    """Run puzzles × engines × seeds × limits, described in a plan.

    A plan is a TOML file; docs/experiments.md says what can stand in it.
    """


def _plan_arguments(command: Command) -> Command:
    for option in (
        click.option(
            "--records",
            metavar="FILE",
            help="The file of the records; the plan's name and .sqlite, beside it.",
        ),
        click.option(
            "--sample",
            type=click.IntRange(1),
            help="Only so many puzzles of each class, and seeds of each engine.",
        ),
        click.option("--seconds", type=Seconds(), help="Shorten longer runs to this."),
        click.argument("plan", type=click.Path(dir_okay=False), metavar="PLAN"),
    ):
        command = option(command)

    @wraps(command)
    def with_plan(
        plan: str,
        records: str | None,
        sample: int | None,
        seconds: float | None,
        **others: Any,
    ) -> Any:
        return command(_read(plan, records, sample, seconds), **others)

    return with_plan  # type: ignore[return-value]


def _read(
    plan: str, records: str | None, sample: int | None, seconds: float | None
) -> "Plan":
    from edgematch.experiments.plan import reduced
    from edgematch.experiments.reading import read_plan

    if seconds == 0:
        raise EdgematchError("--seconds is more than 0")
    where = None if records is None else Path(records)
    return reduced(read_plan(Path(plan), where), sample, seconds)


@contextmanager
def _opened(plan: "Plan") -> Iterator["Store"]:
    from edgematch.experiments.store import Store

    with closing(Store(plan.records, read_only=True)) as store:
        yield store


@experiment.command(
    epilog="\b\nExamples:\n  edgematch experiment check plan.toml --json"
)
@_plan_arguments
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(plan: "Plan", as_json: bool) -> None:
    """Say what a plan asks for, or what is wrong with it; run nothing."""
    longest = plan.repetitions * sum(
        len(kind.sources) * len(method.seeds) * method.limits.seconds
        for kind in plan.classes
        for method in plan.methods
        if method.takes(kind)
    )
    facts = {
        "plan": str(plan.path),
        "title": plan.title,
        "classes": {kind.label: len(kind.sources) for kind in plan.classes},
        "methods": [method.label for method in plan.methods],
        "repetitions": plan.repetitions,
        "runs": plan.count,
        "seconds_at_most": longest,
        "records": str(plan.records),
    }
    if as_json:
        print_json(facts)
        return
    from edgematch.cli.watching import duration

    click.echo(f"{plan.title}: {plan.count:,} runs")
    puzzles = sum(len(kind.sources) for kind in plan.classes)
    click.echo(f"puzzles   {puzzles:,} in {len(plan.classes)} classes")
    for kind in plan.classes:
        click.echo(f"          {kind.label}: {len(kind.sources):,}")
    click.echo(f"methods   {len(plan.methods)}")
    for method in plan.methods:
        click.echo(f"          {method.label}")
    click.echo(f"limits    {duration(longest)} of search at most, on one core")
    click.echo(f"records   {plan.records}")


@experiment.command(
    epilog="""\b
Examples:
  edgematch experiment run plan.toml --workers 2
  edgematch experiment run plan.toml --again crashed
  edgematch experiment run plan.toml --cluster tcp://head:8786

Ctrl-C stops it; the same command goes on. Exit status: 0 if every run has a record, 130
if stopped, 2 for bad input."""
)
@_plan_arguments
@click.option(
    "--workers", type=click.IntRange(1, 256), default=1, help="Runs at once; 1."
)
@click.option("--cluster", metavar="ADDRESS", help="Run on this Dask cluster.")
@click.option(
    "--again",
    multiple=True,
    type=click.Choice(["timeout", "memory", "crashed", "refused"]),
    help="Do runs with this outcome again.",
)
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def run(
    plan: "Plan",
    workers: int,
    cluster: str | None,
    again: tuple[str, ...],
    quiet: bool,
    as_json: bool,
) -> None:
    """Do the runs of a plan that have no record yet.

    Each run is a process of its own, killed if it goes past its limits. Every finished
    run is recorded at once; several processes may work on the same plan.
    """
    from edgematch.cli.experiment_progress import Display, stopping_by_signals
    from edgematch.experiments.scheduler import carry_out
    from edgematch.experiments.store import Store

    check_writable(str(plan.records))
    with closing(Store(plan.records)) as store:
        if again:
            store.forget((each.identity for each in plan.runs()), again)
        display = Display(quiet)
        place: Any
        if cluster is not None:
            from edgematch.experiments.cluster import ClusterPlace

            place = ClusterPlace(cluster)
        else:
            from edgematch.experiments.local import LocalPlace

            place = LocalPlace(workers)
        with closing(place), stopping_by_signals():
            try:
                progress = carry_out(plan, store, place, display.show)
            except KeyboardInterrupt:
                display.clear()
                done = sum(each.identity in store.done() for each in plan.runs())
                click.echo(
                    f"stopped with {done:,} of {plan.count:,} runs done; the same"
                    " command goes on",
                    err=True,
                )
                raise
            finally:
                display.clear()
    facts = {
        "runs": progress.total,
        "done_now": sum(progress.statuses.values()),
        "outcomes": dict(progress.statuses),
        "records": str(plan.records),
    }
    if as_json:
        print_json(facts)
        return
    outcomes = ", ".join(f"{n:,} {name}" for name, n in progress.statuses.items())
    click.echo(
        f"{progress.total:,} runs, {facts['done_now']:,} of them now"
        + (f" ({outcomes})" if outcomes else "")
    )


@experiment.command(
    epilog="""\b
Examples:
  edgematch experiment status plan.toml
  edgematch experiment status plan.toml --verify --json

Exit status: 0, or 1 if --verify finds something wrong."""
)
@_plan_arguments
@click.option(
    "--verify", is_flag=True, help="Let the referee judge every stored board again."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status(plan: "Plan", verify: bool, as_json: bool) -> int:
    """Tell how far a plan is, what failed and why."""
    from edgematch.cli.progress import ProgressLine
    from edgematch.experiments.standing import standing
    from edgematch.experiments.verify import verified

    line = ProgressLine()
    with _opened(plan) as store:
        found = standing(plan, store)
        verdict = None
        if verify:
            verdict = verified(
                plan, store, lambda count: line.show(f"{count:,} records judged")
            )
            line.clear()
    if as_json:
        facts = found.as_json()
        if verdict is not None:
            facts["verified"] = {
                "records": verdict.records,
                "solutions": verdict.solutions,
                "best_boards": verdict.partial,
                "problems": verdict.problems,
            }
        print_json(facts)
    else:
        for text in found.as_text():
            click.echo(text)
        if verdict is not None:
            for problem in verdict.problems[:_SHOWN_PROBLEMS]:
                click.echo(f"wrong: {problem}")
            click.echo(
                f"verified: {verdict.solutions:,} solutions and"
                f" {verdict.partial:,} best boards of {verdict.records:,} records,"
                f" {len(verdict.problems):,} problems"
            )
    return 1 if verdict is not None and verdict.problems else 0


@experiment.command(
    epilog="""\b
Examples:
  edgematch experiment table plan.toml
  edgematch experiment table plan.toml --measure nodes --figure 0.9 --interval
  edgematch experiment table plan.toml --against row-scan --format markdown"""
)
@_plan_arguments
@click.option("--measure", help="seconds, nodes, peak_bytes … or a statistic.")
@click.option(
    "--figure",
    help="median, mean, sum, common-sum, solved, count, share-solvable, or 0.9.",
)
@click.option("--interval", is_flag=True, default=None, help="With 95% intervals.")
@click.option("--against", metavar="METHOD", help="Compare puzzle by puzzle with this.")
@click.option("--transposed", is_flag=True, default=None, help="Classes go down.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "markdown", "csv", "json"]),
    default="text",
    help="text",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def table(plan: "Plan", kind: str, as_json: bool, **given: Any) -> None:
    """Print a table of a plan: methods down, classes across.

    Runs that came to a limit count as longer than seen: a figure that depends on them
    is written as more than the limit.
    """
    from edgematch.experiments.summary import (
        TableSettings,
        cell_facts,
        markdown,
        plain,
        summarised,
    )
    from edgematch.experiments.summary import table as table_of

    settings = TableSettings(**plan.table)
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = replace(settings, **chosen)
    with _opened(plan) as store:
        summary = summarised(plan, store, settings.measure)
    lines = table_of(summary, settings)
    if as_json or kind == "json":
        facts = {"measure": settings.measure, "figure": settings.figure}
        cells = list(cell_facts(summary, settings))
        print_json({**facts, "table": lines, "cells": cells})
    elif kind == "csv":
        import csv

        csv.writer(sys.stdout, lineterminator="\n").writerows(lines)
    else:
        click.echo(markdown(lines) if kind == "markdown" else plain(lines))


@experiment.command(
    epilog="""\b
Examples:
  edgematch experiment plot plan.toml
  edgematch experiment plot plan.toml --kind cactus -o cactus.svg
  edgematch experiment plot plan.toml --kind scatter --first A --second B -o s.png"""
)
@_plan_arguments
@click.option(
    "--kind",
    help="hardness, backbone, survival, cactus, sorted, scatter, totals, score.",
)
@click.option("-o", "--output", metavar="PATH", help=".png or .svg; with --kind.")
@click.option("--measure", help="What to plot; seconds.")
@click.option("--figure", help="Of a hardness plot; median.")
@click.option("--method", "methods", multiple=True, help="Only these methods.")
@click.option("--first", metavar="METHOD", help="Of a scatter plot: across.")
@click.option("--second", metavar="METHOD", help="Of a scatter plot: up.")
@click.option("--title", help="The plan's title.")
def plot(plan: "Plan", kind: str | None, output: str | None, **given: Any) -> None:
    """Draw the plots that a plan names, or one of a kind."""
    from edgematch.draw.charts import chart_kind
    from edgematch.experiments.plots import check_settings, plotted

    chosen = {name: value for name, value in given.items() if value}
    if kind is None:
        if chosen or output is not None:
            raise EdgematchError("settings of a plot go with --kind")
        if not plan.plots:
            raise EdgematchError(f"{plan.path}: no [[plots]]; name one with --kind")
        wanted = [
            (each.kind, str(plan.path.parent / each.file), dict(each.settings))
            for each in plan.plots
        ]
    else:
        if output is None:
            raise EdgematchError("a plot of a kind goes into a file: -o PATH")
        wanted = [(kind, output, chosen)]
    for _, path, _ in wanted:
        check_writable(path)
    with _opened(plan) as store:
        for each, path, settings in wanted:
            checked = check_settings(each, path, settings)
            drawn = plotted(plan, store, each, checked, chart_kind(path))
            write_output(path, drawn)
            click.echo(f"{path}", err=True)


@experiment.command(
    epilog="""\b
Examples:
  edgematch experiment export plan.toml -o records.csv
  edgematch experiment export plan.toml -o records.parquet"""
)
@_plan_arguments
@click.option("-o", "--output", required=True, metavar="PATH", help=".csv or .parquet")
def export(plan: "Plan", output: str) -> None:
    """Write the records of a plan as CSV or Parquet."""
    from edgematch.experiments.export import as_csv, as_parquet

    suffix = Path(output).suffix.lower()
    if suffix not in (".csv", ".parquet") and output != "-":
        raise EdgematchError(f"{output}: records are written as .csv or .parquet")
    check_writable(output)
    with _opened(plan) as store:
        write = as_parquet if suffix == ".parquet" else as_csv
        write_output(output, write(plan, store))
