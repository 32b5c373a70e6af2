"""The tables of a TOML file with their line numbers, and checks of plain values."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from edgematch.errors import FormatError, nearest_names
from edgematch.experiments.plan_files.lines import KeyPath, line_of, lines_of
from edgematch.files import read_bytes

SPAN = re.compile(r"(\d{1,18})-(\d{1,18})")
"""A range such as `1-20`, both ends included."""
_MOST_SEEDS = 1_000_000
MOST = 2**63 - 1
"""The largest integer that a record can hold."""


def read_toml(path: Path) -> "PlanTable":
    """Read and parse a file; return the table of all its tables."""
    try:
        text = read_bytes(path).decode("utf-8").replace("\r\n", "\n")
        content = tomllib.loads(text)
    except FormatError:
        raise
    except UnicodeDecodeError as error:
        raise FormatError(str(path), None, "not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise _decode_error(path, error) from error
    except RecursionError as error:
        raise FormatError(str(path), None, "lists are nested too deeply") from error
    except ValueError as error:  # Python refuses integers of thousands of digits
        raise FormatError(
            str(path), None, "contains a number too long to be read"
        ) from error
    return PlanTable(path, lines_of(text), (), content)


def _decode_error(path: Path, error: Exception) -> FormatError:
    message = str(error)
    at = re.search(r" \(at line (\d+), column \d+\)", message)
    if at is None:
        return FormatError(str(path), None, message.lower())
    text = message.replace(at[0], "")
    return FormatError(str(path), int(at[1]), text[:1].lower() + text[1:])


@dataclass(frozen=True)
class PlanTable:
    """A table of a plan, and where it is."""

    path: Path
    lines: Mapping[KeyPath, int]
    """The line of every table and key of the file."""
    place: KeyPath
    content: Mapping[str, Any]

    def __contains__(self, key: str) -> bool:
        return key in self.content

    def error(self, message: str, *keys: str | int) -> FormatError:
        """Return an error with the line number of this table, or of a key in it."""
        line = line_of(self.lines, (*self.place, *keys))
        return FormatError(str(self.path), line, message)

    def table(self, name: str) -> "PlanTable":
        """Return a table in this one, empty if it is missing."""
        found = self.content.get(name, {})
        if isinstance(found, dict):
            return replace(self, place=(*self.place, name), content=found)
        if self.place:
            raise self.error(f"{name} must be a table: {{ key = value }}", name)
        message = f"write [{name}] with single brackets: there is only one"
        raise self.error(message, name, *([0] if (name, 0) in self.lines else []))

    def tables(self, name: str) -> list["PlanTable"]:
        """Return the tables of an array, none if it is missing."""
        found = self.content.get(name, [])
        if not isinstance(found, list) or not all(isinstance(t, dict) for t in found):
            raise self.error(f"write [[{name}]] with double brackets", name)
        return [
            replace(self, place=(*self.place, name, number), content=each)
            for number, each in enumerate(found)
        ]

    def check_names(self, known: set[str], what: str = "key") -> None:
        """Raise an error for an unknown name, suggesting the nearest known one."""
        for name in self.content:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = nearest_names(name, sorted(known))
                hint = f"did you mean {near[0]}?" if near else hint
                # An unknown table may be an array of tables.
                array = (*self.place, name, 0)
                keys = (name, 0) if array in self.lines else (name,)
                raise self.error(f"unknown {what} {name!r}; {hint}", *keys)

    def words(self, key: str, default: str | None = None) -> str:
        """Return a value that must be a line of text; required without a default."""
        if key not in self.content and default is None:
            raise self.error(f"[[{self.place[0]}]] needs {key}")
        (text,) = self._texts(key, [self.content.get(key, default)])
        return text

    def many_words(self, key: str, default: str = "") -> list[str]:
        """Return lines of text: one, or a list of them."""
        value = self.content.get(key, default)
        if value == []:
            raise self.error(f"{key} must not be empty", key)
        return self._texts(key, value if isinstance(value, list) else [value])

    def _texts(self, key: str, values: list[Any]) -> list[str]:
        for value in values:
            if not isinstance(value, str) or not value or not value.isprintable():
                raise self.error(f"{key} must be a line of text, not {value!r}", key)
        return values

    def flag(self, key: str, default: bool = False) -> bool:
        """Return a value that must be true or false."""
        value = self.content.get(key, default)
        if not isinstance(value, bool):
            raise self.error(f"{key} must be true or false, not {value!r}", key)
        return value

    def number(self, key: str, default: int, least: int, most: int = MOST) -> int:
        """Return a value that must be an integer."""
        value = self.content.get(key, default)
        if type(value) is not int or not least <= value <= most:
            upper = f"to {most:,}" if most < MOST else "on"
            raise self.error(
                f"{key} must be a whole number from {least} {upper}, not {value!r}", key
            )
        return value

    def seeds(self, key: str, most: int) -> tuple[int, ...]:
        """Read seeds: a number, "1-20", or a list of these; 1 if there are none."""
        value = self.content.get(key, 1)
        seeds: list[int] = []
        for each in value if isinstance(value, list) else [value]:
            span = SPAN.fullmatch(each) if isinstance(each, str) else None
            if span is not None and int(span[1]) <= int(span[2]):
                if int(span[2]) - int(span[1]) >= _MOST_SEEDS:
                    raise self.error(f"more than {_MOST_SEEDS:,} seeds", key)
                seeds += range(int(span[1]), int(span[2]) + 1)
            elif type(each) is int and each >= 0:
                seeds.append(each)
            else:
                raise self.error(
                    f'expected seeds such as 5, "1-20" or a list, got {each!r}', key
                )
        if not seeds or len(set(seeds)) < len(seeds):
            raise self.error("no seed is given, or one is given twice", key)
        if max(seeds) > most:
            raise self.error(
                f"seed {max(seeds)} is too large; seeds go up to {most}", key
            )
        return tuple(seeds)
