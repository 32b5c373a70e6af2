"""What `make test` leaves to `make deep`."""

import pytest


def mostly_deep(few, values):
    """Return parameters of which all but the first few are for `make deep`."""
    return [
        value if number < few else pytest.param(value, marks=pytest.mark.deep)
        for number, value in enumerate(values)
    ]


def deep_if(is_deep, values):
    """Return tuples of parameters; those for which a function is true are deep."""
    return [
        pytest.param(*value, marks=[pytest.mark.deep] if is_deep(*value) else [])
        for value in values
    ]
