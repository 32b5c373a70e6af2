"""Reads the claims of a paper that a plan is to judge."""

from collections.abc import Sequence
from dataclasses import fields
from math import isfinite

from edgematch.experiments.plan import Claim
from edgematch.experiments.plan_files.tables import PlanTable

_DIRECTIONS = ("less", "more")


def claims_of(plan: PlanTable, labels: Sequence[str]) -> tuple[Claim, ...]:
    """Return the claims of a plan with these methods; each needs its own name."""
    claims: dict[str, Claim] = {}
    for table in plan.tables("claims"):
        claim = _claim(table, labels)
        if claim.name in claims:
            raise table.error(f"two claims have the name {claim.name!r}", "name")
        claims[claim.name] = claim
    return tuple(claims.values())


def _claim(table: PlanTable, labels: Sequence[str]) -> Claim:
    table.check_names({field.name for field in fields(Claim)})
    for key in ("first", "second"):
        if (label := table.words(key)) not in labels:
            there = ", ".join(labels)
            raise table.error(f"no method {label!r}; methods are {there}", key)
    if table.words("first") == table.words("second"):
        raise table.error("first and second are the same method", "second")
    effect, within = _effect(table), _within(table)
    if (effect == 1) != bool(within):
        message = "an effect of 1 needs within, the factor that counts as none"
        if within:
            message = "within is for an effect of 1, that there is no difference"
        raise table.error(message, "within" if within else "effect")
    return Claim(
        table.words("name"),
        table.words("first"),
        table.words("second"),
        table.words("measure"),
        effect,
        table.words("where"),
        tuple(table.many_words("classes", "*")),
        within,
    )


def _effect(table: PlanTable) -> float | str:
    """Return the paper's ratio, or its direction."""
    value = table.content.get("effect")
    if value in _DIRECTIONS:
        return str(value)
    number = _number(value)
    if number <= 0:
        raise table.error(
            "effect must be the paper's ratio of first / second, or less or more where"
            f" it gives none, not {value!r}",
            "effect",
        )
    return number


def _within(table: PlanTable) -> float:
    if "within" not in table:
        return 0.0
    number = _number(value := table.content["within"])
    if number <= 1:
        raise table.error(f"within must be a factor above 1, not {value!r}", "within")
    return number


def _number(value: object) -> float:
    """Return a finite number; 0 for whatever else it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if isfinite(value) else 0.0
