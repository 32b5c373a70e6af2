"""A decoded TOML text that knows its lines, and the plain values in it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from edgematch.errors import FormatError
from edgematch.experiments.plan_files.lines import line_of, lines_of

SPAN = re.compile(r"(\d{1,18})-(\d{1,18})")
"""`1-20`: all numbers from one to another."""
_MOST_SEEDS = 1_000_000
MOST = 2**63 - 1
"""The greatest whole number that a record holds."""

Place = tuple[str | int, ...]
"""The names and numbers that lead to a value."""


def read_text(path: Path) -> "PlanText":
    """Read and decode a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise FormatError(str(path), None, reason) from error
    except UnicodeDecodeError as error:
        raise FormatError(str(path), None, "not a text in UTF-8") from error
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _decode_error(path, error) from error
    except RecursionError as error:
        raise FormatError(str(path), None, "lists too deep in each other") from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise FormatError(str(path), None, "a number too long to be read") from error
    return PlanText(path, content, lines_of(text))


def _decode_error(path: Path, error: Exception) -> FormatError:
    message = str(error)
    at = re.search(r" \(at line (\d+), column \d+\)", message)
    if at is None:
        return FormatError(str(path), None, message.lower())
    text = message.replace(at[0], "")
    return FormatError(str(path), int(at[1]), text[:1].lower() + text[1:])


@dataclass(frozen=True)
class PlanText:
    """A decoded text, and the lines of its parts."""

    path: Path
    content: Mapping[str, Any]
    lines: dict[Place, int]

    def error(self, place: Place, message: str) -> FormatError:
        """Return an error that names the line of a place."""
        return FormatError(str(self.path), line_of(self.lines, place), message)

    def table(self, name: str) -> Mapping[str, Any]:
        """Return a table of the text, empty if it is not there."""
        found = self.content.get(name, {})
        if not isinstance(found, dict):
            at: Place = (name, 0) if (name, 0) in self.lines else (name,)
            raise self.error(at, f"[{name}] is a table, with one bracket")
        return found

    def tables(self, name: str) -> list[Mapping[str, Any]]:
        """Return the tables of an array, none if it is not there."""
        found = self.content.get(name, [])
        if not isinstance(found, list) or not all(isinstance(t, dict) for t in found):
            raise self.error((name,), f"write [[{name}]], with two brackets")
        return found

    def check_names(
        self, place: Place, given: Mapping[str, Any], known: set[str], what: str = "key"
    ) -> None:
        """Refuse names that nobody knows, with the nearest that is known."""
        for name in given:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else ", ".join(sorted(known))
                # A table that nobody knows may be an array of tables.
                at = (*place, name, 0) if what == "table" else (*place, name)
                raise self.error(
                    at if at in self.lines else (*place, name),
                    f"no {what} {name!r} here; {hint}",
                )

    def words(self, place: Place, value: Any) -> str:
        """Return a value that must be a text."""
        if not isinstance(value, str) or not value or not value.isprintable():
            raise self.error(place, f"{place[-1]} is a line of text, not {value!r}")
        return value

    def many_words(self, place: Place, value: Any) -> list[str]:
        """Return texts: one, or a list of them."""
        values = value if isinstance(value, list) else [value]
        if not values:
            raise self.error(place, f"{place[-1]} is empty")
        return [self.words(place, each) for each in values]

    def flag(self, place: Place, value: Any) -> bool:
        """Return a value that must be true or false."""
        if not isinstance(value, bool):
            raise self.error(place, f"{place[-1]} is true or false, not {value!r}")
        return value

    def number(self, place: Place, value: Any, least: int, most: int = MOST) -> int:
        """Return a value that must be a whole number."""
        if type(value) is not int or not least <= value <= most:
            upper = f"to {most:,}" if most < MOST else "on"
            raise self.error(
                place,
                f"{place[-1]} is a whole number from {least} {upper}, not {value!r}",
            )
        return value

    def seeds(self, place: Place, value: Any, most: int) -> tuple[int, ...]:
        """Read seeds: a number, "1-20", or a list of such."""
        seeds: list[int] = []
        for each in value if isinstance(value, list) else [value]:
            span = SPAN.fullmatch(each) if isinstance(each, str) else None
            if span is not None and int(span[1]) <= int(span[2]):
                if int(span[2]) - int(span[1]) >= _MOST_SEEDS:
                    raise self.error(place, f"more than {_MOST_SEEDS:,} seeds")
                seeds += range(int(span[1]), int(span[2]) + 1)
            elif type(each) is int and each >= 0:
                seeds.append(each)
            else:
                raise self.error(
                    place, f'expected seeds such as 5, "1-20" or a list, got {each!r}'
                )
        if not seeds or len(set(seeds)) < len(seeds):
            raise self.error(place, "no seed, or a seed twice")
        if max(seeds) > most:
            raise self.error(place, f"seed {max(seeds)}: seeds go up to {most}")
        return tuple(seeds)
