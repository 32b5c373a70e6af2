"""What a job is told to do, made of a request: checked, and held to the limits."""

from collections.abc import Mapping
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.search import engine_class
from edgematch.search.options import Offer, offers
from edgematch.search.score_options import ScoreOffer, score_offers
from edgematch.search.scores import check_start, optimizer_class
from edgematch.web.documents import board_of, puzzle_of
from edgematch.web.schemas import BadRequest
from edgematch.web.settings import Settings

Body = Mapping[str, Any]


def solve_spec(body: Body, contender: Body, settings: Settings) -> dict[str, Any]:
    """Return the job that looks for solutions with an engine."""
    engine = contender.get("engine", "auto")
    (offer,) = (each for each in offers() if each.name == engine)
    spec = _spec("solve", puzzle_of(body["puzzle"]), body, offer, settings)
    spec["options"] = _checked(
        engine_class(engine), offer, contender.get("options", {})
    )
    spec["limits"]["solutions"] = body.get("solutions", 1)
    spec["keep"] = settings.solutions_kept
    return spec


def score_spec(body: Body, contender: Body, settings: Settings) -> dict[str, Any]:
    """Return the job that looks for the best board with a score engine."""
    engine = contender.get("engine", "auto")
    (offer,) = (each for each in score_offers() if each.name == engine)
    puzzle = puzzle_of(body["puzzle"])
    spec = _spec("score", puzzle, body, offer, settings)
    spec["options"] = _checked(
        optimizer_class(engine), offer, contender.get("options", {})
    )
    spec["limits"]["target"] = body.get("target")
    spec["seed"] = body.get("seed", 0)
    spec["goal"] = body.get("goal", "joins")
    spec["store"] = None if settings.store is None else str(settings.store)
    spec["start"] = body.get("start") or None
    if spec["start"]:
        check_start(puzzle, board_of({**body, "board": spec["start"]}))
    return spec


def _spec(
    kind: str,
    puzzle: Puzzle,
    body: Body,
    offer: Offer | ScoreOffer,
    settings: Settings,
) -> dict[str, Any]:
    """Return what is the same for every kind of job."""
    seconds = body.get("seconds") or settings.most_seconds
    return {
        "kind": kind,
        "puzzle": body["puzzle"],
        "fingerprint": puzzle.fingerprint,
        "engine": offer.name,
        "can_pause": offer.resumable,
        "limits": {"seconds": min(seconds, settings.most_seconds)},
        "threads": min(body.get("threads", 1), settings.most_threads),
        "megabytes": settings.most_megabytes,
    }


def _checked(kind: type, offer: Offer | ScoreOffer, given: Body) -> dict[str, Any]:
    """Return the options of an engine that a client may set, if it takes them."""
    known = {option.name: option for option in offer.options}
    for name, value in given.items():
        if name not in known:
            raise BadRequest(f"engine {offer.name} has no option {name[:40]!r}")
        wanted = type(known[name].default)
        is_fine = type(value) is wanted or (wanted is float and type(value) is int)
        if not is_fine:
            raise BadRequest(f"option {name} is a {wanted.__name__}")
        choices = known[name].choices
        if choices and value not in choices:
            there = ", ".join(choices)
            raise BadRequest(f"option {name} is {there}, not {str(value)[:40]!r}")
    values = dict(given)
    try:
        kind(**values)
    except EdgematchError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise BadRequest(f"engine {offer.name} does not take these options") from error
    return values
