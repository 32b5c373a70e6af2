"""Reads the classes of puzzles of a plan: recipes, files, catalog names."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from edgematch import catalog
from edgematch.errors import EdgematchError
from edgematch.experiments.plan import PuzzleClass, PuzzleSource
from edgematch.experiments.plan_files.text import SPAN, KeyPath, PlanText
from edgematch.generators import Recipe, generate
from edgematch.generators.recipe import MAXIMUM_SEED
from edgematch.inputs import load

_MOST_IN_A_SPAN = 255
_KEYS = {"recipe", "seeds", "files", "catalog", "class", "hints"}


def classes_of(
    text: PlanText, place: KeyPath, given: Mapping[str, Any]
) -> Sequence[PuzzleClass]:
    """Return the classes that one of `[[puzzles]]` describes."""
    text.check_names(place, given, _KEYS)
    kinds = [name for name in ("recipe", "files", "catalog") if name in given]
    if len(kinds) != 1:
        raise text.error(
            place, "[[puzzles]] needs exactly one of recipe, files and catalog"
        )
    label = given.get("class")
    if label is not None:
        text.words((*place, "class"), label)
    if kinds == ["recipe"]:
        if "hints" in given:
            raise text.error(
                (*place, "hints"), "a recipe includes its hints; remove this key"
            )
        return _recipes(text, place, given, label)
    if "seeds" in given:
        raise text.error((*place, "seeds"), "seeds are only for recipes")
    hints = text.flag((*place, "hints"), given.get("hints", True))
    where = (*place, kinds[0])
    found = []
    for name in text.many_words(where, given[kinds[0]]):
        puzzle = _puzzle(text, where, name, kinds[0] == "files")
        if not hints:
            puzzle = puzzle.with_hints(())
        found.append(PuzzleSource(name, puzzle))
    if label is not None:
        return [PuzzleClass(label, tuple(found))]
    return [PuzzleClass(Path(each.name).stem, (each,)) for each in found]


def _puzzle(text: PlanText, place: KeyPath, name: str, is_file: bool) -> Any:
    if not is_file and name not in catalog.names():
        near = get_close_matches(name, catalog.names(), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise text.error(place, f"no puzzle {name!r} in the catalog{hint}")
    path = text.path.parent / name
    try:
        is_there = not is_file or path.exists()
    except OSError:  # the name is too long for a file
        is_there = False
    if not is_there:
        raise text.error(place, f"no file {name!r} (searched at {path})")
    try:
        return (load(path) if is_file else catalog.load(name)).puzzle
    except EdgematchError as error:
        raise text.error(place, str(error)) from error


def _recipes(
    text: PlanText, place: KeyPath, given: Mapping[str, Any], label: str | None
) -> Sequence[PuzzleClass]:
    seeds = text.seeds((*place, "seeds"), given.get("seeds", 1), MAXIMUM_SEED)
    where = (*place, "recipe")
    classes = []
    for spread in text.many_words(where, given["recipe"]):
        for name in _expanded_recipes(text, where, spread):
            try:
                recipe = Recipe.read(name)
                if recipe.seed:
                    raise EdgematchError(
                        f"{name!r}: give seeds beside the recipe, not in it"
                    )
                sources = tuple(
                    PuzzleSource(replace(recipe, seed=seed).name) for seed in seeds
                )
                generate(Recipe.read(sources[0].name))
            except EdgematchError as error:
                raise text.error(where, str(error)) from error
            classes.append(PuzzleClass(label or class_name(recipe), sources))
    return classes


def _expanded_recipes(text: PlanText, place: KeyPath, recipe: str) -> list[str]:
    """Return the recipes that a recipe with ranges of colors stands for.

    `two-set:6x6:4-6:3` is three recipes.
    """
    names: list[list[str]] = [[]]
    for part in recipe.split(":"):
        span = SPAN.fullmatch(part)
        values = [part]
        if span is not None:
            numbers = range(int(span[1]), int(span[2]) + 1)
            if len(numbers) > _MOST_IN_A_SPAN:
                raise text.error(
                    place, f"{recipe!r}: {part} is more than {_MOST_IN_A_SPAN} recipes"
                )
            values = [str(number) for number in numbers]
        if not values:
            raise text.error(place, f"{recipe!r}: {part} is an empty range")
        names = [[*name, value] for name in names for value in values]
    return [":".join(name) for name in names]


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
