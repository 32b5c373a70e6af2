"""The functions of `import edgematch`: short names for scripts and notebooks.

Wherever a puzzle is wanted, a name of the catalog, a recipe, a path, a link, a board or
a document does as well.  The work is done by the rooms; nothing else imports this.
"""

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from edgematch import formats, generators, inputs, search
from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.files import file_exists, whole_file
from edgematch.formats import Document, ReadOptions, Source
from edgematch.puzzle import Puzzle
from edgematch.results import Check
from edgematch.search.options import OptionError, options_of

if TYPE_CHECKING:
    from edgematch.theory.estimate import Estimate

PuzzleLike = Puzzle | Board | Document | str | Path
"""A puzzle, or whatever leads to one."""

P = ParamSpec("P")
R = TypeVar("R")


def load(
    source: str | Path,
    *,
    puzzle: PuzzleLike | None = None,
    format: str | None = None,
    **rules: Any,
) -> Document:
    """Return the puzzle or board with a name, or at a path or link.

    `puzzle` is the puzzle that a board belongs to.  The rules `columns`, `size`,
    `framed` and `turnable` say what a plain list of pieces does not.

    >>> load("scramble-squares").puzzle
    <Puzzle scramble-squares: 3 × 3, unframed, signed, 8 colors>
    """
    return inputs.load(source, _read_options(puzzle, rules), format)


def read(
    text: str,
    *,
    puzzle: PuzzleLike | None = None,
    format: str | None = None,
    **rules: Any,
) -> Document:
    r"""Return the puzzle or board that a text contains; the keywords are those of load.

    >>> read("0 1 1 0\n" * 4).puzzle
    <Puzzle: 2 × 2, framed, 1 color>
    """
    if len(text.split()) == 1 and file_exists(text):
        raise EdgematchError(f"{text} is a file: use load, since read takes a text")
    source = Source("text", text.removeprefix("\N{BYTE ORDER MARK}"))
    return inputs.load(source, _read_options(puzzle, rules), format)


def write(
    what: PuzzleLike,
    path: str | Path | None = None,
    *,
    format: str | None = None,
    allow_loss: bool = False,
) -> str:
    r"""Write a puzzle or a board to a file, and return the text.

    Without `format` the suffix of the path decides; a record holds everything.  What
    the format has no room for is refused, unless `allow_loss` is true.

    >>> print(write(read("0 1 1 0\n" * 4), format="bare-list"), end="")
    0 1 1 0
    0 1 1 0
    0 1 1 0
    0 1 1 0
    """
    if format is None:
        suffix = "" if path is None else Path(path).suffix
        by_suffix = formats.format_for_suffix(suffix) if suffix else None
        format = by_suffix.name if by_suffix else "record"
    document = _document(what)
    options = inputs.options_to_write(document)
    text = formats.write(document, format, options, allow_loss).text
    if path is not None:
        with whole_file(Path(path)) as file:
            file.write(text.encode())
    return text


def generate(recipe: str, **changes: Any) -> Puzzle:
    """Return the puzzle of a recipe, such as `two-set:6x6:5:3:seed=1`.

    Keywords such as `seed` and `hints`, the fields of a `generators.Recipe`, replace
    what the recipe says.

    >>> generate("two-set:4x4:3:2", seed=1)
    <Puzzle two-set:4x4:3:2:seed=1: 4 × 4, framed, 5 colors>
    """
    known = [field.name for field in fields(generators.Recipe)]
    for name in changes:
        if name not in known:
            raise TypeError(
                f"generate() has no keyword {name!r}; there are {', '.join(known)}"
            )
    chosen = replace(generators.Recipe.read(recipe), **changes)
    return generators.generate(chosen).puzzle


def estimate(puzzle: PuzzleLike, order: str = "rows") -> "Estimate":
    """Return the expected solutions and nodes of a search in a fill order.

    >>> print(estimate("eternity2"))
    about 14,702 solutions and 1.63 × 10^47 nodes expected (rows)
    """
    from edgematch.theory import estimate as theory

    return theory.estimate(puzzle_of(puzzle), order)


def check(board: PuzzleLike, puzzle: PuzzleLike | None = None) -> Check:
    """Score a board, and say which rules it breaks.

    >>> check(solve("scramble-squares").best).is_solution
    True
    """
    if isinstance(board, Board) and puzzle is None:
        return Check(board)
    if isinstance(board, str | Path):
        board = load(board, puzzle=puzzle)
    document = _document(board)
    if document.board is None:
        raise EdgematchError("a puzzle without a board: there is nothing to check")
    return Check(document.board)


class Svg(str):
    """The text of an SVG picture, which a notebook displays as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    what: PuzzleLike, path: str | Path | None = None, *, cell_size: int = 80
) -> Svg:
    """Return a board, or the pieces of a puzzle, as SVG; write it as SVG, PNG or PDF.

    The suffix of the path decides.  A PDF has the pieces to print and cut out.  A
    notebook displays what is returned.
    """
    from edgematch.pictures import piece_sheet, svg_to_png
    from edgematch.pictures.documents import picture_svg

    document = _document(what)
    svg = Svg(picture_svg(document, cell_size=cell_size))
    if path is None:
        return svg
    kinds: dict[str, Callable[[], bytes]] = {
        ".svg": svg.encode,
        ".png": lambda: svg_to_png(svg),
        ".pdf": lambda: piece_sheet(document.puzzle, tiles=document.pictures),
    }
    suffix = Path(path).suffix.lower()
    if suffix not in kinds:
        raise EdgematchError(f"{path}: the suffix must be one of {', '.join(kinds)}")
    picture = kinds[suffix]()
    with whole_file(Path(path)) as file:
        file.write(picture)
    return svg


def puzzle_of(source: PuzzleLike) -> Puzzle:
    """Return the puzzle that something is, has or names."""
    return _document(source).puzzle


def _document(source: PuzzleLike) -> Document:
    if isinstance(source, Document):
        return source
    if isinstance(source, Puzzle):
        return Document(source)
    if isinstance(source, Board):
        return Document(source.puzzle, source)
    if isinstance(source, str | Path):
        return inputs.load(source)
    kind = type(source).__name__
    raise TypeError(f"expected a puzzle, or its name, path or link, not {kind}")


def _read_options(puzzle: PuzzleLike | None, rules: dict[str, Any]) -> ReadOptions:
    known = [name for name in ReadOptions.__dataclass_fields__ if name != "puzzle"]
    for name in rules:
        if name not in known:
            raise TypeError(f"no rule {name!r}; there are {', '.join(known)}")
    of_board = None if puzzle is None else puzzle_of(puzzle)
    return ReadOptions(puzzle=of_board, **rules)


def _for_any_puzzle(
    function: Callable[Concatenate[Puzzle, P], R],
) -> Callable[Concatenate[PuzzleLike, P], R]:
    """Let a search take whatever leads to a puzzle, paths as text, and `watch=True`.

    That shows its progress on a terminal, or in a notebook that has ipywidgets.
    """
    parameters = inspect.signature(function).parameters.values()
    keywords = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]

    @functools.wraps(function)
    def search_any(puzzle: PuzzleLike, /, *args: P.args, **kwargs: P.kwargs) -> R:
        given = puzzle_of(puzzle)
        for name in {"checkpoint", "resume", "proof"} & kwargs.keys():
            value = kwargs[name]
            kwargs[name] = Path(value) if isinstance(value, str) else value
        start = kwargs.get("start")
        if start is not None and not isinstance(start, Board):
            # Keywords of an unknown function are objects for mypy.
            kwargs["start"] = load(start, puzzle=given).board  # type: ignore[arg-type]
        try:
            with _display(kwargs):
                return function(given, *args, **kwargs)
        except OptionError as error:
            engine = str(kwargs.get("engine", args[0] if args else "auto"))
            goal = "optimize" if function is search.optimize else "solve"
            options = options_of(search.technique_class(engine, goal))
            names = [option.name for option in options]
            if error.option in names or error.option not in kwargs:
                raise
            text = _unknown_keyword(error.option, ["engine", *keywords], engine, names)
            text = f"{function.__name__}() {text}"
            raise OptionError(text, error.option) from None

    return search_any


def _display(keywords: dict[str, Any]) -> AbstractContextManager[object]:
    """Show the progress of a search if `watch` is True."""
    if keywords.get("watch") is not True:
        return nullcontext()
    from edgematch.pictures.live import LiveDisplay

    display = LiveDisplay()
    keywords["watch"] = display.watch
    return display


def _unknown_keyword(
    word: str, keywords: list[str], engine: str, options: list[str]
) -> str:
    near = get_close_matches(word, [*keywords, *options], n=1)
    advice = f"; did you mean {near[0]}?" if near else ""
    own = f"options of engine {engine}: {', '.join(options) or 'none'}"
    return f"has no keyword {word!r}{advice} ({', '.join(keywords)}; {own})"


solve = _for_any_puzzle(search.solve)
count = _for_any_puzzle(search.count)
optimize = _for_any_puzzle(search.optimize)


def solutions(
    puzzle: PuzzleLike, engine: str = "auto", *, seed: int = 0, **options: Any
) -> Iterator[Board]:
    """Yield the solutions of a puzzle one by one, as they are found.

    >>> next(solutions("scramble-squares")).is_solution()
    True
    """
    return search.solutions(puzzle_of(puzzle), engine, seed=seed, **options)
