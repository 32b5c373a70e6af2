"""`edgematch optimize --seeds`: a campaign, with progress and a summary."""

import re
from dataclasses import asdict
from statistics import median
from typing import TYPE_CHECKING

import click

from edgematch.cli import outputs
from edgematch.cli.searches import SearchSettings, run_search
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.campaigns.keeper import Keeper
    from edgematch.campaigns.seeds import Campaign
    from edgematch.processes.interrupts import Interrupts
    from edgematch.results import OnBetter, Progress, Result
    from edgematch.search import Request, Technique

_SPAN = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?")
_MOST_SEEDS = 100_000


def seed_list(value: str) -> tuple[int, ...]:
    """Read seeds such as `7`, `1-20` or `1-5,9`, each given once."""
    seeds: list[int] = []
    for part in value.split(","):
        span = _SPAN.fullmatch(part)
        if span is None or int(span[2] or span[1]) < int(span[1]):
            raise click.BadParameter(
                f"expected seeds such as 1-20 or 1,5,9, got {part!r}"
            )
        first, last = int(span[1]), int(span[2] or span[1])
        if len(seeds) + last - first >= _MOST_SEEDS:
            raise click.BadParameter(f"more than {_MOST_SEEDS:,} seeds")
        seeds += range(first, last + 1)
    if len(set(seeds)) < len(seeds):
        raise click.BadParameter(f"a seed is given twice: {value}")
    return tuple(seeds)


def check_seeds(
    seeds: tuple[int, ...] | None,
    cluster: str | None,
    search: SearchSettings,
    has_end: bool,
) -> None:
    """Refuse options that make no sense with many seeds, or only with them."""
    if cluster is not None and seeds is None:
        raise EdgematchError("--cluster needs --seeds, such as --seeds 1-20")
    if seeds is None:
        return
    if search.seed is not None:
        raise EdgematchError("use either --seeds or --seed, not both")
    if search.saves:
        raise EdgematchError(
            "--seeds cannot be combined with checkpoints; run the stopped seeds again"
        )
    if not has_end:
        raise EdgematchError(
            "--seeds needs --seconds, --nodes or --prove, so that every search ends"
        )
    if cluster is not None and search.threads > 1:
        raise EdgematchError("--cluster cannot be combined with --threads")


def run_campaign(
    campaign: "Campaign",
    search: SearchSettings,
    cluster: str | None,
    keeper: "Keeper",
    output: str | None,
    as_json: bool,
    interrupts: "Interrupts",
) -> None:
    """Run all seeds, print the results, and write the best board if it is not yet."""
    if cluster is not None:
        _run_on_cluster(campaign, cluster, interrupts)
    else:
        _run_here(campaign, search)

    def show() -> None:
        outputs.print_json(campaign.facts()) if as_json else _print_text(campaign)

    def write() -> None:
        if campaign.last is not None and (
            outputs.is_stream(output) or keeper.attempts.have_failed
        ):
            best_seed, board, last = campaign.last
            keeper.finish(board, best_seed, last, asdict(last))

    outputs.run_all(show if output != "-" else None, write)


def _run_here(campaign: "Campaign", search: SearchSettings) -> None:
    """Run all seeds, one after another."""
    from edgematch.pictures.live import facts_and_board, progress_facts

    def run(
        technique: "Technique", request: "Request", on_better: "OnBetter"
    ) -> "Result":
        def text(progress: "Progress", columns: int, rows: int) -> str:
            seed = f"seed {request.seed}:"
            facts = [*_summary(campaign), seed, *progress_facts(progress)]
            return facts_and_board(facts, campaign.best or progress.best, columns, rows)

        return run_search(technique, request, search, on_better, text)

    campaign.run(run)


def _run_on_cluster(
    campaign: "Campaign", address: str, interrupts: "Interrupts"
) -> None:
    """Run all seeds on a Dask cluster."""
    from contextlib import closing

    from edgematch.campaigns.cluster import optimize_seeds
    from edgematch.cluster.connection import connect
    from edgematch.pictures.live import LiveDisplay, facts_and_board

    def text(columns: int, rows: int) -> str:
        threads = sum(client.nthreads().values())
        facts = [*_summary(campaign), f"{campaign.seconds:.0f} s"]
        facts.append(f"{threads} threads on the cluster")
        if campaign.best is None:
            return "  ".join(facts)
        return facts_and_board(facts, campaign.best, columns, rows)

    with interrupts.allow():
        client = connect(address)
    with LiveDisplay() as display, closing(client):
        runs = optimize_seeds(client, campaign, lambda: display.show(text))
        with closing(runs):
            campaign.collect(runs)


def _summary(campaign: "Campaign") -> list[str]:
    """Return how many seeds are done, and the best so far."""
    facts = [f"{len(campaign.results)} of {len(campaign.seeds)} seeds"]
    if campaign.best is not None:
        measure = campaign.request.optimize.measure
        most = measure.most(campaign.request.puzzle)
        value = campaign.value(campaign.best)
        facts.append(f"{value} of {most} {measure.words}, seed {campaign.best_seed}")
    return facts


def _print_text(campaign: "Campaign") -> None:
    """Print the results for people."""
    if campaign.best is None:
        click.echo("no board was found")
        return
    outputs.print_board(campaign.best)
    done, best = _summary(campaign)
    proved = ": proved, no board is better" if campaign.ended == "exhausted" else ""
    click.echo(f"{best}{proved}")
    results = campaign.results
    values = {seed: campaign.value(each.best) for seed, each in results.items()}
    for value in sorted(set(values.values()), reverse=True):
        seeds = [str(seed) for seed in sorted(values) if values[seed] == value]
        word = "seed" if len(seeds) == 1 else "seeds"
        click.echo(f"  {value}: {word} {', '.join(seeds)}")
    if values:
        done += f", median {median(values.values()):g}"
    click.echo(f"{done} in {campaign.seconds:.1f} s; ended by: {campaign.ended}")
