"""A TOML text to a plan; whatever is wrong with it is refused with its line.

Everything that can be known beforehand is looked at here: engines, options, files,
limits and settings, so that a long experiment does not stumble over its last line.
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any

from edgematch import catalog
from edgematch.errors import EdgematchError, FormatError
from edgematch.experiments.places import line_of, lines_of
from edgematch.experiments.plan import (
    Method,
    Plan,
    PlotSpec,
    PuzzleClass,
    PuzzleSource,
    RunLimits,
)
from edgematch.experiments.tasks import task_named
from edgematch.generators import Recipe, generate
from edgematch.loading import load

_PLAN = {"title", "repetitions", "records", "same_version"}
_PUZZLES = {"recipe", "seeds", "files", "catalog", "class", "hints"}
_METHODS = {
    "engines": {"engine", "options", "seeds", "limits", "classes", "label", "task"},
    "scores": {"engine", "options", "seeds", "limits", "classes", "label"},
    "encodings": {"encoding", "options", "limits", "classes", "label"},
    "blocks": {"options", "limits", "classes", "label"},
}
_TASKS = {
    "engines": "solve",
    "scores": "optimize",
    "encodings": "encode",
    "blocks": "blocks",
}
"""What a method of a table does, unless it says otherwise."""
_TABLES = {"plan", "limits", "puzzles", "table", "plots", *_METHODS}
_SPAN = re.compile(r"(\d{1,18})-(\d{1,18})")
_MOST_SEEDS = 1_000_000

Place = tuple[str | int, ...]


def read_plan(path: Path, records: Path | None = None) -> Plan:
    """Read a plan; `records` names another file for its records."""
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
        raise _undecodable(path, error) from error
    return _Reader(path, content, lines_of(text)).plan(records)


def _undecodable(path: Path, error: Exception) -> FormatError:
    message = str(error)
    at = re.search(r" \(at line (\d+), column \d+\)", message)
    if at is None:
        return FormatError(str(path), None, message.lower())
    text = message.replace(at[0], "")
    return FormatError(str(path), int(at[1]), text[:1].lower() + text[1:])


@dataclass(frozen=True)
class _Reader:
    """A decoded text, and the lines of its parts."""

    path: Path
    content: Mapping[str, Any]
    lines: dict[Place, int]

    def plan(self, records: Path | None) -> Plan:
        self._check_names((), self.content, _TABLES, "table")
        about = self._table("plan")
        self._check_names(("plan",), about, _PLAN)
        limits = self._limits(("limits",), self._table("limits"), None)
        classes = [
            kind
            for number, puzzles in enumerate(self._tables("puzzles"))
            for kind in self._classes(("puzzles", number), puzzles)
        ]
        if not classes:
            raise self._error((), "there are no [[puzzles]]")
        methods = [
            self._method(table, number, given, limits)
            for table in _METHODS
            for number, given in enumerate(self._tables(table))
        ]
        if not methods:
            raise self._error(
                (), "there are no [[engines]], [[encodings]] or [[blocks]]"
            )
        self._check_labels(methods, classes)
        named = about.get("records", self.path.with_suffix(".sqlite").name)
        where = self.path.parent / self._text(("plan", "records"), named)
        return Plan(
            self.path,
            self._text(("plan", "title"), about.get("title", self.path.stem)),
            _merged(classes),
            tuple(methods),
            self._number(("plan", "repetitions"), about.get("repetitions", 1), 1),
            self._flag(("plan", "same_version"), about.get("same_version", False)),
            records or where,
            self._table_settings(),
            tuple(map(self._plot, range(len(self._tables("plots"))))),
        )

    def _error(self, place: Place, message: str) -> FormatError:
        return FormatError(str(self.path), line_of(self.lines, place), message)

    def _table(self, name: str) -> Mapping[str, Any]:
        found = self.content.get(name, {})
        if not isinstance(found, dict):
            raise self._error((name,), f"[{name}] is a table")
        return found

    def _tables(self, name: str) -> list[Mapping[str, Any]]:
        found = self.content.get(name, [])
        if not isinstance(found, list) or not all(isinstance(t, dict) for t in found):
            raise self._error((name,), f"write [[{name}]], with two brackets")
        return found

    def _check_names(
        self, place: Place, given: Mapping[str, Any], known: set[str], what: str = "key"
    ) -> None:
        for name in given:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else ", ".join(sorted(known))
                # A table that nobody knows may be an array of tables.
                at = (*place, name, 0) if what == "table" else (*place, name)
                raise self._error(
                    at if at in self.lines else (*place, name),
                    f"no {what} {name!r} here; {hint}",
                )

    def _text(self, place: Place, value: Any) -> str:
        if not isinstance(value, str) or not value:
            raise self._error(place, f"{place[-1]} is a text, not {value!r}")
        return value

    def _texts(self, place: Place, value: Any) -> list[str]:
        values = value if isinstance(value, list) else [value]
        if not values:
            raise self._error(place, f"{place[-1]} is empty")
        return [self._text(place, each) for each in values]

    def _flag(self, place: Place, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self._error(place, f"{place[-1]} is true or false, not {value!r}")
        return value

    def _number(self, place: Place, value: Any, least: int) -> int:
        if type(value) is not int or value < least:
            raise self._error(
                place, f"{place[-1]} is a whole number from {least} on, not {value!r}"
            )
        return value

    def _seeds(self, place: Place, value: Any) -> tuple[int, ...]:
        """Read seeds: a number, "1-20", or a list of such."""
        seeds: list[int] = []
        for each in value if isinstance(value, list) else [value]:
            span = _SPAN.fullmatch(each) if isinstance(each, str) else None
            if span is not None and int(span[1]) <= int(span[2]):
                if int(span[2]) - int(span[1]) >= _MOST_SEEDS:
                    raise self._error(place, f"more than {_MOST_SEEDS:,} seeds")
                seeds += range(int(span[1]), int(span[2]) + 1)
            elif type(each) is int and each >= 0:
                seeds.append(each)
            else:
                raise self._error(
                    place, f'expected seeds such as 5, "1-20" or a list, got {each!r}'
                )
        if not seeds or len(set(seeds)) < len(seeds):
            raise self._error(place, "no seed, or a seed twice")
        return tuple(seeds)

    def _limits(
        self, place: Place, given: Mapping[str, Any], base: RunLimits | None
    ) -> RunLimits:
        known = {field.name for field in fields(RunLimits)}
        self._check_names(place, given, known, "limit")
        values = dict(given)
        if values.get("solutions") == "all":
            values["solutions"] = None
        for name in ("nodes", "megabytes", "solutions", "keep"):
            if values.get(name) is not None:
                least = 0 if name == "keep" else 1
                self._number((*place, name), values[name], least)
        if "seconds" in values:
            seconds = values["seconds"]
            if (
                not isinstance(seconds, int | float)
                or isinstance(seconds, bool)
                or not isfinite(seconds)
                or seconds <= 0
            ):
                raise self._error(
                    (*place, "seconds"), f"seconds are more than 0, not {seconds!r}"
                )
            values["seconds"] = float(seconds)
        if values.get("megabytes", 0) > (there := _megabytes_there()):
            raise self._error(
                (*place, "megabytes"),
                f"{values['megabytes']:,} megabytes: this machine has {there:,}",
            )
        if base is not None:
            return replace(base, **values)
        if "seconds" not in values:
            raise self._error(
                place,
                "[limits] seconds is missing: no run may take for ever",
            )
        return RunLimits(**values)

    def _classes(self, place: Place, given: Mapping[str, Any]) -> Sequence[PuzzleClass]:
        self._check_names(place, given, _PUZZLES)
        kinds = [name for name in ("recipe", "files", "catalog") if name in given]
        if len(kinds) != 1:
            raise self._error(place, "[[puzzles]] has one of recipe, files and catalog")
        label = given.get("class")
        if label is not None:
            self._text((*place, "class"), label)
        if kinds == ["recipe"]:
            if "hints" in given:
                raise self._error((*place, "hints"), "hints of a recipe stand in it")
            return self._recipes(place, given, label)
        if "seeds" in given:
            raise self._error((*place, "seeds"), "seeds go with a recipe")
        hints = self._flag((*place, "hints"), given.get("hints", True))
        where = (*place, kinds[0])
        found = []
        for name in self._texts(where, given[kinds[0]]):
            puzzle = self._puzzle(where, name, kinds[0] == "files")
            if not hints:
                puzzle = puzzle.with_hints(())
            found.append(PuzzleSource(name, puzzle))
        if label is not None:
            return [PuzzleClass(label, tuple(found))]
        return [PuzzleClass(Path(each.name).stem, (each,)) for each in found]

    def _puzzle(self, place: Place, name: str, is_file: bool) -> Any:
        if not is_file and name not in catalog.names():
            near = get_close_matches(name, catalog.names(), n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise self._error(place, f"no puzzle {name!r} in the catalog{hint}")
        path = self.path.parent / name
        if is_file and not path.exists():
            raise self._error(place, f"no file {name!r} (looked for {path})")
        try:
            return (load(path) if is_file else catalog.load(name)).puzzle
        except EdgematchError as error:
            raise self._error(place, str(error)) from error

    def _recipes(
        self, place: Place, given: Mapping[str, Any], label: str | None
    ) -> Sequence[PuzzleClass]:
        seeds = self._seeds((*place, "seeds"), given.get("seeds", 1))
        where = (*place, "recipe")
        classes = []
        for text in self._texts(where, given["recipe"]):
            for name in self._spread(where, text):
                try:
                    recipe = Recipe.read(name)
                    if recipe.seed:
                        raise EdgematchError(f"{name!r}: write seeds beside the recipe")
                    sources = tuple(
                        PuzzleSource(replace(recipe, seed=seed).name) for seed in seeds
                    )
                    generate(Recipe.read(sources[0].name))
                except EdgematchError as error:
                    raise self._error(where, str(error)) from error
                classes.append(PuzzleClass(label or class_name(recipe), sources))
        return classes

    def _spread(self, place: Place, text: str) -> list[str]:
        """Return the recipes that a recipe with spans of colors stands for.

        `two-set:6x6:4-6:3` is three recipes.
        """
        names: list[list[str]] = [[]]
        for part in text.split(":"):
            span = _SPAN.fullmatch(part)
            values = [part]
            if span is not None:
                values = [str(n) for n in range(int(span[1]), int(span[2]) + 1)][:1000]
            if not values:
                raise self._error(place, f"{text!r}: {part} runs backwards")
            names = [[*name, value] for name in names for value in values]
        return [":".join(name) for name in names]

    def _method(
        self, table: str, number: int, given: Mapping[str, Any], base: RunLimits
    ) -> Method:
        place: Place = (table, number)
        self._check_names(place, given, _METHODS[table])
        key = {"encodings": "encoding", "blocks": None}.get(table, "engine")
        subject = ""
        if key is not None:
            if key not in given:
                raise self._error(place, f"[[{table}]] without {key}")
            subject = self._text((*place, key), given[key])
        task = _TASKS[table]
        task = self._text((*place, "task"), given.get("task", task))
        if table == "engines" and task not in ("solve", "backbone"):
            raise self._error(
                (*place, "task"), f"no task {task!r} for engines; solve, backbone"
            )
        options = given.get("options", {})
        if not isinstance(options, dict):
            raise self._error(
                (*place, "options"), "options are a table: { key = value }"
            )
        try:
            changed = task_named(task).checked(subject, options)
        except (EdgematchError, TypeError, ValueError) as error:
            raise self._error(
                self._blamed(place, key, options, error), str(error)
            ) from (error)
        limits = base
        if "limits" in given:
            limits = self._limits((*place, "limits"), given["limits"], base)
        seeds: tuple[int | None, ...] = (None,)
        if "seeds" in given:
            seeds = self._seeds((*place, "seeds"), given["seeds"])
            self._check_seeds((*place, "seeds"), task, subject, options)
        written = ",".join(f"{key}={_said(value)}" for key, value in options.items())
        label = f"{subject or task}({written})" if written else subject or task
        return Method(
            self._text((*place, "label"), given.get("label", label)),
            task,
            subject,
            changed,
            limits,
            seeds,
            tuple(self._texts((*place, "classes"), given.get("classes", "*"))),
        )

    def _blamed(
        self,
        place: Place,
        key: str | None,
        options: Mapping[str, Any],
        error: Exception,
    ) -> Place:
        """Return the option that an error is about, if that can be seen."""
        text = str(error)
        for name, value in options.items():
            if repr(name) in text or f"option {name} " in text or repr(value) in text:
                return (*place, "options", name)
        if options and "option" in text:
            return (*place, "options")
        return place if key is None else (*place, key)

    def _check_seeds(
        self, place: Place, task: str, subject: str, options: Mapping[str, Any]
    ) -> None:
        from edgematch.engines import engine_options

        if task != "optimize" and "seed" not in engine_options(subject):
            raise self._error(place, f"engine {subject} has no seed")
        if "seed" in options:
            raise self._error(place, "the seed is an option already")

    def _check_labels(
        self, methods: Sequence[Method], classes: Sequence[PuzzleClass]
    ) -> None:
        labels = [method.label for method in methods]
        places = [
            (table, number)
            for table in _METHODS
            for number in range(len(self._tables(table)))
        ]
        for index, (method, place) in enumerate(zip(methods, places, strict=True)):
            if method.label in labels[:index]:
                raise self._error(place, f"label {method.label!r} is there twice")
            for pattern in method.only:
                one = replace(method, only=(pattern,))
                if not any(one.takes(kind) for kind in classes):
                    names = ", ".join(dict.fromkeys(kind.label for kind in classes))
                    raise self._error(
                        (*place, "classes"),
                        f"no class fits {pattern!r}; there is {names[:200]}",
                    )

    def _table_settings(self) -> Mapping[str, Any]:
        from edgematch.experiments.summary import TableSettings

        given = self._table("table")
        known = {field.name for field in fields(TableSettings)}
        self._check_names(("table",), given, known)
        try:
            TableSettings(**given)
        except (EdgematchError, TypeError) as error:
            raise self._error(("table",), str(error)) from error
        return given

    def _plot(self, number: int) -> PlotSpec:
        from edgematch.experiments.plots import PLOTS, check_settings

        place: Place = ("plots", number)
        given = dict(self._tables("plots")[number])
        for key in ("kind", "file"):
            if key not in given:
                raise self._error(place, f"[[plots]] without {key}")
        kind = self._text((*place, "kind"), given.pop("kind"))
        file = self._text((*place, "file"), given.pop("file"))
        if kind not in PLOTS:
            raise self._error(
                (*place, "kind"), f"no plot {kind!r}; there is {', '.join(PLOTS)}"
            )
        try:
            check_settings(kind, file, given)
        except EdgematchError as error:
            raise self._error(place, str(error)) from error
        return PlotSpec(kind, file, given)


def class_name(recipe: Recipe) -> str:
    """Return the recipe without its seed, which names the class.

    >>> class_name(Recipe.read("two-set:6x6:5:3:seed=7:random"))
    'two-set:6x6:5:3:random'
    """
    return recipe.name.replace(f":seed={recipe.seed}", "", 1)


def _merged(classes: Sequence[PuzzleClass]) -> tuple[PuzzleClass, ...]:
    """Put classes with one label together."""
    found: dict[str, list[PuzzleSource]] = {}
    for kind in classes:
        known = found.setdefault(kind.label, [])
        names = {source.name for source in known}
        known += [source for source in kind.sources if source.name not in names]
    return tuple(PuzzleClass(label, tuple(own)) for label, own in found.items())


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _megabytes_there() -> int:
    """Return how much memory this machine has."""
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 10**9
    return pages // 1_000_000
