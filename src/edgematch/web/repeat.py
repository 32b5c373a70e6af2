"""A job as people run it elsewhere: a command of edgematch, and Python.

Both name the puzzle if it is one of the catalog or of the generator; otherwise they
read it from the file that `job_files` makes, where pieces that stay are hints.
"""

import shlex
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from edgematch import inputs
from edgematch.version import __version__
from edgematch.web.exports import file_name
from edgematch.web.job_data import JobSpec
from edgematch.web.specs import searched_puzzle


class RepeatTexts(Struct):
    """How to run a job again."""

    command: str
    python: str
    file: str | None
    """The name of the file with the puzzle that both read, if they need one."""


def repeat_texts(spec: JobSpec) -> RepeatTexts:
    """Return how to run a job again."""
    file = None if _has_name(spec) else file_name(spec.name, ".json")
    given = file or spec.name
    return RepeatTexts(_command(spec, given), _python(spec, given), file)


def _has_name(spec: JobSpec) -> bool:
    """Return whether the name of the puzzle is enough to get it and to begin."""
    known = None if spec.start else inputs.puzzle_by_name(spec.name)
    return known is not None and known.puzzle == searched_puzzle(spec)


def _command(spec: JobSpec, given: str) -> str:
    return shlex.join(["edgematch", spec.goal, given, *_arguments(spec)])


def _arguments(spec: JobSpec) -> Iterator[str]:
    limits = spec.limits
    if spec.goal == "solve":
        yield from ["--all"] if limits.solutions is None else []
        yield from [] if limits.solutions is None else _pair("solutions", 1, limits)
    if spec.goal == "optimize":
        yield from [] if spec.measure == "joins" else ["--goal", spec.measure]
        yield from _pair("target", None, limits)
    yield from ("--engine", spec.engine)
    for name, value in spec.options.items():
        yield from ("--option", f"{name}={_word(value)}")
    yield from ("--seed", str(spec.seed))
    yield from ("--threads", str(spec.threads))
    yield from ("--seconds", f"{limits.seconds:.15g}")


def _pair(name: str, usual: Any, limits: Any) -> list[str]:
    """Return an option with its value, unless that is the usual one."""
    value = getattr(limits, name)
    return [] if value == usual else [f"--{name}", str(value)]


def _word(value: Any) -> str:
    """Return the value of an option as the command line reads it.

    >>> _word(True), _word(0.5)
    ('true', '0.5')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _python(spec: JobSpec, given: str) -> str:
    what = repr(given)
    lines = [f"# edgematch {__version__}", "import edgematch as em", ""]
    keywords: dict[str, Any] = {}
    if spec.goal == "solve" and spec.limits.solutions != 1:
        keywords["solutions"] = spec.limits.solutions
    if spec.goal == "optimize":
        keywords["goal"] = spec.measure
        keywords |= {} if spec.limits.target is None else {"target": spec.limits.target}
    keywords |= {"seed": spec.seed, "threads": spec.threads}
    keywords |= {"seconds": spec.limits.seconds, **spec.options}
    words = [f"{name}={value!r}" for name, value in keywords.items()]
    if spec.start:
        lines.append(f"document = em.load({what})")
        what = "document.puzzle"
        words.append("start=document.board")
    lines.append(f"result = em.{spec.goal}(")
    lines += [f"    {word}," for word in (what, repr(spec.engine), *words)]
    lines += [")", "print(result)", "print(result.best)"]
    return "\n".join(lines) + "\n"
