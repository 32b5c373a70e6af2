"""Unsolvable puzzles of 4 × 4, and all kinds of them, whose fewest breaks are proved.

Too long for the suite, where some hundred are looked at: `make proofs`.

    PYTHONPATH=tests python tests/proofs.py [--seeds 6000]
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

from brute_scores import has_board
from edgematch.puzzle import Puzzle
from edgematch.search import optimize
from planted import planted_board

KINDS = list(product((True, False), repeat=3))
"""Framed, signed, turnable: each or not."""


def spoiled(seed: int) -> Puzzle:
    """Return a puzzle of 4 × 4 that had a solution, before some sides were recolored.

    Some have equal pieces, some hints, some both.  How many colors: enough that the
    plain search ends soon, and that few have a solution still.
    """
    framed, signed, turnable = KINDS[seed % 8]
    random = Random(seed)
    fewest = (4 if framed else 11) if turnable else (3 if framed else 4)
    colors = (fewest + random.randrange(3) + signed) // (1 + signed)
    puzzle = planted_board(
        *(4, 4, max(colors, 2), seed),
        framed=framed,
        signed=signed,
        turnable=turnable,
        hints=random.choice((0, 0, 1, 3)),
    ).puzzle
    pieces = [list(piece) for piece in puzzle.pieces]
    choices = sorted({color for piece in pieces for color in piece if color})
    few = is_slow(seed)  # more breaks would take minutes
    for _ in range(random.randrange(1, (2 if turnable else 3) if few else 5)):
        piece = random.choice(pieces)
        sides = [side for side in range(4) if piece[side] or not framed]
        piece[random.choice(sides)] = random.choice(choices)
    if seed // 8 % 3 == 0 and not few:
        one, other = random.sample(range(16), 2)
        if rim(pieces[one]) == rim(pieces[other]) or not framed:
            pieces[one] = pieces[other]
    return replace(puzzle, pieces=tuple(map(tuple, pieces)))


def is_slow(seed):
    """Say whether it has no frame and few colors for the turns there are."""
    framed, signed, turnable = KINDS[seed % 8]
    return not framed and (signed or turnable)


def rim(piece):
    """Return which sides show the rim."""
    return [color == 0 for color in piece]


def chosen_seeds(count):
    """Yield seeds up to a number: of the kinds that take long, one of forty."""
    for seed in range(count):
        if not is_slow(seed) or seed // 8 % 40 == 0:
            yield seed


def compared(seeds):
    """Compare the proof of `exact` with plain search; yield breaks, puzzle, nodes.

    The referee has seen the board; so what is left to see is that none is better.
    """
    for seed in seeds:
        puzzle = spoiled(seed)
        result = optimize(puzzle, "exact")
        breaks = len(result.best.breaks())
        assert result.is_proved, seed
        assert result.best.is_complete()
        assert result.best.problems() == ()
        assert result.statistics["breaks"] == breaks == result.statistics["at_least"]
        is_better, nodes = has_board(puzzle, breaks - 1) if breaks else (False, 0)
        assert not is_better, (seed, puzzle)
        yield breaks, puzzle, nodes


def main():
    """Compare, and tell how many."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=6000)
    count = parser.parse_args().seeds
    seeds = list(chosen_seeds(count))
    fewest, kinds, nodes = Counter(), Counter(), 0
    for number, (breaks, puzzle, more) in enumerate(compared(seeds), 1):
        fewest[breaks] += 1
        nodes += more
        if breaks:
            kinds["hints"] += len(puzzle.hints) > 0
            kinds["equal pieces"] += len(set(puzzle.pieces)) < 16
            kinds["framed" if puzzle.framed else "unframed"] += 1
            kinds["signed" if puzzle.mates else "unsigned"] += 1
            kinds["turnable" if puzzle.turnable else "not turnable"] += 1
        if number % 50 == 0:
            print(f"\r{number} of {len(seeds)}", end="", file=sys.stderr, flush=True)
    print(
        f"\r{len(seeds)} puzzles of 4 × 4, {len(seeds) - fewest[0]} unsolvable,"
        f" {nodes:,} nodes of plain search: the fewest breaks are all as proved"
    )
    print("fewest breaks:", dict(sorted(fewest.items())))
    print("unsolvable ones:", dict(kinds))


if __name__ == "__main__":
    main()
