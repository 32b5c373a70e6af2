"""Write results.md and the plots from records.csv.

python papers/benoist-bourreau/140-puzzles/report.py
"""

from math import exp, log

from run import (
    CP_SAT,
    ENGINES,
    FEWEST_COLORS,
    HERE,
    LONGER,
    VARIANTS,
    Record,
    read_records,
)

BASE, FULL = "color-pairs", "color-pairs full"
PAPER = {
    "urgency offer": "0 %, the base of Table 1",
    "urgency expected-offer": "nodes −22.75 %, time −16.25 %",
    BASE: "nodes −38 %, time −30.5 %",
    "urgency expected-ratio": "nodes −33 %, time −23.5 %",
    "urgency expected-filtering": "worse than MinOffer",
    "no backjumping": "nodes +50 %, time +30 %",
    "no preemption": "nodes +24 %, time about the same",
    "no remaining-piece rules": "nodes and time about +2 %",
}
"""What the paper says of each, in sums over all its puzzles (§6.2)."""

Runs = dict[tuple[str, str], Record]


def geometric_mean(numbers: list[float]) -> float:
    """Return the geometric mean."""
    return exp(sum(map(log, numbers)) / len(numbers)) if numbers else float("nan")


def finished_by(runs: Runs, names: tuple[str, ...]) -> list[str]:
    """Return the puzzles that all these enumerated."""
    recipes = dict.fromkeys(recipe for recipe, _ in runs)
    return [
        recipe
        for recipe in recipes
        if all(
            (recipe, name) in runs and runs[recipe, name].ended == "exhausted"
            for name in names
        )
    ]


def kept(runs: Runs) -> list[str]:
    """Return the puzzles that some engine enumerated."""
    recipes = dict.fromkeys(recipe for recipe, _ in runs)
    return [
        recipe
        for recipe in recipes
        if any(runs[recipe, name].ended == "exhausted" for name in ENGINES)
    ]


def engines_table(runs: Runs) -> list[str]:
    """Compare the engines, as Figures 5 and 6 do."""
    lines = [
        "| | enumerated | nodes, row-scan / its own: geometric mean (puzzles) | million"
        " nodes a second | seconds, row-scan / its own: geometric mean |",
        "|---|---|---|---|---|",
    ]
    for name in (*ENGINES, "shaving all", CP_SAT):
        label = {BASE: f"{BASE}, as it comes", FULL: f"{BASE}, full"}.get(name, name)
        if name == "shaving all":
            label = f"{BASE}, shaving all, expected-gap"
        finished = finished_by(runs, (name,))
        both = finished_by(runs, (name, "row-scan"))
        fewer = geometric_mean(
            [runs[r, "row-scan"].nodes / max(1, runs[r, name].nodes) for r in both]
        )
        faster = geometric_mean(
            [
                max(0.001, runs[r, "row-scan"].seconds)
                / max(0.001, runs[r, name].seconds)
                for r in both
            ]
        )
        mine = [run for (_, engine), run in runs.items() if engine == name]
        long = [run for run in mine if run.seconds > 0.5]
        rate = sum(run.nodes for run in long) / max(
            1e-9, sum(run.seconds for run in long)
        )
        lines.append(
            f"| {label} | {len(finished)} | {fewer:.1f} ({len(both)})"
            f" | {rate / 1e6:.3f} | {faster:.3f} |"
        )
    return lines


def in_the_end(runs: Runs, recipe: str) -> Record:
    """Return the run of the full engine, with more time where it had to have it."""
    return runs.get((recipe, LONGER), runs[recipe, FULL])


def whole_ratio(runs: Runs) -> list[str]:
    """Compare the full engine with row scan on all that row scan enumerated in time."""
    recipes = finished_by(runs, ("row-scan",))
    late = [r for r in recipes if (r, LONGER) in runs]
    assert all(in_the_end(runs, r).ended == "exhausted" for r in recipes)

    def ratio(which: list[str]) -> float:
        return geometric_mean(
            [runs[r, "row-scan"].nodes / in_the_end(runs, r).nodes for r in which]
        )

    soon = [r for r in recipes if r not in late]
    longest = max(in_the_end(runs, r).seconds for r in late)
    return [
        f"On {len(late)} puzzles that `row-scan` enumerated in time the full engine did"
        f" not; it then had more (at most {longest:.0f} s were needed). So over **all"
        f" {len(recipes)} puzzles that `row-scan` enumerates in a second, the full"
        f" engine takes {ratio(recipes):.1f} times fewer nodes** in the geometric mean:"
        f" {ratio(soon):.1f} on the {len(soon)} it is soon done with,"
        f" {ratio(late):.1f} on the others.",
    ]


def ratios_by_class(runs: Runs) -> list[str]:
    """Show how the ratio to row scan depends on the class."""
    lines = [
        "| size | colors | puzzles | row-scan nodes / full | / without shaving |",
        "|---|---|---|---|---|",
    ]
    both = finished_by(runs, ("row-scan", BASE, FULL))
    for size, fewest in FEWEST_COLORS.items():
        for colors in range(fewest, fewest + 5):
            mine = [r for r in both if r.startswith(f"benoist:{size}x{size}:{colors}:")]
            if mine:
                means = [
                    geometric_mean(
                        [runs[r, "row-scan"].nodes / runs[r, name].nodes for r in mine]
                    )
                    for name in (FULL, BASE)
                ]
                lines.append(
                    f"| {size} | {colors} | {len(mine)} | {means[0]:.1f}"
                    f" | {means[1]:.1f} |"
                )
    return lines


def variants_table(runs: Runs) -> list[str]:
    """Compare each part switched off or exchanged, as Table 1 and §6.2 do."""
    lines = [
        "| | against | puzzles | nodes, sums | nodes, geometric mean | time, sums |"
        " paper |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, paper in PAPER.items():
        against = "urgency offer" if "urgency" in name or name == BASE else BASE
        if name == against:
            continue
        both = finished_by(runs, (name, against))
        if not both:
            continue
        pairs = [(runs[r, name], runs[r, against]) for r in both]
        nodes = sum(a.nodes for a, _ in pairs) / sum(b.nodes for _, b in pairs) - 1
        mean = geometric_mean([a.nodes / max(1, b.nodes) for a, b in pairs]) - 1
        time = sum(a.seconds for a, _ in pairs) / sum(b.seconds for _, b in pairs) - 1
        label = "urgency expected-gap, the default" if name == BASE else name
        lines.append(
            f"| {label} | {'MinOffer' if against != BASE else 'default'} | {len(both)}"
            f" | {nodes:+.0%} | {mean:+.0%} | {time:+.0%} | {paper} |"
        )
    return lines


def shaving_rows(runs: Runs) -> tuple[list[tuple[str, int, float]], int]:
    """Return nodes and seconds for each limit, over puzzles that all enumerated."""
    limits = {
        "-": BASE,
        "1": "shaving 1",
        "2": "shaving 2",
        "3": "shaving 3",
        "all": "shaving all",
    }
    both = finished_by(runs, tuple(limits.values()))
    rows = [
        (
            limit,
            sum(runs[r, name].nodes for r in both),
            sum(runs[r, name].seconds for r in both),
        )
        for limit, name in limits.items()
    ]
    return rows, len(both)


def draw(runs: Runs) -> None:
    """Draw nodes and seconds by puzzle, and the curve of shaving."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "edgematch"
    import matplotlib.pyplot as plt

    names = [*ENGINES, CP_SAT]
    order = sorted(
        kept(runs),
        key=lambda r: min(
            runs[r, name].seconds
            for name in ENGINES
            if runs[r, name].ended == "exhausted"
        ),
    )
    for what, title in (("nodes", "Nodes"), ("seconds", "Seconds of the processor")):
        figure, axes = plt.subplots(figsize=(8, 4))
        least = 1 if what == "nodes" else 0.001
        for name, mark in zip(names, "o^sxD", strict=True):
            points = [
                (place, max(least, getattr(runs[recipe, name], what)))
                for place, recipe in enumerate(order)
                if (recipe, name) in runs and runs[recipe, name].ended == "exhausted"
            ]
            if points:
                axes.plot(*zip(*points, strict=True), mark, markersize=3, label=name)
        axes.set_yscale("log")
        axes.set_xlabel("puzzles, by the best time")
        axes.set_title(f"{title} for all solutions")
        axes.legend(fontsize=8)
        figure.tight_layout()
        figure.savefig(HERE / f"{what}.svg", metadata={"Date": None})
        plt.close(figure)
    rows, count = shaving_rows(runs)
    figure, axes = plt.subplots(figsize=(6, 3.5))
    axes.plot([row[0] for row in rows], [row[1] for row in rows], "o-", label="nodes")
    axes.set_yscale("log")
    axes.set_xlabel(f"limit of shaving ({count} puzzles)")
    axes.set_ylabel("nodes")
    other = axes.twinx()
    other.plot([row[0] for row in rows], [row[2] for row in rows], "s--", color="C1")
    other.set_ylabel("seconds (dashed)")
    other.set_ylim(bottom=0)
    figure.tight_layout()
    figure.savefig(HERE / "shaving.svg", metadata={"Date": None})
    plt.close(figure)


def disagreements(runs: Runs) -> list[str]:
    """Return the puzzles whose solutions were counted differently: there are none."""
    counts: dict[str, set[int]] = {}
    for (recipe, _), run in runs.items():
        if run.ended == "exhausted":
            counts.setdefault(recipe, set()).add(run.solutions)
    return [recipe for recipe, found in counts.items() if len(found) > 1]


def main() -> None:
    """Write all of it."""
    runs: Runs = {(each.recipe, each.engine): each for each in read_records()}
    wrong = disagreements(runs)
    assert not wrong, f"counts differ: {wrong}"
    good = kept(runs)
    by_size = ", ".join(
        f"{sum(r.startswith(f'benoist:{size}x') for r in good)} of {size} × {size}"
        for size in FEWEST_COLORS
    )
    counts = [
        next(
            runs[r, name].solutions
            for name in ENGINES
            if runs[r, name].ended == "exhausted"
        )
        for r in good
    ]
    once = sum(count == 4 for count in counts)
    rows, shaved = shaving_rows(runs)
    parts = [
        "# Results",
        "",
        f"Written by `report.py` from {len(runs)} records. Kept are the {len(good)} of"
        f" {len({r for r, _ in runs})} puzzles that some engine of ours enumerated"
        f" ({by_size}); {once} of them have one solution up to turns of the board, the"
        f" most is {max(counts) // 4}. Every engine that enumerated a puzzle counted"
        " the same solutions.",
        "",
        "## Engines",
        "",
        *engines_table(runs),
        "",
        *whole_ratio(runs),
        "",
        "![nodes](nodes.svg)",
        "",
        "![seconds](seconds.svg)",
        "",
        "## By class",
        "",
        *ratios_by_class(runs),
        "",
        "## Parts of the engine",
        "",
        "Each on the puzzles that it and what it is compared with enumerated.",
        "",
        *variants_table(runs),
        "",
        f"## Shaving, {shaved} puzzles that all limits enumerated",
        "",
        "| limit | nodes | seconds |",
        "|---|---|---|",
        *(f"| {limit} | {nodes:,} | {seconds:.1f} |" for limit, nodes, seconds in rows),
        "",
        "![shaving](shaving.svg)",
        "",
    ]
    (HERE / "results.md").write_text("\n".join(parts))
    missing = [name for name in VARIANTS if not finished_by(runs, (name,))]
    if missing:
        print("nothing yet of", ", ".join(missing))
    draw(runs)


if __name__ == "__main__":
    main()
