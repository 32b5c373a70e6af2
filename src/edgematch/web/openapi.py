"""The API described as OpenAPI 3.1, from the table that also routes it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from edgematch.version import __version__
from edgematch.web.endpoints import Endpoint
from edgematch.web.refusals import REFUSALS

_JSON = "application/json"
_OF_ANY_REQUEST = (
    "invalid_request",
    "invalid_content",
    "missing_token",
    "foreign_request",
    "too_large",
    "not_json",
)
"""Codes that the guard and the checks of every request answer with."""


class RefusedRequest(msgspec.Struct):
    """Why a request is refused."""

    error: str
    code: str


def api_description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the description of these endpoints."""
    types: dict[Any, None] = {RefusedRequest: None}
    for each in endpoints:
        parts = [each.body, each.query, each.path_values]
        parts += [each.answer] if each.media == _JSON else []
        types |= dict.fromkeys(part for part in parts if part is not None)
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(types, found, strict=True))
    paths: dict[str, Any] = {}
    for each in endpoints:
        operation = _operation(each, schemas, components)
        paths.setdefault(each.path, {})[each.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "edgematch studio",
            "version": __version__,
            "description": "Play, watch and solve edge-matching puzzles. Requests that"
            " change something have the content type application/json.",
        },
        "externalDocs": {"url": "../docs/studio.html#the-api"},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(
    endpoint: Endpoint, schemas: dict[Any, Any], components: dict[str, Any]
) -> dict[str, Any]:
    content: dict[str, Any] = {endpoint.media: {}}
    if endpoint.media == _JSON:
        content = {endpoint.media: {"schema": schemas[endpoint.answer]}}
    refused = {_JSON: {"schema": schemas[RefusedRequest]}}
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": f"{endpoint.method.lower()}{endpoint.path}".replace("/", "-"),
        "responses": {"200": {"description": endpoint.summary, "content": content}},
    }
    for code in (*_OF_ANY_REQUEST, *endpoint.refusals):
        status, meaning = REFUSALS[code]
        response = operation["responses"].setdefault(
            str(status), {"description": "", "content": refused}
        )
        lines = filter(None, (response["description"], f"{code}: {meaning}"))
        response["description"] = "; ".join(lines)
    operation["parameters"] = [
        {
            "name": name,
            "in": place,
            "required": name in described["required"],
            "schema": schema,
        }
        for place, kind in (("path", endpoint.path_values), ("query", endpoint.query))
        if kind is not None
        for described in [components[kind.__name__]]
        for name, schema in described["properties"].items()
    ]
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {_JSON: {"schema": schemas[endpoint.body]}},
        }
    return operation
