"""The comment lines of formulas and constraint models."""

import json
from collections.abc import Mapping
from typing import Any

from edgematch.encoders.solver_output import PUZZLE_COMMENT
from edgematch.formats import Document, write
from edgematch.puzzle import Puzzle
from edgematch.version import __version__


def formula_comments(
    puzzle: Puzzle, name: str, options: Mapping[str, Any]
) -> list[str]:
    """Return the encoding and its options, and the whole puzzle as a record."""
    record = json.loads(write(Document(puzzle), "record").text)
    words = [f"{key}={str(value).lower()}" for key, value in options.items()]
    return [
        f"edgematch {__version__}: {' '.join([name, *words])}",
        PUZZLE_COMMENT + json.dumps(record, separators=(",", ":")),
    ]
