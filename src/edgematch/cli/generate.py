"""`edgematch generate`: random puzzles of the published models."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.formats import Document, Format
    from edgematch.generators import Generated, Recipe
    from edgematch.pictures.live import LiveDisplay


@click.command(
    epilog="""\b
Examples:
  edgematch generate --model two-set --rows 7 --columns 7 --inner-colors 7 \\
      --frame-colors 3 --seed 5 -o puzzle.json
  edgematch generate --model e2 --rows 6 --columns 6 --inner-colors 5 \\
      --frame-colors 3 --count 100 -o puzzles/
  edgematch generate --model scramble --rows 3 --columns 3 --inner-colors 4 --unique
  edgematch generate one-set:8x8:7 --seed 3 --hints 2
  edgematch generate --models

Wherever a PUZZLE is expected, a compact name can stand for a generated one:
two-set:7x7:7:3:seed=5, one-set:8x8:7:seed=1:hints=2, tetravex:5x5:10:seed=3."""
)
@click.argument("recipe_name", metavar="[RECIPE]", required=False)
@click.option(
    "--model",
    metavar="NAME",
    help="Model of the puzzle, such as two-set or tetravex; --models lists them.",
)
@click.option("--rows", type=int, metavar="N", help="Number of rows.")
@click.option(
    "--columns",
    type=int,
    metavar="N",
    help="Number of columns.  [default: same as --rows]",
)
@click.option(
    "--inner-colors",
    type=int,
    metavar="N",
    help="Number of colors of the joins; with --frame-colors, of the joins inside.",
)
@click.option(
    "--frame-colors",
    type=int,
    metavar="N",
    default=0,
    help="Number of colors of the joins along the frame, in models with two"
    " sets of colors.",
)
@arguments.number("--seed", default=0, help="Seed of the first puzzle.")
@arguments.number(
    "--count", least=1, default=1, help="Number of puzzles, with consecutive seeds."
)
@click.option("--random", is_flag=True, help="Draw pieces without a planted solution.")
@click.option("--balanced", is_flag=True, help="Use all colors equally often.")
@click.option("--signed", is_flag=True, help="Give every color two halves, + and -.")
@click.option("--fixed-turns", is_flag=True, help="Pieces may not be turned.")
@arguments.number(
    "--hints", default=0, help="Number of hints, from the planted solution."
)
@click.option("--no-equal", is_flag=True, help="Allow no two equal pieces.")
@click.option("--no-symmetric", is_flag=True, help="Allow no symmetric pieces.")
@click.option(
    "--unique", is_flag=True, help="Generate only puzzles with a single solution."
)
@arguments.number(
    "--tries",
    least=1,
    help="With --unique: give up after N seeds.  [default: 1000 per puzzle]",
)
@click.option("--keep-solution", is_flag=True, help="Write the planted solution too.")
@arguments.format_option(
    "--to", "to_format", help="Format to write.  [default: record]"
)
@click.option(
    "-o",
    "--output",
    type=arguments.output_path,
    metavar="PATH",
    help="File to write; with --count, a folder.",
)
@click.option("--models", "list_models", is_flag=True, help="List the models.")
def generate(
    list_models: bool,
    count: int,
    unique: bool,
    tries: int | None,
    keep_solution: bool,
    to_format: str | None,
    output: str | None,
    recipe_name: str | None,
    **parameters: Any,
) -> None:
    """Generate random puzzles: the same seed gives the same puzzle everywhere.

    The puzzle is given by options, or by its compact name RECIPE; options then replace
    what the name says.

    With --count the seeds are consecutive; --unique skips seeds whose puzzle has more
    than one solution, not counting turns of the whole board.
    """
    from edgematch import formats
    from edgematch.generators.models import MODELS, find_model
    from edgematch.pictures.live import LiveDisplay

    if list_models:
        for model in MODELS.values():
            click.echo(f"{model.name:<10}{model.title}: {model.summary}")
        return
    recipe = _recipe(recipe_name, parameters)
    if keep_solution and recipe.random:
        raise EdgematchError("a random puzzle has no planted solution to keep")
    folder = _folder(output, count)
    target = outputs.format_to_write(
        to_format, None if folder else output, " (or give --to)"
    )
    if keep_solution and not target.content.has_board:
        raise EdgematchError(
            f"format {target.name} cannot hold the solution; use --to record"
        )
    if folder is None and not outputs.is_tile_folder(output, target):
        outputs.check_writable(output)
    if not unique:
        if tries is not None:
            raise EdgematchError("--tries needs --unique")
        find_model(recipe.model).check(replace(recipe, seed=recipe.seed + count - 1))
    last = recipe.seed + (tries or 1000 * count) if unique else None
    with LiveDisplay() as display:
        chosen = _puzzles(recipe, count, last, display)
        for done, generated in enumerate(chosen, start=1):
            document = _document(generated, keep_solution)
            text = formats.write(document, target.name).text
            path = _path(output, folder, generated.recipe, target)
            outputs.write_document(path, document, target, text)
            display.show(f"{done} of {count} puzzles")


def _folder(output: str | None, count: int) -> Path | None:
    """Return the folder that many puzzles go into."""
    if count == 1:
        return None
    from edgematch.formats import format_for_suffix

    if not output or output == "-":
        raise EdgematchError("--count needs a folder for the puzzles: pass -o FOLDER")
    if format_for_suffix(Path(output).suffix) or Path(output).is_file():
        raise EdgematchError(
            f"--count needs a folder for the puzzles, but {output} is a file name"
        )
    return Path(output)


def _path(
    output: str | None, folder: Path | None, recipe: "Recipe", target: "Format"
) -> str | None:
    """Return where to write a puzzle; one of many is a file or folder in `folder`."""
    if folder is None:
        return output
    folder.mkdir(parents=True, exist_ok=True)
    name = recipe.name.replace(":", "_")
    if not target.file_in_folder:
        name += target.suffixes[0] if target.suffixes else ".txt"
    return str(folder / name)


def _recipe(recipe_name: str | None, parameters: dict[str, Any]) -> "Recipe":
    from edgematch.generators import Recipe
    from edgematch.generators.models import find_model

    context = click.get_current_context()
    if recipe_name is not None:
        source = context.get_parameter_source
        given = {
            name: value
            for name, value in parameters.items()
            if source(name) is ParameterSource.COMMANDLINE
        }
        recipe = replace(Recipe.read(recipe_name), **given)
    else:
        for name in ("model", "rows", "inner_colors"):
            if parameters[name] is None:
                option = name.replace("_", "-")
                raise click.UsageError(f"Missing option '--{option}'.", context)
        if parameters["columns"] is None:
            parameters["columns"] = parameters["rows"]
        recipe = Recipe(**parameters)
    find_model(recipe.model).check(recipe)
    return recipe


def _puzzles(
    recipe: "Recipe", count: int, last: int | None, display: "LiveDisplay"
) -> Iterator["Generated"]:
    """Yield puzzles with rising seeds; up to `last`, only those with one solution."""
    from edgematch.generators import generate as follow
    from edgematch.search.uniqueness import has_one_solution

    seed = recipe.seed
    while count > 0:
        if seed == last:
            raise EdgematchError(
                f"too few puzzles with a single solution among the seeds {recipe.seed}"
                f" to {last - 1}; pass a larger --tries"
            )
        generated = follow(replace(recipe, seed=seed))
        watch = partial(_show, display, seed)
        if last is None or has_one_solution(generated.puzzle, watch):
            count -= 1
            yield generated
        seed += 1


def _show(display: "LiveDisplay", seed: int, nodes: int) -> None:
    display.show(f"seed {seed}: {nodes:,} nodes")


def _document(generated: "Generated", keep_solution: bool) -> "Document":
    from edgematch.formats import Document

    planted = generated.planted if keep_solution else None
    about = {"recipe": generated.recipe.name}
    found = {"planted": True} if planted is not None else {}
    return Document(generated.puzzle, planted, found, about)
