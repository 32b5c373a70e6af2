"""What a trial is: something is done to the program, and the outcome is judged."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

FaultSort = Literal["wrong", "lost", "traceback", "other"]
SORTS: tuple[FaultSort, ...] = ("wrong", "lost", "traceback", "other")


class Fault(Exception):
    """Something that must not happen; it ends the trial."""

    def __init__(self, sort: FaultSort, message: str) -> None:
        super().__init__(message)
        self.sort = sort


class NotPossible(Exception):
    """A trial that the machine cannot do: a program or a right is missing."""


@dataclass(frozen=True)
class Kind:
    """A kind of trouble."""

    name: str
    unit: str
    """What is counted, such as kills."""
    share: float
    """Its part of the time, relative to that of the others."""
    trial: Callable[[Random, Path], int]
    """Does one trial in an empty folder; returns how many units it tried."""
    is_warm: bool = True
    """Whether kernels may be loaded already in the process that forks its programs."""
    seconds: float = 120.0
    """A trial that takes longer hangs."""


def check(is_true: object, sort: FaultSort, message: str) -> None:
    """Raise a fault unless something is true."""
    if not is_true:
        raise Fault(sort, message)
