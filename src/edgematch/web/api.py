"""The API: one table, which servers, workers in a browser and descriptions read."""

import re

from edgematch.web import api_jobs, api_photos, api_puzzles
from edgematch.web.endpoints import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *api_puzzles.ENDPOINTS,
    *api_photos.ENDPOINTS,
    *api_jobs.ENDPOINTS,
)


def find_endpoint(method: str, path: str) -> tuple[Endpoint, dict[str, str]] | None:
    """Return what answers a request, and the values that its path has.

    >>> find_endpoint("GET", "/api/catalog/clue1")[1]
    {'name': 'clue1'}
    """
    for each in ENDPOINTS:
        pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", each.path)
        found = re.fullmatch(pattern, path)
        if found is not None and method == each.method:
            return each, found.groupdict()
    return None
