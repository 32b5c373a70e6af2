"""Loops on a machine, and the facts that they are given."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .machine import Machine


@cache
def loops_text(package: str, *names: str) -> str:
    """Return the text of loops: the preface, and files of a package."""
    texts = [files(__package__).joinpath("preface.cu").read_text()]
    texts += [files(package).joinpath(name).read_text() for name in names]
    return "\n".join(texts)


@cache
def fact_places(text: str) -> Mapping[str, int]:
    """Return the place of each 8-byte fact that the loops of a text are given.

    Those that are arrays there have a number for each element: `read0`, `read1`.
    """
    body = re.split(r"struct Facts \{|\n\};", text)[1]
    names: list[str] = []
    for name, size in re.findall(r"(\w+)(?:\[(\d)\])?[,;]", re.sub("//.*", "", body)):
        names += [f"{name}{number}" for number in range(int(size))] if size else [name]
    return {name: place for place, name in enumerate(names)}


class Program:
    """Loops, compiled for certain sizes, and what they know by name."""

    def __init__(
        self,
        machine: Machine,
        text: str,
        sizes: Mapping[str, int],
        threads: int,
        shared_bytes: int = 0,
    ) -> None:
        self.machine = machine
        self._loops = machine.compile(text, sizes, threads, shared_bytes)
        self._places = fact_places(text)
        self._facts = np.zeros(len(self._places), np.int64)
        self.held: dict[str, Any] = {}
        """The arrays that the loops know."""

    def take(self, **arrays: Any) -> None:
        """Let the loops know arrays of the machine, and hold them."""
        self.held |= arrays
        self.set(**{name: self.machine.address(each) for name, each in arrays.items()})

    def copy(self, **tables: NDArray[Any]) -> None:
        """Copy tables to the machine, and let the loops know them."""
        asarray = self.machine.arrays.asarray
        self.take(**{name: asarray(table) for name, table in tables.items()})

    def set(self, **facts: int) -> None:
        """Let the loops know numbers."""
        for name, value in facts.items():
            self._facts[self._places[name]] = value

    def set_known(self, values: Mapping[str, Any]) -> None:
        """Set those of many values that are numbers and that the loops ask for."""
        for name, value in values.items():
            if isinstance(value, int) and name in self._places:
                self.set(**{name: value})

    def run(self, name: str, rows: int) -> None:
        """Run one of the loops over rows."""
        self._loops.run(name, self._facts, rows)

    def read(self, name: str) -> NDArray[Any]:
        """Return a copy of an array."""
        return self.machine.to_host(self.held[name])
