"""Which children of a layer are counted, and how many of each bin are chosen.

A pass counts on the processor or on a GPU; what it counts is decided here.
"""

from collections.abc import Generator, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .course import Course
from .kernel.children import Visit
from .kernel.layers import choose_bins
from .kernel.steps import BINS, Key
from .key import NAT

ALL_BINS = 1 << 30
MARGIN = 12 * NAT
"""No child is better than the best board by more than this."""
_AHEAD_WEIGHT = int(0.9 * NAT)
_BREAK_GAIN = 2 * NAT
"""Children with a break gain at most so much more than the best child without; those
that gain more are lost if their parent is far from the best."""
_ALL_TIES = 1 << 32


class Counter(Protocol):
    """Counts the children of a layer by bins of their keys."""

    def count(self, key: Key, visit: Visit) -> Iterator[int]:
        """Count some of the children; yield now and then how many more."""

    @property
    def counted(self) -> int:
        """The number of children counted."""

    def histogram(self) -> NDArray[np.unsignedinteger]:
        """Return the number of children of each bin."""

    def best_gain(self) -> int:
        """Return the best gain of a child over its parent."""


def key_of_step(course: Course, number: int, is_full: bool, fewest: int) -> Key:
    """Return the key of a step, without the worth of the best board.

    The fewest breaks are those of the layer.  Only a layer that `is_full` is graded,
    and not the last one: at the end nothing but breaks counts.
    """
    keys, chains = course.keys, course.chains
    is_last = number == len(course.plan.steps) - 1
    is_graded = is_full and number >= keys.graded_from and not is_last
    has_chain = bool(chains.first[number + 1] > chains.first[number])
    return Key(
        worth=keys.worth(number),
        rest=keys.rest,
        joint=keys.joint(number),
        stride=keys.stride,
        ahead_weight=_AHEAD_WEIGHT * has_chain,
        noise=course.noise,
        best=0,
        break_bins=keys.break_bins(number) if is_graded else BINS,
        gain=ALL_BINS,
        fewest=fewest,
    )


def count_children(
    counter: Counter,
    course: Course,
    number: int,
    key: Key,
    most: int,
    rows: int,
    width: int,
) -> Generator[int, None, tuple[Key, Visit]]:
    """Count the children of a layer, as far as they may be chosen.

    `most` is the most breaks of a board of the layer.  Returns how to make the children
    again.
    """
    plan, fewest = course.plan, key.fewest
    every, colors = ALL_BINS, plan.sides.tables.colors
    holes = course.measure.leaves_holes
    worst = 1 if holes else 4
    visit = Visit(
        number, colors, 0, fewest, most + worst, 0, worst, every, every, 0, holes
    )
    if course.measure.ends_at_break and most == 0:
        visit = visit._replace(most=0, most_more=0)
        yield from counter.count(key, visit)
    elif len(plan.steps) - number <= plan.puzzle.columns:
        yield from counter.count(key, visit)
    elif key.break_bins < BINS:
        visit = visit._replace(most=most + 1, most_more=1)
        yield from counter.count(key, visit._replace(most_more=0))
        if counter.counted >= width:
            last = choose_bins(counter.histogram(), width)[0]
            key = key._replace(gain=counter.best_gain() + _BREAK_GAIN)
            visit = visit._replace(break_bin=last)
        yield from counter.count(key, visit._replace(least_more=1))
    else:
        # Level by level, but not while the first rows have not filled the width.
        enough = min(width, 2 * rows)
        visit = visit._replace(most_more=1)
        for level in range(fewest, most + 2):
            if level > fewest and counter.counted >= enough:
                break
            visit = visit._replace(most=level)
            now = visit._replace(least=level)
            yield from counter.count(key, now._replace(most_more=0))
            if level > fewest:
                yield from counter.count(key, now._replace(least_more=1))
    if counter.counted == 0:
        visit = visit._replace(most=most + worst, most_more=worst)
        yield from counter.count(key, visit)
    return key, visit


def choice_of(
    histogram: NDArray[np.unsignedinteger], width: int, visit: Visit
) -> tuple[Visit, int]:
    """Return how to make the best children again, and how many of the last bin.

    Of the last bin, those with the lowest hashes are chosen: a few too many are made.
    """
    last, left = choose_bins(histogram, width)
    share = (left + 8 * left**0.5 + 64) / max(int(histogram[last]), 1)
    tie = min(int(share * _ALL_TIES), _ALL_TIES)
    return visit._replace(last_bin=last, tie=tie), left
