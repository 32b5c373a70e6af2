"""Reads the methods of a plan: engines, encodings, block listings, programs."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from fnmatch import fnmatchcase
from itertools import product
from typing import Any, NamedTuple

from edgematch.errors import EdgematchError, nearest_names
from edgematch.experiments.plan import Method, PuzzleClass, RunLimits
from edgematch.experiments.plan_files.tables import MOST, PlanTable
from edgematch.experiments.tasks import task_named
from edgematch.search.options import OptionError

_MOST_SECONDS = 366 * 24 * 3600
_WALL_FACTOR, _WALL_SECONDS = 10.0, 60.0
"""A run with a limit of processor time may take ten times as long and a minute, unless
the plan says otherwise: on a busy machine it waits for the processor."""
_KEYS = {"options", "limits", "classes", "label"}


class _Methods(NamedTuple):
    """A kind of table that describes methods."""

    task: str
    """The task of the methods, unless they name another."""
    subject: str = ""
    """The key that names the engine, encoding or program."""
    keys: frozenset[str] = frozenset()
    """Keys besides the subject and those that all tables have."""


METHODS = {
    "engines": _Methods("solve", "engine", frozenset({"seeds", "task"})),
    "scores": _Methods("optimize", "engine", frozenset({"seeds"})),
    "encodings": _Methods("encode", "encoding"),
    "blocks": _Methods("blocks"),
    "programs": _Methods("program", "program"),
}
"""The tables of methods by name."""


def methods_of(plan: PlanTable, base: RunLimits) -> list[Method]:
    """Return all methods of a plan; labels must be unique."""
    methods: dict[str, Method] = {}
    for name, kind in METHODS.items():
        for table in plan.tables(name):
            for method in _methods(table, kind, base):
                if method.label in methods:
                    raise table.error(f"label {method.label!r} is used twice")
                methods[method.label] = method
    return list(methods.values())


def _methods(table: PlanTable, kind: _Methods, base: RunLimits) -> Iterator[Method]:
    """Yield the methods of one table: one for each combination of option values."""
    table.check_names(_KEYS | kind.keys | ({kind.subject} - {""}))
    options = table.table("options").content
    lists = [key for key, value in options.items() if isinstance(value, list)]
    for name in lists:
        if not options[name]:
            raise table.error(f"option {name} has no value", "options", name)
    for values in product(*(options[key] for key in lists)):
        chosen = dict(zip(lists, values, strict=True))
        content = {**table.content, "options": {**options, **chosen}}
        method = _method(replace(table, content=content), kind, base)
        if lists and "label" in table:
            said = ", ".join(_option_text(value) for value in values)
            method = replace(method, label=f"{method.label}, {said}")
        yield method


def _method(table: PlanTable, kind: _Methods, base: RunLimits) -> Method:
    """Return the method that a table without lists of values describes."""
    subject = table.words(kind.subject) if kind.subject else ""
    task = table.words("task", kind.task)
    if task not in (kind.task, "backbone"):
        raise table.error(
            f"no task {task!r} for engines; choose solve or backbone", "task"
        )
    options = table.table("options")
    options.number("seed", 0, 0)
    try:
        changed = task_named(task).check_options(subject, options.content)
    except (EdgematchError, TypeError, ValueError) as error:
        culprit = _culprit(kind, options.content, error)
        raise table.error(str(error), *culprit) from error
    limits = limits_of(table.table("limits"), base)
    seeds: tuple[int | None, ...] = (None,)
    if "seeds" in table:
        seeds = table.seeds("seeds", MOST)
        if "seed" in options:
            message = "give the seed in options or in seeds, not in both"
            raise table.error(message, "seeds")
    written = ",".join(
        f"{key}={_option_text(value)}" for key, value in options.content.items()
    )
    label = f"{subject or task}({written})" if written else subject or task
    return Method(
        table.words("label", label),
        task,
        subject,
        changed,
        limits,
        seeds,
        tuple(table.many_words("classes", "*")),
    )


def _culprit(
    kind: _Methods, options: Mapping[str, Any], error: Exception
) -> tuple[str, ...]:
    """Return the keys to the option that an error is about, if it names one."""
    named = error.option if isinstance(error, OptionError) else None
    for name, value in options.items():
        if name == named or repr(value) in str(error):
            return "options", name
    return (kind.subject,) if kind.subject else ()


def check_classes(plan: PlanTable, classes: Sequence[PuzzleClass]) -> None:
    """Raise an error for a pattern that matches no class of puzzles."""
    for table in (each for name in (*METHODS, "claims") for each in plan.tables(name)):
        for pattern in table.many_words("classes", "*"):
            if not any(fnmatchcase(kind.label, pattern) for kind in classes):
                names = nearest_names(pattern, (kind.label for kind in classes))
                message = f"no class matches {pattern!r}; classes are {names}"
                raise table.error(message, "classes")


def _option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def limits_of(table: PlanTable, base: RunLimits | None) -> RunLimits:
    """Return the limits in a table; the others are those of `base`."""
    table.check_names({field.name for field in fields(RunLimits)}, "limit")
    values = dict(table.content)
    if values.get("solutions") == "all":
        values["solutions"] = None
    for name in ("nodes", "megabytes", "solutions", "keep"):
        if values.get(name) is not None:
            table.number(name, 1, 0 if name == "keep" else 1)
    for name in {"seconds", "processor_seconds"} & values.keys():
        seconds = values[name]
        is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not is_number or not 0 < seconds <= _MOST_SECONDS:
            message = f"{name} must be more than 0 and at most a year, not {seconds!r}"
            raise table.error(message, name)
        values[name] = float(seconds)
    if "processor_seconds" in values:
        if base is not None and base.clock == "wall":
            message = (
                "[limits] has no processor_seconds; limit all methods by one clock"
            )
            raise table.error(message, "processor_seconds")
        most = _WALL_FACTOR * values["processor_seconds"] + _WALL_SECONDS
        values.setdefault("seconds", most)
    if values.get("megabytes", 0) > (there := _machine_megabytes()):
        message = f"{values['megabytes']:,} megabytes: this machine has {there:,}"
        raise table.error(message, "megabytes")
    if base is not None:
        return replace(base, **values)
    if "seconds" not in values:
        message = (
            "[limits] needs processor_seconds or seconds; every run needs a time limit"
        )
        raise table.error(message)
    return RunLimits(**values)


def _machine_megabytes() -> int:
    """Return the memory of this machine."""
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 10**9
    return pages // 1_000_000
