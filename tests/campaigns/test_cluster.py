"""Many seeds through Dask into one store."""

import pytest

from edgematch.campaigns.cluster import optimize_seeds
from edgematch.campaigns.seeds import Campaign
from edgematch.campaigns.store import Store
from edgematch.search import Limits, Optimize, Request, optimize, technique
from planted import planted_board

PUZZLE = planted_board(5, 5, 7, 3).puzzle


def campaign_into(store, write=lambda *_: None, kind=Campaign, **options):
    """Return a campaign of three seeds."""
    return kind(
        technique("repair", "optimize", **options),
        Request(PUZZLE, Optimize(), limits=Limits(nodes=2_000)),
        (0, 1, 2),
        write,
        options,
        store,
    )


@pytest.mark.deep
@pytest.mark.filterwarnings("ignore")
def test_seeds_run_on_workers_and_their_boards_are_in_one_store(tmp_path):
    distributed = pytest.importorskip("distributed")
    store, later = Store(tmp_path / "best.sqlite"), Store(tmp_path / "later.sqlite")
    told, came = [], []

    class Told(Campaign):
        """A campaign that records every board that comes in."""

        def keep(self, *each):
            told.append(each)
            super().keep(*each)

    def interrupted_once(*each):
        came.append(each)
        if len(came) == 1:
            raise KeyboardInterrupt

    options = {"processes": False, "n_workers": 1, "dashboard_address": None}
    with distributed.Client(**options) as client:
        campaign = campaign_into(store, kind=Told, largest=6)
        found = dict(optimize_seeds(client, campaign))
        with pytest.raises(KeyboardInterrupt):
            list(optimize_seeds(client, campaign_into(later, interrupted_once)))
    assert came[0] == came[1]
    assert [each.board for each in later.best(PUZZLE)] == [came[0][0]]
    assert sorted(found) == [0, 1, 2]
    for seed, result in found.items():
        alone = optimize(PUZZLE, "repair", nodes=2_000, seed=seed, largest=6)
        assert result.best == alone.best
        # Better boards are reported as they are found, or at the latest with the
        # result.
        curve = [better for one, _, better in told if one == seed]
        assert set(curve) <= set(result.curve)
        assert curve[-1] == result.curve[-1]
    kept = store.best(PUZZLE, most=100)
    assert {each.board for each in kept} == {board for _, board, _ in told}
    assert {each.best for each in found.values()} <= {each.board for each in kept}
    assert kept[0].score == max(result.score for result in found.values())
    assert kept[0].options == {"largest": 6}
