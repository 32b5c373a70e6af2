"""Constraint models as XCSP3: a group of extensions for every table."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO
from xml.sax.saxutils import escape

from edgematch.encoders.constraint_model import ConstraintModel
from edgematch.encoders.lines import write_lines


def write_xcsp3(
    stream: BinaryIO, model: ConstraintModel, comments: Iterable[str] = ()
) -> None:
    """Write a constraint model as XCSP3."""
    write_lines(stream, _lines(model, comments))


def _lines(model: ConstraintModel, comments: Iterable[str]) -> Iterator[str]:
    yield '<instance format="XCSP3" type="CSP">\n'
    for comment in comments:
        apart = re.sub("-(?=-)", "- ", escape(comment))  # two would end the comment
        yield f"<!-- {apart} -->\n"
    yield "<variables>\n"
    for name, values in model.domains.items():
        yield f'<var id="{name}"> {ranges(values)} </var>\n'
    yield "</variables>\n<constraints>\n"
    scopes = defaultdict(list)
    for variables, table in model.allowed:
        scopes[table, len(variables)].append(variables)
    for (table, width), of_table in scopes.items():
        # No row at all is a row that no variable can take.
        rows = model.tables[table] or [(-1,) * width]
        supports = "".join(f"({','.join(map(str, row))})" for row in rows)
        places = " ".join(f"%{place}" for place in range(width))
        yield f"<group><extension><list> {places} </list>"
        yield f"<supports> {supports} </supports></extension>\n"
        for variables in of_table:
            yield f"<args> {' '.join(variables)} </args>\n"
        yield "</group>\n"
    if len(model.all_different) > 1:
        yield f"<allDifferent> {' '.join(model.all_different)} </allDifferent>\n"
    yield "</constraints>\n</instance>\n"


def ranges(values: Sequence[int]) -> str:
    """Write values as XCSP3 does.

    >>> ranges([0, 1, 2, 5, 7, 8])
    '0..2 5 7..8'
    """
    parts: list[list[int]] = []
    for value in values:
        if parts and value == parts[-1][-1] + 1:
            parts[-1][1:] = [value]
        else:
            parts.append([value])
    return " ".join("..".join(map(str, part)) for part in parts)
