"""Many seeds through Dask into one store."""

import pytest

from edgematch.campaigns.cluster import optimize_seeds
from edgematch.campaigns.store import Store
from edgematch.results import ScoreLimits
from edgematch.search.scores import optimize
from planted import planted_board


@pytest.mark.filterwarnings("ignore")
def test_seeds_run_on_workers_and_their_boards_are_in_one_store(tmp_path):
    distributed = pytest.importorskip("distributed")
    puzzle = planted_board(5, 5, 7, 3).puzzle
    store, limits = Store(tmp_path / "best.sqlite"), ScoreLimits(nodes=2_000)
    options = {"processes": False, "n_workers": 1, "dashboard_address": None}
    told = []
    with distributed.Client(**options) as client:
        found = dict(
            optimize_seeds(
                client,
                puzzle,
                range(3),
                "repair",
                limits,
                store=store,
                on_better=lambda *each: told.append(each),
                largest=6,
            )
        )
        later = Store(tmp_path / "later.sqlite")
        came = []

        def interrupted_once(*each):
            came.append(each)
            if len(came) == 1:
                raise KeyboardInterrupt

        asked = (client, puzzle, range(3), "repair", limits)
        with pytest.raises(KeyboardInterrupt):
            list(optimize_seeds(*asked, store=later, on_better=interrupted_once))
    assert came[0] == came[1]
    assert [each.board for each in later.best(puzzle)] == [came[0][1]]
    assert sorted(found) == [0, 1, 2]
    for seed, result in found.items():
        alone = optimize(puzzle, "repair", limits, seed=seed, largest=6)
        assert result.best == alone.best
        # Better boards are told as they are found, or at the latest with the result.
        curve = [better for one, _, better in told if one == seed]
        assert set(curve) <= set(result.curve)
        assert curve[-1] == result.curve[-1]
    kept = store.best(puzzle, most=100)
    assert {each.board for each in kept} == {board for _, board, _ in told}
    assert {each.best for each in found.values()} <= {each.board for each in kept}
    assert kept[0].score == max(result.score for result in found.values())
    assert kept[0].options == {"largest": 6}
