"""What each part of the engine saves, by how hard the puzzles are, and with shaving.

Nodes only, which are the same on every machine.  Writes a line for each way to run:
the sum of the nodes of each variant, and how much more that is than with all parts.

    python papers/benoist-bourreau/140-puzzles/parts.py easier --shaving all --seeds 0 1
    python papers/benoist-bourreau/140-puzzles/parts.py easier --off patterns opposite_pairs
    python papers/benoist-bourreau/140-puzzles/parts.py easier --urgency offer --off patterns
"""

from argparse import ArgumentParser
from typing import Any

from run import PLAIN, read_records

from edgematch.loading import load
from edgematch.search import engine_class
from edgematch.search.interface import Outcome

VARIANTS: dict[str, dict[str, Any]] = {
    "all parts": {},
    "urgency offer": {"urgency": "offer"},
    "urgency expected-offer": {"urgency": "expected-offer"},
    "urgency expected-ratio": {"urgency": "expected-ratio"},
    "no backjumping": {"backjumping": False},
    "no preemption": {"preemption": False},
    "no patterns": {"patterns": False},
    "no patterns, urgency offer": {"patterns": False, "urgency": "offer"},
}


def puzzles(hardness: str) -> list[str]:
    """Return recipes: 14 of 20,000 to 500,000 nodes, or four that take millions."""
    records = read_records()
    if hardness == "easier":
        return [
            each.recipe
            for each in records
            if (each.engine, each.ended) == ("color-pairs", "exhausted")
            and 20_000 < each.nodes < 500_000
        ][::3]
    return [
        "benoist:7x7:7:seed=32",
        "benoist:8x8:9:seed=17",
        "benoist:9x9:11:seed=12",
        "benoist:10x10:15:seed=9",
    ]


def nodes(recipe: str, options: dict[str, Any]) -> int:
    """Return how many nodes it takes to find all solutions."""
    search = engine_class(PLAIN[0])(**PLAIN[1], **options).start(load(recipe).puzzle)
    while search.advance(100_000) is not Outcome.EXHAUSTED:
        pass
    return search.nodes


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("hardness", choices=["easier", "harder"])
    parser.add_argument("--shaving", default="0")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--variants", nargs="+", default=[*VARIANTS])
    parser.add_argument(
        "--off", nargs="+", default=[], metavar="PART", help="left out of all variants"
    )
    parser.add_argument("--urgency", default="expected-gap", help="of all variants")
    asked = parser.parse_args()
    recipes = puzzles(asked.hardness)
    without = dict.fromkeys(asked.off, False)
    print(f"{len(recipes)} puzzles, shaving {asked.shaving}, {asked.urgency}")
    print("without", ", ".join(asked.off) or "nothing")
    for seed in asked.seeds:
        base = 0
        for name in asked.variants:
            how = {"shaving": asked.shaving, "seed": seed, "urgency": asked.urgency}
            options = {**how, **without, **VARIANTS[name]}
            total = sum(nodes(recipe, options) for recipe in recipes)
            base = base or total
            print(f"seed {seed}  {total:>12,}  {total / base - 1:+.0%}  {name}")


if __name__ == "__main__":
    main()
