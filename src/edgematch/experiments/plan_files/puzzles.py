"""Reads the classes of puzzles of a plan: recipes, files, catalog names."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import product
from pathlib import Path

from edgematch import catalog
from edgematch.errors import EdgematchError, FormatError
from edgematch.experiments.plan import PuzzleClass, PuzzleSource
from edgematch.experiments.plan_files.tables import SPAN, PlanTable
from edgematch.generators import Recipe
from edgematch.generators.recipe import MAXIMUM_SEED
from edgematch.inputs import load
from edgematch.numbering import shuffle_pieces
from edgematch.puzzle import Puzzle

_MOST_IN_A_SPAN = 255
_KEYS = {"recipe", "seeds", "files", "catalog", "class", "hints", "shuffle"}


def classes_of(table: PlanTable) -> Sequence[PuzzleClass]:
    """Return the classes that one of `[[puzzles]]` describes."""
    table.check_names(_KEYS)
    kinds = [name for name in ("recipe", "files", "catalog") if name in table]
    if len(kinds) != 1:
        raise table.error("[[puzzles]] needs exactly one of recipe, files and catalog")
    label = table.words("class") if "class" in table else None
    if kinds == ["recipe"]:
        if "hints" in table:
            raise table.error("a recipe includes its hints; remove this key", "hints")
        if "shuffle" in table:
            raise table.error("the pieces of a recipe are in random order", "shuffle")
        return _recipes(table, label)
    if "seeds" in table:
        raise table.error("seeds are only for recipes", "seeds")
    classes = []
    for name in table.many_words(kinds[0]):
        puzzle = (_file if kinds == ["files"] else _catalog_puzzle)(table, name)
        if not table.flag("hints", True):
            puzzle = puzzle.with_hints(())
        sources = [PuzzleSource(name, puzzle)]
        if "shuffle" in table:
            sources = [
                PuzzleSource(f"{name}:shuffle={seed}", shuffle_pieces(puzzle, seed))
                for seed in table.seeds("shuffle", MAXIMUM_SEED)
            ]
        classes.append(PuzzleClass(label or Path(name).stem, tuple(sources)))
    return classes


def _catalog_puzzle(table: PlanTable, name: str) -> Puzzle:
    if name not in catalog.names():
        near = get_close_matches(name, catalog.names(), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise table.error(f"no puzzle {name!r} in the catalog{hint}", "catalog")
    return catalog.load(name).puzzle


def _file(table: PlanTable, name: str) -> Puzzle:
    path = table.path.parent / name
    try:
        is_there = path.exists()
    except OSError:  # the name is too long for a file
        is_there = False
    if not is_there:
        raise table.error(f"no file {name!r} (searched at {path})", "files")
    try:
        return load(path).puzzle
    except EdgematchError as error:
        raise table.error(str(error), "files") from error


def _recipes(table: PlanTable, label: str | None) -> Sequence[PuzzleClass]:
    seeds = table.seeds("seeds", MAXIMUM_SEED)
    classes = []
    try:
        for text in table.many_words("recipe"):
            for name in _expand_recipe(text):
                recipe = Recipe.read(name)
                if recipe.seed:
                    raise EdgematchError(
                        f"{name!r}: give seeds beside the recipe, not in it"
                    )
                sources = tuple(
                    PuzzleSource(replace(recipe, seed=seed).name) for seed in seeds
                )
                sources[0].load()
                classes.append(PuzzleClass(label or class_name(recipe), sources))
    except FormatError:
        raise
    except EdgematchError as error:
        raise table.error(str(error), "recipe") from error
    return classes


def _expand_recipe(recipe: str) -> list[str]:
    """Return the recipes that a recipe with ranges of colors stands for.

    >>> _expand_recipe("two-set:6x6:4-5:3")
    ['two-set:6x6:4:3', 'two-set:6x6:5:3']
    """
    choices: list[Sequence[object]] = []
    for part in recipe.split(":"):
        span = SPAN.fullmatch(part)
        numbers = range(int(span[1]), int(span[2]) + 1) if span else None
        if numbers is not None and len(numbers) > _MOST_IN_A_SPAN:
            raise EdgematchError(
                f"{recipe!r}: {part} is more than {_MOST_IN_A_SPAN} recipes"
            )
        if numbers is not None and not numbers:
            raise EdgematchError(f"{recipe!r}: {part} is an empty range")
        choices.append([part] if numbers is None else numbers)
    return [":".join(map(str, parts)) for parts in product(*choices)]


def class_name(recipe: Recipe) -> str:
    """Return the name of the class: the recipe without its seed.

    >>> class_name(Recipe.read("two-set:6x6:5:3:seed=7:random"))
    'two-set:6x6:5:3:random'
    """
    return recipe.name.replace(f":seed={recipe.seed}", "", 1)


def merge_classes(classes: Sequence[PuzzleClass]) -> tuple[PuzzleClass, ...]:
    """Merge classes with the same label; each puzzle counts once.

    Different puzzles with the same name (with and without hints) get distinct names.
    """
    found: dict[str, dict[str, PuzzleSource]] = {}
    for kind in classes:
        known = found.setdefault(kind.label, {})
        for source in kind.sources:
            if source.content in known:
                continue
            names = {each.name for each in known.values()}
            number, name = 2, source.name
            while name in names:
                name = f"{source.name} ({number})"
                number += 1
            known[source.content] = replace(source, name=name)
    return tuple(
        PuzzleClass(label, tuple(own.values())) for label, own in found.items()
    )
