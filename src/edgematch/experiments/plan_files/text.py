"""A parsed TOML text with line numbers, and checks of its plain values."""

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
"""A range such as `1-20`, both ends included."""
_MOST_SEEDS = 1_000_000
MOST = 2**63 - 1
"""The largest integer that a record can hold."""

KeyPath = tuple[str | int, ...]
"""The path of keys and indices to a value."""


def read_text(path: Path) -> "PlanText":
    """Read and parse a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise FormatError(str(path), None, reason) from error
    except UnicodeDecodeError as error:
        raise FormatError(str(path), None, "not UTF-8 text") from error
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _decode_error(path, error) from error
    except RecursionError as error:
        raise FormatError(str(path), None, "lists are nested too deeply") from error
    except ValueError as error:  # Python refuses integers of thousands of digits
        raise FormatError(
            str(path), None, "contains a number too long to be read"
        ) from error
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
    """A parsed text, and the line numbers of its parts."""

    path: Path
    content: Mapping[str, Any]
    lines: dict[KeyPath, int]

    def error(self, place: KeyPath, message: str) -> FormatError:
        """Return an error with the line number of a place."""
        return FormatError(str(self.path), line_of(self.lines, place), message)

    def table(self, name: str) -> Mapping[str, Any]:
        """Return a table of the text, empty if it is missing."""
        found = self.content.get(name, {})
        if not isinstance(found, dict):
            at: KeyPath = (name, 0) if (name, 0) in self.lines else (name,)
            raise self.error(at, f"[{name}] is a table, with one bracket, not an array")
        return found

    def tables(self, name: str) -> list[Mapping[str, Any]]:
        """Return the tables of an array, none if it is missing."""
        found = self.content.get(name, [])
        if not isinstance(found, list) or not all(isinstance(t, dict) for t in found):
            raise self.error((name,), f"write [[{name}]], with two brackets")
        return found

    def check_names(
        self,
        place: KeyPath,
        given: Mapping[str, Any],
        known: set[str],
        what: str = "key",
    ) -> None:
        """Raise an error for an unknown name, suggesting the nearest known one."""
        for name in given:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else ", ".join(sorted(known))
                # An unknown table may be an array of tables.
                at = (*place, name, 0) if what == "table" else (*place, name)
                raise self.error(
                    at if at in self.lines else (*place, name),
                    f"unknown {what} {name!r}; {hint}",
                )

    def words(self, place: KeyPath, value: Any) -> str:
        """Return a value that must be a string."""
        if not isinstance(value, str) or not value or not value.isprintable():
            raise self.error(
                place, f"{place[-1]} must be a line of text, not {value!r}"
            )
        return value

    def many_words(self, place: KeyPath, value: Any) -> list[str]:
        """Return strings: one, or a list of them."""
        values = value if isinstance(value, list) else [value]
        if not values:
            raise self.error(place, f"{place[-1]} must not be empty")
        return [self.words(place, each) for each in values]

    def flag(self, place: KeyPath, value: Any) -> bool:
        """Return a value that must be true or false."""
        if not isinstance(value, bool):
            raise self.error(place, f"{place[-1]} must be true or false, not {value!r}")
        return value

    def number(self, place: KeyPath, value: Any, least: int, most: int = MOST) -> int:
        """Return a value that must be an integer."""
        if type(value) is not int or not least <= value <= most:
            upper = f"to {most:,}" if most < MOST else "on"
            raise self.error(
                place,
                f"{place[-1]} must be a whole number from {least} {upper},"
                f" not {value!r}",
            )
        return value

    def seeds(self, place: KeyPath, value: Any, most: int) -> tuple[int, ...]:
        """Read seeds: a number, "1-20", or a list of these."""
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
            raise self.error(place, "seeds are empty, or a seed is given twice")
        if max(seeds) > most:
            raise self.error(
                place, f"seed {max(seeds)} is too large; seeds go up to {most}"
            )
        return tuple(seeds)
