"""Ways to solve a puzzle, all behind one method.

A new engine is one file here and one line in `_MODULES`.  Engines are imported when
they are asked for, so that nothing heavy loads before it is needed.
"""

from importlib import import_module
from typing import Any

from edgematch.engines.interface import Engine
from edgematch.errors import UnknownName
from edgematch.puzzle import Puzzle
from edgematch.results import Limits, Result

_MODULES = {
    "plain": ("edgematch.engines.plain", "Plain"),
}

ENGINES = tuple(_MODULES)
"""The name of every engine.  The command line, the docs and the tests read this."""


def engine_class(name: str) -> type[Engine]:
    """Return the engine called `name`; its options are the fields of the class."""
    if name not in _MODULES:
        raise UnknownName(f"no engine {name!r}; there is {', '.join(ENGINES)}")
    module, attribute = _MODULES[name]
    found: type[Engine] = getattr(import_module(module), attribute)
    return found


def solve(
    puzzle: Puzzle,
    engine: str = "plain",
    limits: Limits | None = None,
    **options: Any,
) -> Result:
    """Search a puzzle with the engine called `engine`; options go to the engine.

    >>> solve(Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])).count
    1
    """
    return engine_class(engine)(**options).solve(puzzle, limits or Limits())
