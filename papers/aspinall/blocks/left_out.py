"""How many blocks H1 and H2 leave out, having nothing that fits beside them."""

from statistics import median

from edgematch import load
from edgematch.techniques.blocks.tables.metrics import h1, h2
from edgematch.techniques.blocks.tables.places import block_places, kinds_of
from edgematch.techniques.blocks.tables.sorted_blocks import sorted_blocks

CLASSES = [(4, 3, 2), (4, 4, 2), (6, 5, 2), (6, 6, 2), (6, 7, 2)]
CLASSES += [(6, 5, 3), (6, 6, 3), (6, 7, 3)]
SEEDS = range(1, 21)


def main() -> None:
    """Print medians over the puzzles of each class."""
    print("| class | blocks | size | left out by H1 | by H2 |")
    print("|---|---|---|---|---|")
    for side, inner, size in CLASSES:
        totals: list[int] = []
        by_h1: list[float] = []
        by_h2: list[float] = []
        for seed in SEEDS:
            puzzle = load(f"e2:{side}x{side}:{inner}:3:seed={seed}").puzzle
            places = block_places(puzzle, size, size)
            blocks = sorted_blocks(puzzle, places)
            totals.append(len(blocks))
            for metric, shares in ((h1, by_h1), (h2, by_h2)):
                zeros = int((metric(blocks, kinds_of(places)) == 0).sum())
                shares.append(zeros / totals[-1])
        print(
            f"| {side} × {side} 3:{inner} | {median(totals):,.0f} | {size} × {size} |"
            f" {median(by_h1):.1%} | {median(by_h2):.1%} |"
        )


if __name__ == "__main__":
    main()
