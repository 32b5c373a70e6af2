"""What the commands of `edgematch experiment` share: the plan and its records."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.cli.arguments import Command
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.experiments.plan import Plan
    from edgematch.experiments.store import RecordStore


def plan_arguments(command: Command) -> Command:
    """Pass the plan, read and checked, to a command instead of a path and options."""
    add = arguments.add(
        click.option(
            "--records",
            metavar="FILE",
            help="File with the records.  [default: as in the plan, or PLAN.sqlite]",
        ),
        arguments.number(
            "--sample",
            least=1,
            help="Use only the first N puzzles of each class and N seeds of each"
            " engine, once.",
        ),
        click.option(
            "--seconds",
            type=arguments.SECONDS,
            help="Shorten the time limit of each run to this.",
        ),
        click.argument("plan", type=click.Path(dir_okay=False), metavar="PLAN"),
    )

    @wraps(command)
    def with_plan(
        plan: str,
        records: str | None,
        sample: int | None,
        seconds: float | None,
        **others: Any,
    ) -> Any:
        return command(_read(plan, records, sample, seconds), **others)

    return add(with_plan)  # type: ignore[return-value]  # it takes other arguments


def _read(
    plan: str, records: str | None, sample: int | None, seconds: float | None
) -> "Plan":
    from edgematch.experiments.plan import reduce_plan
    from edgematch.experiments.plan_files import read_plan

    if seconds == 0:
        raise EdgematchError("--seconds must be more than 0")
    where = None if records is None else Path(records)
    return reduce_plan(read_plan(Path(plan), where), sample, seconds)


def check_apart(plan: "Plan", output: str) -> None:
    """Raise an error if an output would overwrite the plan or its records."""
    read = {"the plan": str(plan.path), "the records": str(plan.records)}
    outputs.check_different({**read, "--output": output})


@contextmanager
def open_records(plan: "Plan") -> Iterator["RecordStore"]:
    """Open the records of a plan for reading."""
    from edgematch.experiments.store import RecordStore

    with closing(RecordStore(plan.records, read_only=True)) as store:
        yield store
