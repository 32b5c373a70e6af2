"""Cutting a search into subtrees at a depth, in the order of the tree."""

import sys
from typing import Protocol, Self, TypeVar

from edgematch.engines.interface import Outcome


class Splittable(Protocol):
    """A search that can stop at a depth and give away what lies below."""

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        ...

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        ...

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        ...

    def stop_at(self, depth: int) -> None:
        """Take every node of a depth for a solution."""
        ...

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it.

        The search itself starts counting from 0 again.
        """
        ...

    def leave_nothing(self) -> None:
        """Keep the nodes counted so far, with nothing left to try."""
        ...


Tree = TypeVar("Tree", bound=Splittable)


def subtrees_of(search: Tree, wanted: int, depths: range) -> list[Tree]:
    """Return about so many subtrees that make up a search, in its order.

    They hang at one of the given depths, all below where the search stands.  Together
    they place as many pieces as the search would have.
    """
    parts = [search]
    for depth in depths:
        below = _at_depth(search, depth)
        if not below:
            break
        parts = below
        if len(parts) >= wanted:
            break
    return parts


def _at_depth(search: Tree, depth: int) -> list[Tree]:
    beginning = search.fork()
    beginning.stop_at(depth)
    parts = []
    while beginning.advance(sys.maxsize) is Outcome.FOUND:
        parts.append(beginning.subtree())
    if parts and beginning.nodes:
        # Last the pieces that were placed behind the last subtree, in vain.
        beginning.leave_nothing()
        parts.append(beginning)
    return parts
