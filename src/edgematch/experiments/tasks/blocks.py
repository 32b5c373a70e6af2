"""The task `blocks`: count the blocks of matching pieces, by kind."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from edgematch.experiments.plan import RunLimits
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import changed_options
from edgematch.puzzle import Puzzle

_OPTIONS = {"height": 2, "width": 2}


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    from edgematch.techniques.blocks.tables.places import check_block_size

    changed = changed_options("blocks", _OPTIONS, options)
    size = {**_OPTIONS, **changed}
    check_block_size(size["height"], size["width"])
    return changed


def prepare(
    subject: str, options: Mapping[str, Any], puzzles: Sequence[Puzzle]
) -> None:
    """Compile the kernel that lists blocks."""
    from edgematch.inputs import load
    from edgematch.techniques.blocks.tables.facts import block_facts

    size = {**_OPTIONS, **options}
    side = 2 * size["height"] * size["width"]
    small = load(f"one-set:{side}x{side}:{side}:seed=1").puzzle
    block_facts(small, size["height"], size["width"])


def run(
    puzzle: Puzzle, subject: str, options: Mapping[str, Any], limits: RunLimits
) -> RunRecord:
    """Count the blocks of one puzzle."""
    from edgematch.techniques.blocks.tables.facts import block_facts

    size = {**_OPTIONS, **options}
    started = time.perf_counter()
    facts = block_facts(puzzle, size["height"], size["width"])
    seconds = time.perf_counter() - started
    statistics = {**facts.blocks, "patterns": len(facts.patterns)}
    return RunRecord(Status.DONE, "done", seconds=seconds, statistics=statistics)
