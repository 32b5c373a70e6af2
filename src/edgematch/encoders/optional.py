"""Packages that are not always there, and one line that says what to install."""

from importlib import import_module
from typing import Any, Final

from edgematch.errors import MissingPackage

_EXTRAS: Final = {
    "pysat": ("python-sat", "sat"),
    "pysolvers": ("python-sat", "sat"),
    "ortools": ("ortools", "cp"),
    "distributed": ("distributed", "cluster"),
}
"""The package and the extra of ours that a module comes with."""


def imported(module: str) -> Any:
    """Import a module of an optional package."""
    try:
        return import_module(module)
    except ImportError as error:
        raise missing(module) from error


def missing(module: str) -> MissingPackage:
    """Return the error that says what to install."""
    package, extra = _EXTRAS[module.partition(".")[0]]
    return MissingPackage(
        f"this needs {package}, which is not installed:"
        f" pip install 'edgematch[{extra}]'"
    )
