"""Puzzles as formulas and constraint models, and models of these as boards.

A new encoding is one file here and one line in `_MODULES`.  An encoding is a frozen
dataclass whose fields are its options.
"""

from dataclasses import fields
from importlib import import_module
from typing import Any

from edgematch.errors import UnknownName, nearest_names

_MODULES = {
    "primal": ("edgematch.encoders.primal", "Primal"),
    "primal-dual": ("edgematch.encoders.primal", "PrimalDual"),
    "compact": ("edgematch.encoders.compact", "Compact"),
    "cp-table": ("edgematch.encoders.constraint_models", "CpTable"),
    "cp-joins": ("edgematch.encoders.constraint_models", "CpJoins"),
}

ENCODINGS = tuple(_MODULES)
"""The name of every encoding."""
CONSTRAINT_MODELS = ("cp-table", "cp-joins")
"""Those that give a constraint model; the others give a formula."""
FORMULAS = tuple(name for name in ENCODINGS if name not in CONSTRAINT_MODELS)


def encoding(name: str, **options: Any) -> Any:
    """Return the encoding called `name` with these options; it has a method `encode`.

    >>> encoding("compact", explicit=True).explicit
    True
    """
    if name not in _MODULES:
        raise UnknownName(
            f"unknown encoding {name!r}; choose one of {nearest_names(name, ENCODINGS)}"
        )
    module, attribute = _MODULES[name]
    return getattr(import_module(module), attribute)(**options)


def encoding_options(name: str) -> dict[str, Any]:
    """Return the options of an encoding and their defaults."""
    return {field.name: field.default for field in fields(encoding(name))}
