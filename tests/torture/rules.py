"""What every run must keep to: no traceback, no crash, errors in one short line."""

import json
import re
from pathlib import Path
from typing import Any

from torture.program import Answer
from torture.trial import Fault, check

LONGEST_LINE = 300
_TROUBLE = re.compile(
    r"Traceback \(most recent call last\)|^Exception ignored|^Fatal Python error"
    r"|LLVM ERROR|terminate called|Segmentation fault",
    re.MULTILINE,
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def check_no_crash(answer: Answer, allowed: tuple[int, ...] = ()) -> None:
    """Raise a fault after a traceback, or an end by a signal that was not sent."""
    if _TROUBLE.search(answer.err):
        raise Fault("traceback", f"{answer.command}: {answer.tail}")
    if answer.status < 0 and -answer.status not in allowed:
        raise Fault("other", f"{answer.command}: ended by signal {-answer.status}")


def check_messages(answer: Answer) -> None:
    """Raise a fault if a line is too long, or bad input has not exactly one."""
    lines = answer.err.splitlines()
    for line in lines:
        if len(line) > LONGEST_LINE:
            raise Fault(
                "other", f"{answer.command}: {len(line)} characters: {line[:80]}"
            )
        if _CONTROL.search(line):
            raise Fault("other", f"{answer.command}: control characters: {line!r}")
    errors = [line for line in lines if is_error(line)]
    if answer.status == 2:
        check(
            len(errors) == 1 and len(errors[0]) > len("edgematch: "),
            "other",
            f"{answer.command}: {len(errors)} error lines, not one: {answer.tail}",
        )


def is_error(line: str) -> bool:
    """Return whether a line says why the program ended."""
    is_warning = line.endswith("; the search continues")
    return line.startswith("edgematch:") and not is_warning


def check_refusal(answer: Answer) -> None:
    """Raise a fault unless the input was refused, in one line."""
    check_no_crash(answer)
    check_messages(answer)
    check(
        answer.status == 2,
        "other",
        f"{answer.command}: status {answer.status}, not 2: {answer.tail}",
    )


def check_status(answer: Answer, *allowed: int) -> None:
    """Raise a fault unless the status is one of these."""
    check(
        answer.status in allowed,
        "other",
        f"{answer.command}: status {answer.status}: {answer.tail}",
    )


def printed_facts(answer: Answer) -> dict[str, Any]:
    """Return the JSON that a program printed; half of it is a loss."""
    try:
        facts = json.loads(answer.out)
    except ValueError:
        end = answer.out[-60:]
        message = (
            f"{answer.command}: status {answer.status}, no whole JSON,"
            f" {len(answer.out)} characters: …{end!r}"
        )
        raise Fault("lost", f"{message} {answer.tail}") from None
    check(isinstance(facts, dict), "wrong", f"{answer.command}: no facts")
    return dict(facts)


def check_left_files(folder: Path, *expected: str) -> None:
    """Raise a fault if there are other files in a folder than these."""
    left = {each.name for each in folder.iterdir()} - {*expected, "data"}
    check(not left, "other", f"files left behind: {', '.join(sorted(left))}")
