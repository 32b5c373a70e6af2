"""`edgematch experiment table`, `plot`, `report` and `export`."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import outputs
from edgematch.cli.experiment_plan import check_apart, open_records, plan_arguments
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.experiments.plan import Plan


@click.command(
    epilog="""\b
Examples:
  edgematch experiment table plan.toml
  edgematch experiment table plan.toml --measure nodes --figure 0.9 --interval
  edgematch experiment table plan.toml --against row-scan --format markdown"""
)
@plan_arguments
@click.option(
    "--measure",
    metavar="NAME",
    help="Measure to show: seconds, nodes, peak_bytes … or a statistic.",
)
@click.option(
    "--figure",
    metavar="NAME",
    help="Figure to show: median, mean, sum, common-sum, solved, count, share-solvable,"
    " or a quantile such as 0.9.",
)
@click.option("--interval", is_flag=True, default=None, help="Show 95% intervals.")
@click.option(
    "--against",
    metavar="METHOD",
    help="Compare the others with this method, puzzle by puzzle.",
)
@click.option("--transposed", is_flag=True, default=None, help="Show classes as rows.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "markdown", "csv", "json"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
def table(plan: "Plan", kind: str, as_json: bool, **given: Any) -> None:
    """Print a table of a plan: methods down, classes across.

    Runs that reached a limit count as longer than observed: a figure that depends on
    them is shown as a bound, such as > 10.
    """
    from edgematch.experiments.result_tables import (
        OF_ANSWERS,
        TableSettings,
        cell_facts,
        markdown,
        plain,
    )
    from edgematch.experiments.result_tables import table as table_of
    from edgematch.experiments.summary import check_measure, summarize

    settings = TableSettings(**plan.table)
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = replace(settings, **chosen)
    if as_json and kind not in ("text", "json"):
        raise EdgematchError(f"--json and --format {kind} cannot be combined")
    for name in ("interval", "figure"):
        if name in chosen and settings.against:
            raise EdgematchError(
                f"--{name} cannot be combined with --against, which has a figure"
                " and an interval of its own"
            )
    if "interval" in chosen and settings.share() is None and settings.figure != "mean":
        raise EdgematchError(f"there is no interval for {settings.figure}")
    with open_records(plan) as store:
        summary = summarize(plan, store, settings.measure)
        if settings.figure not in (*OF_ANSWERS, "count"):
            check_measure(summary, store)
    lines = table_of(summary, settings)
    if as_json or kind == "json":
        facts = {"measure": settings.measure, "figure": settings.figure}
        cells = list(cell_facts(summary, settings))
        outputs.print_json({**facts, "table": lines, "cells": cells})
    elif kind == "csv":
        import csv

        csv.writer(sys.stdout, lineterminator="\n").writerows(lines)
    else:
        click.echo(markdown(lines) if kind == "markdown" else plain(lines))


@click.command(
    epilog="""\b
Examples:
  edgematch experiment plot plan.toml
  edgematch experiment plot plan.toml --kind cactus -o cactus.svg
  edgematch experiment plot plan.toml --kind scatter --first A --second B -o s.png"""
)
@plan_arguments
@click.option(
    "--kind",
    metavar="NAME",
    help="Kind of plot: hardness, backbone, survival, cactus, sorted, scatter, totals"
    " or score.",
)
@click.option(
    "-o", "--output", metavar="PATH", help="Output file, .png or .svg; requires --kind."
)
@click.option("--measure", metavar="NAME", help="Measure to plot.  [default: seconds]")
@click.option(
    "--figure",
    metavar="NAME",
    help="Figure to plot in a hardness plot.  [default: median]",
)
@click.option(
    "--method",
    "methods",
    metavar="METHOD",
    multiple=True,
    help="Show only this method; may be repeated.",
)
@click.option(
    "--first", metavar="METHOD", help="Method on the horizontal axis of a scatter plot."
)
@click.option(
    "--second", metavar="METHOD", help="Method on the vertical axis of a scatter plot."
)
@click.option("--title", help="Title.  [default: the title of the plan]")
def plot(plan: "Plan", kind: str | None, output: str | None, **given: Any) -> None:
    """Draw the plots of a plan, or one plot of a given kind."""
    from edgematch.experiments.plots import check_settings, draw_plot
    from edgematch.pictures.charts import chart_kind

    chosen = {name: value for name, value in given.items() if value}
    if kind is None:
        if chosen or output is not None:
            raise EdgematchError("plot settings require --kind")
        if not plan.plots:
            raise EdgematchError(
                f"{plan.path}: the plan has no [[plots]]; choose one with --kind"
            )
        wanted = [
            (each.kind, str(plan.path.parent / each.file), dict(each.settings))
            for each in plan.plots
        ]
    else:
        if output is None:
            raise EdgematchError("--kind requires an output file: -o PATH")
        wanted = [(kind, output, chosen)]
    for _, path, _ in wanted:
        check_apart(plan, path)
        outputs.check_writable(path)
    with open_records(plan) as store:
        for each, path, settings in wanted:
            checked = check_settings(each, path, settings)
            drawn = draw_plot(plan, store, each, checked, chart_kind(path))
            outputs.write_output(path, drawn)
            click.echo(f"{path}", err=True)


@click.command(
    epilog="""\b
Examples:
  edgematch experiment report plan.toml
  edgematch experiment report plan.toml --into results"""
)
@plan_arguments
@click.option(
    "--into",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the page and the plots.  [default: the folder of the plan]",
)
def report(plan: "Plan", into: Path | None) -> None:
    """Write results.md and the plots of a plan.

    The page has the tables that the plan lists in [[tables]], or else that of [table].
    """
    from edgematch.experiments.report import PAGE, write_report

    folder = plan.path.parent if into is None else into
    for file in (PAGE, *(plot.file for plot in plan.plots)):
        check_apart(plan, str(folder / file))
    with open_records(plan) as store:
        for problem in write_report(plan, store, folder):
            click.echo(problem, err=True)
    click.echo(f"{folder / PAGE}", err=True)


@click.command(
    epilog="""\b
Examples:
  edgematch experiment export plan.toml -o records.csv
  edgematch experiment export plan.toml -o records.parquet"""
)
@plan_arguments
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="PATH",
    help="Output file, .csv or .parquet.",
)
def export(plan: "Plan", output: str) -> None:
    """Write the records of a plan as CSV or Parquet."""
    from edgematch.experiments.export import as_csv, as_parquet

    suffix = Path(output).suffix.lower()
    if suffix not in (".csv", ".parquet") and output != "-":
        raise EdgematchError(f"{output}: the suffix must be .csv or .parquet")
    check_apart(plan, output)
    outputs.check_writable(output)
    with open_records(plan) as store:
        write = as_parquet if suffix == ".parquet" else as_csv
        outputs.write_output(output, write(plan, store))
