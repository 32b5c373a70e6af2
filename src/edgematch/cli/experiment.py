"""`edgematch experiment`: run plans and report their results."""

import click

from edgematch.cli.experiment_reporting import export, plot, report, table
from edgematch.cli.experiment_running import check, run, status


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

    A plan is a TOML file; docs/experiments.md describes it.
    """


for each in (check, run, status, table, plot, report, export):
    experiment.add_command(each)
