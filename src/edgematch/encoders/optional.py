"""Optional packages, and the error that says which one to install."""

from importlib import import_module
from typing import Any, Final

from edgematch.errors import MissingPackage

_EXTRAS: Final = {
    "pysat": ("python-sat", "sat"),
    "pysolvers": ("python-sat", "sat"),
    "ortools": ("ortools", "cp"),
    "distributed": ("distributed", "cluster"),
}
"""The package that has each module, and our extra that installs it."""


def import_optional(module: str) -> Any:
    """Import a module of an optional package."""
    try:
        return import_module(module)
    except ImportError as error:
        raise missing_package(module) from error


def missing_package(module: str) -> MissingPackage:
    """Return the error that says what to install."""
    package, extra = _EXTRAS[module.partition(".")[0]]
    return MissingPackage(
        f"this needs {package}, which is not installed; install it with"
        f" pip install 'edgematch[{extra}]'"
    )
