"""Methods, as a plan gives them: engines, score engines, encodings, block listings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Method, PuzzleClass, RunLimits
from edgematch.experiments.reading.limits import limits_of
from edgematch.experiments.reading.text import MOST, Place, PlanText
from edgematch.experiments.tasks import task_named

METHODS = {
    "engines": {"engine", "options", "seeds", "limits", "classes", "label", "task"},
    "scores": {"engine", "options", "seeds", "limits", "classes", "label"},
    "encodings": {"encoding", "options", "limits", "classes", "label"},
    "blocks": {"options", "limits", "classes", "label"},
}
"""The tables of methods, and what may stand in each."""
_TASKS = {
    "engines": "solve",
    "scores": "optimize",
    "encodings": "encode",
    "blocks": "blocks",
}
"""What a method of a table does, unless it says otherwise."""


def method_of(
    text: PlanText, table: str, number: int, given: Mapping[str, Any], base: RunLimits
) -> Method:
    """Return the method that one of the tables of methods describes."""
    place: Place = (table, number)
    text.check_names(place, given, METHODS[table])
    key = {"encodings": "encoding", "blocks": None}.get(table, "engine")
    subject = ""
    if key is not None:
        if key not in given:
            raise text.error(place, f"[[{table}]] without {key}")
        subject = text.words((*place, key), given[key])
    task = _TASKS[table]
    task = text.words((*place, "task"), given.get("task", task))
    if table == "engines" and task not in ("solve", "backbone"):
        raise text.error(
            (*place, "task"), f"no task {task!r} for engines; solve, backbone"
        )
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise text.error((*place, "options"), "options are a table: { key = value }")
    if "seed" in options:
        text.number((*place, "options", "seed"), options["seed"], 0)
    try:
        changed = task_named(task).checked(subject, options)
    except (EdgematchError, TypeError, ValueError) as error:
        raise text.error(_blamed(text, place, key, options, error), str(error)) from (
            error
        )
    limits = base
    if "limits" in given:
        limits = limits_of(text, (*place, "limits"), given["limits"], base)
    seeds: tuple[int | None, ...] = (None,)
    if "seeds" in given:
        seeds = text.seeds((*place, "seeds"), given["seeds"], MOST)
        _check_seeds(text, (*place, "seeds"), task, subject, options)
    written = ",".join(f"{key}={_said(value)}" for key, value in options.items())
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


def _blamed(
    text: PlanText,
    place: Place,
    key: str | None,
    options: Mapping[str, Any],
    error: Exception,
) -> Place:
    """Return the option that an error is about, if that can be seen."""
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
    text: PlanText, place: Place, task: str, subject: str, options: Mapping[str, Any]
) -> None:
    if "seed" in options:
        raise text.error(place, "the seed is an option already")


def check_labels(
    text: PlanText, methods: Sequence[Method], classes: Sequence[PuzzleClass]
) -> None:
    """Refuse a label that is there twice, and classes that nobody has."""
    labels = [method.label for method in methods]
    places = [
        (table, number)
        for table in METHODS
        for number in range(len(text.tables(table)))
    ]
    for index, (method, place) in enumerate(zip(methods, places, strict=True)):
        if method.label in labels[:index]:
            raise text.error(place, f"label {method.label!r} is there twice")
        for pattern in method.only:
            one = replace(method, only=(pattern,))
            if not any(one.takes(kind) for kind in classes):
                names = ", ".join(dict.fromkeys(kind.label for kind in classes))
                raise text.error(
                    (*place, "classes"),
                    f"no class fits {pattern!r}; there is {names[:200]}",
                )


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
