"""The machine and the versions of a run."""

import os
import platform
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from edgematch.version import __version__

_PACKAGES = ("numpy", "numba", "python-sat", "ortools")


@cache
def environment() -> dict[str, str]:
    """Return machine and versions; constant within a process."""
    facts = {
        "edgematch": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": str(os.cpu_count() or 0),
        "host": platform.node(),
        "implementation": sys.implementation.name,
    }
    for package in _PACKAGES:
        try:
            facts[package] = version(package)
        except PackageNotFoundError:
            continue
    return facts


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()
