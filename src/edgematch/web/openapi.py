"""The API described as OpenAPI 3.1, from the table that also routes it."""

from collections.abc import Iterable
from typing import Any

from edgematch.version import __version__
from edgematch.web.endpoints import Endpoint

_WORDS = {
    400: "the request cannot be answered, with the reason",
    401: "the token is missing",
    403: "a request from elsewhere",
    404: "there is no such thing",
    409: "not in the state it is in",
    413: "too large",
    415: "the body is not application/json",
    429: "too many jobs",
    503: "too busy, or it takes too long",
}
_REFUSAL = {
    "type": "object",
    "properties": {"error": {"type": "string"}},
    "required": ["error"],
}


def description(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the description of these endpoints."""
    paths: dict[str, Any] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "edgematch studio",
            "version": __version__,
            "description": "Play, watch and solve edge-matching puzzles. Requests that"
            " change something have the media type application/json.",
        },
        "paths": paths,
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": dict(schema)}
        for name, schema in endpoint.path_values.items()
    ]
    for name, schema in endpoint.query.items():
        plain = {key: value for key, value in schema.items() if key != "required"}
        parameters.append(
            {
                "name": name,
                "in": "query",
                "required": bool(schema.get("required")),
                "schema": plain,
            }
        )
    content: dict[str, Any] = {endpoint.media: {}}
    if endpoint.media == "application/json":
        content = {endpoint.media: {"schema": {"type": "object"}}}
    statuses = sorted({400, 401, 403, 413, 415, *endpoint.refusals})
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": f"{endpoint.method.lower()}{endpoint.path}".replace("/", "-"),
        "responses": {
            "200": {"description": endpoint.summary, "content": content},
            **{
                str(status): {
                    "description": _WORDS[status],
                    "content": {"application/json": {"schema": _REFUSAL}},
                }
                for status in statuses
            },
        },
    }
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": endpoint.body}},
        }
    return operation
