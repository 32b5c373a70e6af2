"""The options of a technique: declared as dataclass fields, checked in one place.

An option is a field of the technique's dataclass; the text below the field says what it
means.  Its values come as Python values, as JSON or TOML values, or as `KEY=VALUE` on
the command line: all of them end in `make_technique`.
"""

import ast
import inspect
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from textwrap import dedent
from threading import Lock
from typing import TYPE_CHECKING, Any

from edgematch.errors import EdgematchError, nearest_names

if TYPE_CHECKING:
    from edgematch.search.technique import Technique

_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


class OptionError(EdgematchError, ValueError):
    """An option that does not exist, or a value that it does not take."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option
        """The name of the option at fault."""


def choice(default: str, choices: Iterable[str]) -> Any:
    """Declare an option that takes one of these words."""
    return field(default=default, metadata={"choices": tuple(choices)})


def number(default: float, least: float, most: float = math.inf) -> Any:
    """Declare an option that takes a number from `least` to `most`."""
    return field(default=default, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class Option:
    """One option of a technique."""

    name: str
    default: bool | int | float | str
    choices: tuple[str, ...]
    """The words it takes; empty where it takes a number, a truth value or any text."""
    least: float | None
    most: float | None

    def check(self, value: object) -> None:
        """Raise OptionError if the option does not take this value."""
        kind = type(self.default)
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise self._error(_KINDS[kind], value)
        if self.choices and value not in self.choices:
            raise self._error(
                f"one of {nearest_names(str(value), self.choices)}", value
            )
        if isinstance(value, int | float) and self.least is not None:
            assert self.most is not None
            if not self.least <= value <= self.most:
                raise self._error(self._range(), value)

    def parse(self, text: str) -> bool | int | float | str:
        """Return the value that a text on the command line stands for."""
        kind = type(self.default)
        try:
            if kind is bool:
                return {"true": True, "false": False}[text]
            return kind(text)
        except (KeyError, ValueError):
            raise self._error(_KINDS[kind], text) from None

    def _range(self) -> str:
        if self.most == math.inf:
            return f"at least {self.least}"
        return f"from {self.least} to {self.most}"

    def _error(self, expected: str, value: object) -> OptionError:
        return OptionError(
            f"option {self.name} must be {expected}, not {value!r}", self.name
        )


@cache
def options_of(kind: "type[Technique]") -> tuple[Option, ...]:
    """Return the options of a technique."""
    return tuple(
        Option(
            each.name,
            each.default,  # type: ignore[arg-type]  # every option has one
            each.metadata.get("choices", ()),
            each.metadata.get("least"),
            each.metadata.get("most"),
        )
        for each in fields(kind)
    )


def defaults(kind: "type[Technique]") -> dict[str, Any]:
    """Return the default of every option by name."""
    return {option.name: option.default for option in options_of(kind)}


def option_named(kind: "type[Technique]", name: str) -> Option:
    """Return an option by its name; hyphens stand for underscores."""
    wanted = name.replace("-", "_")
    for option in options_of(kind):
        if option.name == wanted:
            return option
    known = nearest_names(wanted, (option.name for option in options_of(kind)))
    raise OptionError(
        f"engine {kind.name} has no option {name!r}; its options: {known}", name
    )


def parse_options(kind: "type[Technique]", texts: Iterable[str]) -> dict[str, Any]:
    """Return the values of options given as `KEY=VALUE`."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"expected KEY=VALUE for an option, got {text!r}", name)
        option = option_named(kind, name)
        values[option.name] = option.parse(value)
    return values


def make_technique(kind: "type[Technique]", values: Mapping[str, Any]) -> "Technique":
    """Return a technique with these options; refuse any that it does not take."""
    return kind(
        **{option_named(kind, name).name: value for name, value in values.items()}
    )


def summary_of(kind: type) -> str:
    """Return the first line of a class's docstring."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]


_parser = Lock()
"""In CPython 3.11 two threads that parse at the same time may fail (gh-106905)."""


@cache
def option_meanings(kind: type) -> dict[str, str]:
    """Return the text below each field, by name; only the source has it."""
    found = {}
    for owner in reversed(kind.__mro__):
        if "__dataclass_fields__" not in vars(owner):
            continue
        with _parser:
            (definition,) = ast.parse(dedent(inspect.getsource(owner))).body
        assert isinstance(definition, ast.ClassDef)
        for node, after in zip(definition.body, definition.body[1:], strict=False):
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
            ):
                found[node.target.id] = " ".join(str(after.value.value).split())
    return found
