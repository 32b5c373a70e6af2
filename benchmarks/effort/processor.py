"""Seconds of the processor, of this process and of all that it has started (Linux).

Solvers of other people run in processes of their own; what they take of a machine that
is busy with other work is only told by the processor's time.
"""

import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_USER, _OF_ENDED_IN_KERNEL = 11, 14
"""The first and the last of four times in the part of `stat` behind the name."""


def processor_seconds() -> float:
    """Return what was spent so far; of living children to a hundredth of a second."""
    used = [
        resource.getrusage(who)
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    own = sum(each.ru_utime + each.ru_stime for each in used)
    return own + sum(_ticks(child) for child in _below(os.getpid())) / _TICKS


def _below(process: int) -> Iterator[int]:
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = listed.read_text().split()
        except OSError:  # the thread has just ended
            continue
        for child in children:
            yield int(child)
            yield from _below(int(child))


def _ticks(process: int) -> int:
    """Return the ticks of a process and of its children that have ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:  # it has just ended
        return 0
    fields = text.rpartition(")")[2].split()
    return sum(int(each) for each in fields[_USER : _OF_ENDED_IN_KERNEL + 1])
