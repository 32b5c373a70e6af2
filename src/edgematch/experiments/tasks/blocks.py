"""The task `blocks`: count the blocks of matching pieces, by kind."""

from collections.abc import Mapping
from typing import Any

from edgematch.experiments.plan import Method
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import changed_options, clock_of
from edgematch.puzzle import Puzzle

_OPTIONS = {"height": 2, "width": 2}


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    from edgematch.techniques.blocks.tables.places import check_block_size

    changed = changed_options("blocks", _OPTIONS, options)
    size = {**_OPTIONS, **changed}
    check_block_size(size["height"], size["width"])
    return changed


def prepare(puzzle: Puzzle, method: Method) -> None:
    """Compile the kernel that lists blocks, for any puzzle with such blocks."""
    from edgematch.inputs import load

    size = {**_OPTIONS, **method.options}
    side = 2 * size["height"] * size["width"]
    run(load(f"one-set:{side}x{side}:{side}:seed=1").puzzle, method)


def run(puzzle: Puzzle, method: Method) -> RunRecord:
    """Count the blocks of one puzzle."""
    from edgematch.techniques.blocks.tables.facts import block_facts

    size = {**_OPTIONS, **method.options}
    clock = clock_of(method.limits)
    started = clock()
    facts = block_facts(puzzle, size["height"], size["width"])
    seconds = clock() - started
    statistics = {**facts.blocks, "patterns": len(facts.patterns)}
    return RunRecord(Status.DONE, "done", seconds=seconds, statistics=statistics)
