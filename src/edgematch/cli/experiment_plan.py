"""What all commands of `edgematch experiment` share: the plan and its records."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli.arguments import Command
from edgematch.cli.output import check_different
from edgematch.cli.searching import Seconds
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.experiments.plan import Plan
    from edgematch.experiments.store import RecordStore


def plan_arguments(command: Command) -> Command:
    """Give a command its plan, read and checked, in place of a path and options."""
    for option in (
        click.option(
            "--records",
            metavar="FILE",
            help="The file of the records; the plan's name and .sqlite, beside it.",
        ),
        click.option(
            "--sample",
            type=click.IntRange(1),
            help="Only so many puzzles of each class, and seeds of each engine; once.",
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
    from edgematch.experiments.plan import reduce_plan
    from edgematch.experiments.plan_files import read_plan

    if seconds == 0:
        raise EdgematchError("--seconds is more than 0")
    where = None if records is None else Path(records)
    return reduce_plan(read_plan(Path(plan), where), sample, seconds)


def check_apart(plan: "Plan", output: str) -> None:
    """Raise if an output is the plan or its records, which it would destroy."""
    read = {"the plan": str(plan.path), "the records": str(plan.records)}
    check_different({**read, "--output": output})


@contextmanager
def open_records(plan: "Plan") -> Iterator["RecordStore"]:
    """Open the records of a plan to read them."""
    from edgematch.experiments.store import RecordStore

    with closing(RecordStore(plan.records, read_only=True)) as store:
        yield store
