"""The requests of the API.  msgspec checks them and describes them in OpenAPI.

A field that a request does not have is refused.  Puzzles and boards are parts of the
edgematch record (docs/formats.md).
"""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from edgematch.formats import FORMATS
from edgematch.orders import ORDERS
from edgematch.reasoning.steps import CELL_ORDERS
from edgematch.symmetry import Counting

MOST_SOLUTIONS_AT_ONCE = 200
MOST_ENGINES = 4
MOST_SEEDS = 10
MOST_JOBS_IN_A_STREAM = 120


def _one_of(names: Iterable[str]) -> Meta:
    """Return a check that a text is one of some names."""
    return Meta(pattern=f"^({'|'.join(names)})$")


_Size = Annotated[int, Meta(ge=1, le=32)]
_Color = Annotated[int, Meta(ge=0, le=255)]
_Index = Annotated[int, Meta(ge=0, le=10**6)]
_Word = Annotated[str, Meta(max_length=200)]
_JobId = Annotated[str, Meta(min_length=24, max_length=24)]

Placements = Annotated[
    list[tuple[_Index, _Index, _Index]],
    Meta(max_length=1024, description="cell, piece and turn of each, all from 0"),
]
JobFile = Literal[
    "board.json", "puzzle.json", "run.json", "figures.csv", "curve.csv", "solutions.csv"
]
Paper = Literal["a4", "letter"]
ExportKind = Literal["link", "record", "svg", "png", "pdf", "cnf"]
OptionValue = (
    bool
    | Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
    | float
    | Annotated[str, Meta(max_length=1000)]
)
Goal = Literal["solve", "count", "optimize"]
Measure = Annotated[
    Literal["joins", "pieces", "prefix"],
    Meta(
        description="joins: matching joins of a full board; pieces: pieces of a board"
        " without breaks; prefix: pieces from a corner up to the first break"
    ),
]


class _Request(Struct, forbid_unknown_fields=True, frozen=True):
    """What all requests share."""


class PuzzleRecord(_Request, omit_defaults=True, frozen=True):
    """The key `puzzle` of an edgematch record."""

    rows: _Size
    columns: _Size
    pieces: Annotated[
        list[tuple[_Color, _Color, _Color, _Color]],
        Meta(max_length=1024, description="north, east, south and west of each"),
    ]
    name: _Word = ""
    framed: bool | UnsetType = UNSET
    turnable: bool | UnsetType = UNSET
    mates: (
        Annotated[
            list[Annotated[int, Meta(ge=-(10**15), le=10**15)]], Meta(max_length=256)
        ]
        | UnsetType
    ) = UNSET
    color_names: Annotated[list[_Word], Meta(max_length=256)] | UnsetType = UNSET
    hints: Placements = []


# Puzzles


class CatalogPath(_Request, frozen=True):
    """The name of a puzzle in the catalog."""

    name: Annotated[str, Meta(max_length=100)]


class RecipeRequest(_Request, frozen=True):
    """A recipe of the generator, such as two-set:7x7:7:3:seed=5."""

    recipe: Annotated[str, Meta(min_length=1, max_length=200)]


class ReadRequest(_Request, frozen=True):
    """A file, as text or in base64, and what it does not say about itself."""

    name: Annotated[_Word, Meta(description="name of the file")] = ""
    text: Annotated[str, Meta(max_length=16 * 2**20)] | UnsetType = UNSET
    base64: Annotated[str, Meta(max_length=24 * 2**20)] | UnsetType = UNSET
    format: Annotated[str, _one_of(FORMATS)] | None = None
    puzzle: PuzzleRecord | None = None
    columns: Annotated[str, Meta(max_length=40)] | None = None
    size: tuple[_Size, _Size] | None = None
    framed: bool | None = None
    rim: Annotated[
        _Word | None, Meta(description="color of the rim, as the file writes it")
    ] = None
    turnable: bool | None = None


class EstimateRequest(_Request, frozen=True):
    """A puzzle to estimate; with walks, its tree in one fill order is sampled too."""

    puzzle: PuzzleRecord
    walks: Annotated[int, Meta(ge=0, le=10**5, description="random walks")] = 0
    order: Annotated[str, _one_of(ORDERS)] = "rows"


class BoardRequest(_Request, frozen=True):
    """A puzzle and a board of it."""

    puzzle: PuzzleRecord
    board: Placements


class ExportPath(_Request, frozen=True):
    """What kind of file to write."""

    kind: ExportKind


class ExportRequest(_Request, frozen=True):
    """A puzzle to write to a file, with a board and pictures if there are any."""

    puzzle: PuzzleRecord
    board: Placements = []
    pictures: Annotated[
        dict[str, str], Meta(description="PNG files in base64, by piece from 0")
    ] = {}
    job: Annotated[
        _JobId | None,
        Meta(description="found this board, as a record then says; else ignored"),
    ] = None
    paper: Annotated[Paper, Meta(description="of a PDF")] = "a4"
    piece_size: Annotated[float, Meta(description="in a PDF, in mm; at least 5")] = 30


class BestBoardsRequest(_Request, frozen=True):
    """Which boards of the store to return, and how many."""

    puzzle: PuzzleRecord
    measure: Measure = "joins"
    count: Annotated[int, Meta(ge=1, le=100)] = 10


class StepMark(_Request, frozen=True):
    """Where a search stands after a step."""

    event: Literal["start", "placed", "failed", "back", "solution", "over"]
    nodes: Annotated[int, Meta(ge=0, le=10**12)]
    path: Placements


class StepsRequest(_Request, frozen=True):
    """Which steps of a search to return."""

    puzzle: PuzzleRecord
    board: Annotated[Placements, Meta(description="pieces that stay")] = []
    follows: Annotated[
        bool, Meta(description="follow every placement to all that it implies")
    ] = True
    cells: Annotated[str, _one_of(CELL_ORDERS)] = "fewest"
    after: Annotated[
        StepMark | None, Meta(description="the `next` of an answer; null to begin")
    ] = None
    count: Annotated[int, Meta(ge=1, le=200)] = 50
    to_solution: Annotated[
        bool,
        Meta(description="go on to the next solution; the last steps are returned"),
    ] = False


class CandidatesRequest(BoardRequest, frozen=True):
    """A cell of a board."""

    cell: _Index


# Jobs


class EngineChoice(_Request, frozen=True):
    """An engine, and those of its options that differ from their defaults."""

    engine: _Word = "auto"
    options: dict[str, OptionValue] = {}


class _JobRequest(_Request, tag_field="goal", frozen=True):
    puzzle: PuzzleRecord
    engines: Annotated[
        list[EngineChoice],
        Meta(
            min_length=1,
            max_length=MOST_ENGINES,
            description="two or more race each other",
        ),
    ] = field(default_factory=lambda: [EngineChoice()])
    fixed: Annotated[
        Placements, Meta(description="pieces that stay where they are, as hints do")
    ] = []
    seconds: Annotated[float, Meta(ge=0.1, le=10**9)] | None = None
    threads: Annotated[int, Meta(ge=1, le=64)] = 1
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    seeds: Annotated[
        int,
        Meta(ge=1, le=MOST_SEEDS, description="runs of each engine, from `seed` on"),
    ] = 1
    keep_running: Annotated[
        bool, Meta(description="also when every page that watched it is closed")
    ] = False


class SolveRequest(_JobRequest, tag="solve", frozen=True):
    """Find solutions."""

    goal: ClassVar[Goal] = "solve"
    solutions: Annotated[
        Annotated[int, Meta(ge=1, le=10**9)] | None,
        Meta(description="how many to find; null for all"),
    ] = 1


class CountRequest(_JobRequest, tag="count", frozen=True):
    """Count all solutions without keeping them."""

    goal: ClassVar[Goal] = "count"


class OptimizeRequest(_JobRequest, tag="optimize", frozen=True):
    """Find the best board."""

    goal: ClassVar[Goal] = "optimize"
    measure: Measure = "joins"
    target: Annotated[
        Annotated[int, Meta(ge=0, le=10**6)] | None,
        Meta(description="stop at a board of this value; null for no target"),
    ] = None
    start: Annotated[Placements, Meta(description="a board to improve")] = []


JobRequest = SolveRequest | CountRequest | OptimizeRequest


class JobPath(_Request, frozen=True):
    """The id of a job."""

    job: _JobId


class JobFilePath(_Request, frozen=True):
    """The id of a job, and a file to make of it."""

    job: _JobId
    file: JobFile


class SolutionsQuery(_Request, frozen=True):
    """Which solutions of a job to return."""

    first: Annotated[int, Meta(ge=0, le=10**6)] = field(name="from", default=0)
    count: Annotated[int, Meta(ge=1, le=MOST_SOLUTIONS_AT_ONCE)] = 50
    counting: Counting = Counting.BOARDS


class EventsQuery(_Request, frozen=True):
    """Which jobs to watch."""

    jobs: Annotated[
        str,
        Meta(
            min_length=24,
            max_length=25 * MOST_JOBS_IN_A_STREAM,
            description="job ids, separated by commas",
        ),
    ]


# Photographs

MOST_PHOTO_PIECES = 64
_Pixel = Annotated[float, Meta(ge=-(10**5), le=10**5)]
_Point = tuple[_Pixel, _Pixel]
_Corners = Annotated[
    tuple[_Point, _Point, _Point, _Point],
    Meta(description="right and down in pixels, clockwise, the top of the piece first"),
]
_Group = Annotated[_Word, Meta(description="red+ meets red-, red meets red; ? unknown")]


class SquaresRequest(_Request, frozen=True):
    """A photograph in which to find the pieces."""

    base64: Annotated[str, Meta(max_length=24 * 2**20)]
    name: _Word = "photograph"
    is_one: Annotated[bool, Meta(description="whether it shows one piece")] = False


class CutRequest(_Request, frozen=True):
    """A photograph, and the pieces to cut out of it."""

    base64: Annotated[str, Meta(max_length=24 * 2**20)]
    squares: Annotated[list[_Corners], Meta(max_length=MOST_PHOTO_PIECES)]
    name: _Word = "photograph"


class PhotoSheetPiece(_Request, frozen=True):
    """A piece that was cut out of a photograph."""

    picture: Annotated[str, Meta(description="a PNG in base64, as it was cut out")]
    sides: tuple[_Group, _Group, _Group, _Group] | None = None


class PhotoSheetRequest(_Request, frozen=True):
    """All pieces of a puzzle, as far as they are known."""

    pieces: Annotated[
        list[PhotoSheetPiece], Meta(min_length=1, max_length=MOST_PHOTO_PIECES)
    ]
    rows: Annotated[_Size | None, Meta(description="null for a square board")] = None
    columns: _Size | None = None
    turnable: bool = True
    name: _Word = ""
    groups: Annotated[int, Meta(ge=2, le=200)] | None = None
    meet: Literal["halves", "same"] | None = None
