"""`edgematch experiment`: check and run plans; results are in `experiment_report`."""

from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.cli.experiment_plan import open_records, plan_arguments
from edgematch.cli.experiment_report import export, plot, report, table
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.experiments.plan import Plan
    from edgematch.experiments.scheduler import PlanProgress

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
    """Run and evaluate experiments: puzzles × engines × seeds, listed in a plan.

    A plan is a TOML file; docs/experiments.md describes it.
    """


@experiment.command(
    epilog="\b\nExamples:\n  edgematch experiment check plan.toml --json"
)
@plan_arguments
@arguments.json
def check(plan: "Plan", as_json: bool) -> None:
    """Describe a plan, or report what is wrong with it; run nothing."""
    longest = plan.repetitions * sum(
        len(kind.sources) * len(method.seeds) * method.limits.search_seconds
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
        outputs.print_json(facts)
        return
    from edgematch.pictures.live import duration

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

Ctrl-C stops the runs; the same command continues them. Exit status: 0 if every run has
a record, 130 if stopped, 2 for bad input."""
)
@plan_arguments
@arguments.number(
    "--workers", least=1, most=256, help="Number of simultaneous runs.  [default: 1]"
)
@click.option("--cluster", metavar="ADDRESS", help="Run on this Dask cluster.")
@click.option(
    "--again",
    multiple=True,
    type=click.Choice(["timeout", "memory", "crashed", "refused"]),
    help="Repeat runs with this status.",
)
@click.option("--quiet", is_flag=True, help="Do not show progress.")
@arguments.json
def run(
    plan: "Plan",
    workers: int | None,
    cluster: str | None,
    again: tuple[str, ...],
    quiet: bool,
    as_json: bool,
) -> None:
    """Carry out the runs of a plan that have no record yet.

    Each run has its own process, which is killed if it exceeds its limits. Every
    finished run is recorded at once; several processes may work on the same plan.
    """
    from edgematch.cli.experiment_progress import PlanDisplay
    from edgematch.experiments.scheduler import carry_out
    from edgematch.experiments.store import RecordStore

    outputs.check_writable(str(plan.records))
    if workers is not None and cluster is not None:
        raise EdgematchError("use either --workers or --cluster, not both")
    with closing(RecordStore(plan.records)) as store:
        display = PlanDisplay(quiet)
        with closing(_place(workers, cluster)) as place:
            if again:
                store.forget((each.identity for each in plan.runs()), again)
            try:
                progress = carry_out(plan, store, place, display.show)
            except KeyboardInterrupt:
                display.clear()
                recorded = store.identities()
                done = sum(each.identity in recorded for each in plan.runs())
                done_of_all = f"{done:,} of {plan.count:,} runs done"
                text = f"stopped with {done_of_all}; repeat the command to continue"
                click.echo(text, err=True)
                raise
            finally:
                display.clear()
    _print_outcomes(plan, progress, as_json)


def _print_outcomes(plan: "Plan", progress: "PlanProgress", as_json: bool) -> None:
    facts = {
        "runs": progress.total,
        "done_now": sum(progress.statuses.values()),
        "outcomes": dict(progress.statuses),
        "records": str(plan.records),
    }
    if as_json:
        outputs.print_json(facts)
        return
    outcomes = ", ".join(f"{n:,} {name}" for name, n in progress.statuses.items())
    click.echo(
        f"{progress.total:,} runs, {facts['done_now']:,} of them done now"
        + (f" ({outcomes})" if outcomes else "")
    )


def _place(workers: int | None, cluster: str | None) -> Any:
    """Return where runs are done: in processes of this machine, or on a cluster."""
    if cluster is not None:
        from edgematch.experiments.cluster import ClusterPlace

        return ClusterPlace(cluster)
    from edgematch.experiments.local import LocalPlace

    return LocalPlace(workers or 1)


@experiment.command(
    epilog="""\b
Examples:
  edgematch experiment status plan.toml
  edgematch experiment status plan.toml --verify --json

Exit status: 0, or 1 if --verify finds a problem."""
)
@plan_arguments
@click.option(
    "--verify", is_flag=True, help="Check every stored board with the referee."
)
@arguments.json
def status(plan: "Plan", verify: bool, as_json: bool) -> int:
    """Show the progress of a plan, and what failed and why."""
    from edgematch.experiments.plan_status import plan_status
    from edgematch.experiments.verify import verify_records
    from edgematch.pictures.live import LiveDisplay

    with open_records(plan) as store:
        if verify and (fault := store.integrity()) != "ok":
            raise EdgematchError(f"{plan.records}: {fault}")
        found = plan_status(plan, store)
        verdict = None
        if verify:
            with LiveDisplay() as display:
                verdict = verify_records(
                    plan,
                    store,
                    lambda count: display.show(f"{count:,} records checked"),
                )
    if as_json:
        facts = found.as_json()
        if verdict is not None:
            facts["verified"] = {
                "records": verdict.records,
                "solutions": verdict.solutions,
                "best_boards": verdict.partial,
                "problems": verdict.problems,
            }
        outputs.print_json(facts)
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


for each in (table, plot, report, export):
    experiment.add_command(each)
