"""Reads the limits of runs."""

import os
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from edgematch.experiments.plan import RunLimits
from edgematch.experiments.plan_files.text import KeyPath, PlanText

_MOST_SECONDS = 366 * 24 * 3600


def limits_of(
    text: PlanText, place: KeyPath, given: Mapping[str, Any], base: RunLimits | None
) -> RunLimits:
    """Return the limits given at a place; the others are those of `base`."""
    if not isinstance(given, dict):
        raise text.error(place, "limits must be a table: { seconds = 60 }")
    known = {field.name for field in fields(RunLimits)}
    text.check_names(place, given, known, "limit")
    values = dict(given)
    if values.get("solutions") == "all":
        values["solutions"] = None
    for name in ("nodes", "megabytes", "solutions", "keep"):
        if values.get(name) is not None:
            least = 0 if name == "keep" else 1
            text.number((*place, name), values[name], least)
    if "seconds" in values:
        seconds = values["seconds"]
        is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not is_number or not 0 < seconds <= _MOST_SECONDS:
            raise text.error(
                (*place, "seconds"),
                f"seconds must be more than 0 and at most a year, not {seconds!r}",
            )
        values["seconds"] = float(seconds)
    if values.get("megabytes", 0) > (there := _machine_megabytes()):
        raise text.error(
            (*place, "megabytes"),
            f"{values['megabytes']:,} megabytes: this machine has {there:,}",
        )
    if base is not None:
        return replace(base, **values)
    if "seconds" not in values:
        raise text.error(
            place,
            "[limits] seconds is missing; every run needs a time limit",
        )
    return RunLimits(**values)


def _machine_megabytes() -> int:
    """Return the memory of this machine."""
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 10**9
    return pages // 1_000_000
