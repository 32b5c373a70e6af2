"""Constraint models as files: XCSP3 and MiniZinc.

XCSP3 has a group of extensions for every table.  For MiniZinc there is one model for
all puzzles, and a file of data for each.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import BinaryIO

from edgematch.encoders.constraint_models import ConstraintModel
from edgematch.encoders.formula_files import write_lines

_MODEL = """\
% Edge-matching puzzles: variables that take the values of tables together, and all
% pieces different.  The data says which variables, values and tables there are.
include "alldifferent.mzn";
include "table.mzn";

int: variables;
array[1..variables] of string: name;
array[1..variables] of set of int: possible;
array[1..variables] of var int: value;
constraint forall(i in 1..variables)(value[i] in possible[i]);

int: tables;
array[1..tables] of int: width;
array[1..tables] of int: height;
array[1..tables] of int: first_entry;
array[int] of int: entry;

int: constraints;
array[1..constraints] of int: of_table;
array[1..constraints] of int: first_place;
array[int] of int: place;
constraint forall(c in 1..constraints)(
  let {
    int: t = of_table[c];
    array[1..width[t]] of var int: row =
      [value[place[first_place[c] + i - 1]] | i in 1..width[t]];
  } in
  if height[t] = 0 then false else
    table(row, array2d(1..height[t], 1..width[t],
      [entry[first_entry[t] + i - 1] | i in 1..height[t] * width[t]]))
  endif
);

array[int] of int: different;
constraint alldifferent([value[i] | i in different]);

solve satisfy;

output [ "\\(name[i]) = \\(value[i])\\n" | i in 1..variables ];
"""


def write_minizinc(
    model_stream: BinaryIO,
    data_stream: BinaryIO,
    model: ConstraintModel,
    comments: Iterable[str] = (),
) -> None:
    """Write a constraint model as MiniZinc, model and data."""
    write_lines(model_stream, [_MODEL])
    write_lines(data_stream, _data(model, comments))


def _data(model: ConstraintModel, comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield f"% {comment}\n"
    numbers = {name: number for number, name in enumerate(model.domains, 1)}
    yield f"variables = {len(numbers)};\n"
    yield _array("name", (f'"{name}"' for name in numbers))
    yield _array("possible", (_set(values) for values in model.domains.values()))
    table_numbers = {name: number for number, name in enumerate(model.tables, 1)}
    widths = {table: len(variables) for variables, table in model.allowed}
    yield f"tables = {len(model.tables)};\n"
    yield _array("width", (widths[name] for name in model.tables))
    yield _array("height", map(len, model.tables.values()))
    sizes = [widths[name] * len(rows) for name, rows in model.tables.items()]
    yield _array("first_entry", _firsts(sizes))
    entries = (value for rows in model.tables.values() for row in rows for value in row)
    yield _array("entry", entries)
    yield f"constraints = {len(model.allowed)};\n"
    yield _array("of_table", (table_numbers[table] for _, table in model.allowed))
    yield _array("first_place", _firsts([len(names) for names, _ in model.allowed]))
    yield _array(
        "place", (numbers[name] for names, _ in model.allowed for name in names)
    )
    yield _array("different", (numbers[name] for name in model.all_different))


def _array(name: str, values: Iterable[object]) -> str:
    return f"{name} = [{','.join(map(str, values))}];\n"


def _set(values: Iterable[int]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _firsts(sizes: list[int]) -> list[int]:
    """Return where each part begins in a list of all, counted from 1."""
    return [1 + sum(sizes[:number]) for number in range(len(sizes))]


def write_xcsp3(
    stream: BinaryIO, model: ConstraintModel, comments: Iterable[str] = ()
) -> None:
    """Write a constraint model as XCSP3."""
    write_lines(stream, _xcsp3_lines(model, comments))


def _xcsp3_lines(model: ConstraintModel, comments: Iterable[str]) -> Iterator[str]:
    yield '<instance format="XCSP3" type="CSP">\n'
    for comment in comments:
        # Two hyphens would end a comment.
        apart = re.sub("-(?=-)", "- ", escape(comment, quote=False))
        yield f"<!-- {apart} -->\n"
    yield "<variables>\n"
    for name, values in model.domains.items():
        yield f'<var id="{name}"> {ranges(values)} </var>\n'
    yield "</variables>\n<constraints>\n"
    scopes = defaultdict(list)
    for variables, table in model.allowed:
        scopes[table, len(variables)].append(variables)
    for (table, width), of_table in scopes.items():
        # A table without rows becomes a row that no variable can take.
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
