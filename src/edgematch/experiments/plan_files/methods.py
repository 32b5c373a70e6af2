"""Reads the methods of a plan: engines, encodings, block listings, programs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import product
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Method, PuzzleClass, RunLimits
from edgematch.experiments.plan_files.limits import limits_of
from edgematch.experiments.plan_files.text import MOST, KeyPath, PlanText
from edgematch.experiments.tasks import task_named

METHODS = {
    "engines": {"engine", "options", "seeds", "limits", "classes", "label", "task"},
    "scores": {"engine", "options", "seeds", "limits", "classes", "label"},
    "encodings": {"encoding", "options", "limits", "classes", "label"},
    "blocks": {"options", "limits", "classes", "label"},
    "programs": {"program", "options", "limits", "classes", "label"},
}
"""The tables of methods, and the keys of each."""
_SUBJECTS = {
    "engines": "engine",
    "scores": "engine",
    "encodings": "encoding",
    "programs": "program",
}
"""The key that names the engine, encoding or program."""
_TASKS = {
    "engines": "solve",
    "scores": "optimize",
    "encodings": "encode",
    "blocks": "blocks",
    "programs": "program",
}
"""The task of the methods of a table, unless they name another."""


def methods_of(text: PlanText, base: RunLimits) -> list[Method]:
    """Return all methods of a plan; labels must be unique."""
    methods: dict[str, Method] = {}
    for table in METHODS:
        for number, given in enumerate(text.tables(table)):
            for method in _methods(text, table, number, given, base):
                if method.label in methods:
                    raise text.error(
                        (table, number), f"label {method.label!r} is used twice"
                    )
                methods[method.label] = method
    return list(methods.values())


def _methods(
    text: PlanText, table: str, number: int, given: Mapping[str, Any], base: RunLimits
) -> Iterator[Method]:
    """Yield the methods of one table: one for each combination of option values."""
    place: KeyPath = (table, number)
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise text.error(
            (*place, "options"), "options must be a table: { key = value }"
        )
    lists = [key for key, value in options.items() if isinstance(value, list)]
    for name in lists:
        if not options[name]:
            raise text.error((*place, "options", name), f"option {name} has no value")
    for values in product(*(options[key] for key in lists)):
        chosen = dict(zip(lists, values, strict=True))
        method = _method(
            text, table, number, {**given, "options": options | chosen}, base
        )
        if lists and "label" in given:
            said = ", ".join(_option_text(value) for value in values)
            method = replace(method, label=f"{method.label}, {said}")
        yield method


def _method(
    text: PlanText, table: str, number: int, given: Mapping[str, Any], base: RunLimits
) -> Method:
    """Return the method that one table describes."""
    place: KeyPath = (table, number)
    text.check_names(place, given, METHODS[table])
    key = _SUBJECTS.get(table)
    subject = ""
    if key is not None:
        if key not in given:
            raise text.error(place, f"[[{table}]] needs {key}")
        subject = text.words((*place, key), given[key])
    task = _TASKS[table]
    task = text.words((*place, "task"), given.get("task", task))
    if table == "engines" and task not in ("solve", "backbone"):
        raise text.error(
            (*place, "task"), f"no task {task!r} for engines; choose solve or backbone"
        )
    options = given["options"]
    if "seed" in options:
        text.number((*place, "options", "seed"), options["seed"], 0)
    try:
        changed = task_named(task).check_options(subject, options)
    except (EdgematchError, TypeError, ValueError) as error:
        raise text.error(_culprit(text, place, key, options, error), str(error)) from (
            error
        )
    limits = base
    if "limits" in given:
        limits = limits_of(text, (*place, "limits"), given["limits"], base)
    seeds: tuple[int | None, ...] = (None,)
    if "seeds" in given:
        seeds = text.seeds((*place, "seeds"), given["seeds"], MOST)
        _check_seeds(text, (*place, "seeds"), task, subject, options)
    written = ",".join(f"{key}={_option_text(value)}" for key, value in options.items())
    label = f"{subject or task}({written})" if written else subject or task
    return Method(
        text.words((*place, "label"), given.get("label", label)),
        task,
        subject,
        changed,
        limits,
        seeds,
        tuple(text.many_words((*place, "classes"), given.get("classes", "*"))),
    )


def _culprit(
    text: PlanText,
    place: KeyPath,
    key: str | None,
    options: Mapping[str, Any],
    error: Exception,
) -> KeyPath:
    """Return the place of the option that an error is about, if it names one."""
    message = str(error)
    for name, value in options.items():
        if (
            repr(name) in message
            or f"option {name} " in message
            or repr(value) in message
        ):
            return (*place, "options", name)
    if options and "option" in message:
        return (*place, "options")
    return place if key is None else (*place, key)


def _check_seeds(
    text: PlanText, place: KeyPath, task: str, subject: str, options: Mapping[str, Any]
) -> None:
    if "seed" in options:
        raise text.error(place, "give the seed in options or in seeds, not in both")


def check_classes(
    text: PlanText, methods: Sequence[Method], classes: Sequence[PuzzleClass]
) -> None:
    """Raise an error for a pattern that matches no class of puzzles."""
    places = {
        pattern: (table, number, "classes")
        for table in METHODS
        for number, given in enumerate(text.tables(table))
        for pattern in text.many_words((table, number), given.get("classes", "*"))
    }
    for pattern in dict.fromkeys(each for method in methods for each in method.only):
        if not any(fnmatchcase(kind.label, pattern) for kind in classes):
            names = ", ".join(dict.fromkeys(kind.label for kind in classes))
            raise text.error(
                places[pattern], f"no class fits {pattern!r}; classes are {names[:200]}"
            )


def _option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
