"""Connecting to the scheduler of a Dask cluster."""

import re
from typing import Any

from edgematch.errors import EdgematchError, MissingPackage

_ADDRESS = re.compile(r"((tcp|ws)://)?(\[[0-9a-f:]+\]|[^/:\s]+):[0-9]{1,5}")
"""Other protocols need certificates or libraries that an address cannot name."""
_SECONDS_TO_CONNECT = 20
_SECONDS_FOR_WORKERS = 120


def connect(address: str) -> Any:
    """Return a client of the cluster, once it has a worker."""
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingPackage(
            "a cluster needs Dask: pip install 'edgematch[cluster]'"
        ) from error
    if _ADDRESS.fullmatch(address) is None:
        # Dask would leave a client behind that takes a minute to go, with a traceback.
        raise EdgematchError(
            f"{address}: not the address of a scheduler, such as tcp://host:8786"
        )
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise EdgematchError(f"{address}: no Dask scheduler answers") from error
    try:
        client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
    except TimeoutError as error:
        client.close()
        raise EdgematchError(f"{address}: the scheduler has no workers") from error
    except OSError as error:
        client.close()
        raise EdgematchError(f"{address}: lost the scheduler") from error
    return client
