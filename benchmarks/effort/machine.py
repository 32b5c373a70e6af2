"""What a benchmark ran on: figures of two machines are not for one table."""

import platform
from pathlib import Path


def processor() -> str:
    """Return the name of the processor as far as the system tells it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return f"{line.partition(':')[2].strip()} ({platform.machine()})"
    return platform.machine()
