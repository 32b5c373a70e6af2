"""Copies of the arrays that a kernel works on."""

from typing import Any, TypeVar, cast

from numpy.typing import NDArray

Group = TypeVar("Group", bound=tuple[NDArray[Any], ...])


def copied(group: Group) -> Group:
    """Return a NamedTuple of arrays with arrays of its own.

    >>> from edgematch.techniques.consistency.kernel.piece_matching import PieceMatching
    >>> import numpy as np
    >>> fields = len(PieceMatching._fields)
    >>> one = PieceMatching(*(np.zeros(1, np.int64) for _ in range(fields)))
    >>> other = copied(one)
    >>> other[0][0] = 5
    >>> int(one[0][0])
    0
    """
    kind = cast(Any, type(group))
    return cast(Group, kind(*(array.copy() for array in group)))
