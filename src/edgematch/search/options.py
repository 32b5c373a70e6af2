"""The options of an engine as a menu needs them: name, default, choices, meaning.

An option is a field of the engine's dataclass, and its meaning is the text below it.
"""

import ast
import inspect
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from textwrap import dedent
from typing import Any

from edgematch.search import ENGINES, engine_class


def choice(default: str, choices: Iterable[str]) -> Any:
    """Return a field that takes one of these words."""
    return field(default=default, metadata={"choices": tuple(choices)})


def internal(default: Any) -> Any:
    """Return a field that no menu offers: set by the program, or naming a file."""
    return field(default=default, metadata={"is_internal": True})


@dataclass(frozen=True)
class Option:
    """One option of an engine."""

    name: str
    default: bool | int | float | str
    choices: tuple[str, ...]
    """The words it takes; empty where it is a number, true or false, or a text."""
    about: str


@dataclass(frozen=True)
class Offer:
    """An engine as it stands in a menu."""

    name: str
    summary: str
    complete: bool
    resumable: bool
    options: tuple[Option, ...]


@cache
def offers() -> tuple[Offer, ...]:
    """Return every engine with the options that people may set."""
    return tuple(_offer(name) for name in ENGINES)


def _offer(name: str) -> Offer:
    kind = engine_class(name)
    return Offer(
        name, summary_of(kind), kind.complete, kind.resumable, options_of(kind)
    )


def summary_of(kind: type) -> str:
    """Return an engine in a line."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]


def options_of(kind: type) -> tuple[Option, ...]:
    """Return the options of an engine that people may set."""
    meanings = _meanings(kind)
    return tuple(
        Option(
            each.name,
            each.default,  # type: ignore[arg-type]
            each.metadata.get("choices", ()),
            meanings.get(each.name, ""),
        )
        for each in fields(kind)
        if not each.metadata.get("is_internal")
    )


def _meanings(kind: type) -> dict[str, str]:
    """Return the text below each field: kept in the source, not in the class."""
    (definition,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for node, after in zip(definition.body, definition.body[1:], strict=False):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            found[node.target.id] = " ".join(str(after.value.value).split())
    return found
