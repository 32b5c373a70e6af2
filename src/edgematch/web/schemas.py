"""What requests look like, checked by the same text that describes them.

A small part of JSON Schema: enough for our requests, with messages in our words.
"""

from collections.abc import Mapping
from typing import Any

from edgematch.errors import EdgematchError

Schema = Mapping[str, Any]


class BadRequest(EdgematchError):
    """A request that cannot be answered, with the reason and the status to send."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


_TYPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "string": ((str,), "a text"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "boolean": ((bool,), "true or false"),
    "array": ((list,), "a list"),
    "object": ((dict,), "an object"),
    "null": ((type(None),), "null"),
}


def check(value: Any, schema: Schema, place: str = "request") -> None:
    """Raise `BadRequest` unless `value` is as `schema` says."""
    if "anyOf" in schema:
        _check_any(value, schema["anyOf"], place)
        return
    kind = schema.get("type")
    if kind is not None:
        types, words = _TYPES[kind]
        is_bool = isinstance(value, bool) and bool not in types
        if not isinstance(value, types) or is_bool:
            raise BadRequest(f"{place}: expected {words}")
    if "enum" in schema and value not in schema["enum"]:
        known = ", ".join(map(str, schema["enum"]))
        raise BadRequest(f"{place}: expected one of {known}")
    if isinstance(value, str):
        _check_text(value, schema, place)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        _check_number(value, schema, place)
    elif isinstance(value, list):
        _check_list(value, schema, place)
    elif isinstance(value, dict):
        _check_object(value, schema, place)


def _check_any(value: Any, schemas: list[Schema], place: str) -> None:
    reasons = []
    for schema in schemas:
        try:
            check(value, schema, place)
        except BadRequest as refusal:
            reasons.append(str(refusal))
        else:
            return
    raise BadRequest(reasons[0])


def _check_text(value: str, schema: Schema, place: str) -> None:
    if len(value) > schema.get("maxLength", len(value)):
        raise BadRequest(f"{place}: longer than {schema['maxLength']} letters")
    if len(value) < schema.get("minLength", 0):
        raise BadRequest(
            f"{place}: shorter than {schema['minLength']} letters"
            if value
            else f"{place}: empty"
        )
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadRequest(f"{place}: half a character in a text") from None


def _check_number(value: float, schema: Schema, place: str) -> None:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and value < least:
        raise BadRequest(f"{place}: {least} or more")
    if most is not None and value > most:
        raise BadRequest(f"{place}: {most} or less")


def _check_list(value: list[Any], schema: Schema, place: str) -> None:
    if len(value) > schema.get("maxItems", len(value)):
        raise BadRequest(f"{place}: more than {schema['maxItems']} entries")
    if len(value) < schema.get("minItems", 0):
        raise BadRequest(f"{place}: fewer than {schema['minItems']} entries")
    if "items" in schema:
        for number, item in enumerate(value):
            check(item, schema["items"], f"{place}[{number}]")


def _check_object(value: dict[str, Any], schema: Schema, place: str) -> None:
    known = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            raise BadRequest(f"{place}: {key} is missing")
    for key, item in value.items():
        if key in known:
            check(item, known[key], f"{place}.{key}")
        elif schema.get("additionalProperties") is False:
            raise BadRequest(f"{place}: there is no {key[:40]!r} here")
        elif isinstance(schema.get("additionalProperties"), Mapping):
            check(item, schema["additionalProperties"], f"{place}.{key[:40]}")


def an_object(properties: Mapping[str, Schema], *required: str) -> Schema:
    """Return the schema of an object with these keys and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def or_null(schema: Schema) -> Schema:
    """Return the schema of a value that may be left open."""
    return {"anyOf": [schema, {"type": "null"}]}


A_WHOLE_NUMBER: Schema = {"type": "integer", "minimum": -(10**15), "maximum": 10**15}
PLACEMENT: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 10**6},
    "minItems": 3,
    "maxItems": 3,
    "description": "cell, piece and turn, all from 0",
}
BOARD: Schema = {"type": "array", "items": PLACEMENT, "maxItems": 1024}
PUZZLE: Schema = {
    "type": "object",
    "description": "the key `puzzle` of an edgematch record, see docs/formats.md",
    "properties": {
        "name": {"type": "string", "maxLength": 200},
        "rows": {"type": "integer", "minimum": 1, "maximum": 32},
        "columns": {"type": "integer", "minimum": 1, "maximum": 32},
        "framed": {"type": "boolean"},
        "turnable": {"type": "boolean"},
        "mates": {"type": "array", "items": A_WHOLE_NUMBER, "maxItems": 256},
        "color_names": {
            "type": "array",
            "items": {"type": "string", "maxLength": 200},
            "maxItems": 256,
        },
        "pieces": {
            "type": "array",
            "maxItems": 1024,
            "items": {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": 255},
                "minItems": 4,
                "maxItems": 4,
            },
        },
        "hints": BOARD,
    },
    "required": ["rows", "columns", "pieces"],
    "additionalProperties": False,
}
PICTURES: Schema = {
    "type": "object",
    "description": "PNG files of single pieces in base64, by piece from 0",
    "additionalProperties": {"type": "string"},
}
