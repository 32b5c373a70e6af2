"""`edgematch encode`: a puzzle as a formula or a constraint model for other solvers."""

from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from edgematch.cli import arguments, outputs
from edgematch.encoders import CONSTRAINT_MODELS, ENCODINGS, FORMULAS, encoding_options
from edgematch.errors import EdgematchError, nearest_names

FORMATS = {
    "cnf": (".cnf", "formula_files", "write_cnf"),
    "wcnf": (".wcnf", "formula_files", "write_wcnf"),
    "opb": (".opb", "formula_files", "write_opb"),
    "xcsp3": (".xml", "model_files", "write_xcsp3"),
    "minizinc": (".mzn", "model_files", "write_minizinc"),
}
"""For each format its suffix, the module of `encoders` with its writer, and that."""
_MODEL_FORMATS = ("xcsp3", "minizinc")


@click.command(
    epilog="""\b
Examples:
  edgematch encode clue1 -o clue1.cnf
  edgematch encode clue1 --encoding compact --forbidden-colors --explicit -o f.cnf
  edgematch encode eternity2 --encoding primal-dual --count-only --json
  edgematch encode clue1 -o clue1.wcnf        each break costs 1
  edgematch encode clue1 -o clue1.mzn         and clue1.dzn, the data

Comment lines contain the puzzle and the meaning of the variables, so that edgematch
decode needs nothing else."""
)
@arguments.puzzle
@click.option(
    "--encoding",
    type=click.Choice(ENCODINGS),
    metavar="NAME",
    help="Encoding: primal, primal-dual or compact for a formula, cp-joins or cp-table"
    " for a constraint model.",
)
@click.option(
    "--color-counts/--no-color-counts",
    default=None,
    help="primal-dual: add the color counts PD3.  [default: yes]",
)
@click.option(
    "--forbidden-colors",
    is_flag=True,
    default=None,
    help="compact: add the clauses (8) for forbidden colors.",
)
@click.option(
    "--explicit",
    is_flag=True,
    default=None,
    help="compact: add the explicit clauses (9) to (11).",
)
@click.option(
    "--break-symmetry",
    is_flag=True,
    default=None,
    help="Allow only one turn of the whole board.",
)
@click.option(
    "--at-most-one",
    metavar="WAY",
    help="Encoding of at-most-one constraints: pairwise, sequential, ladder, bitwise or"
    " product.  [default: ladder; pairwise for compact]",
)
@click.option(
    "--exactly",
    metavar="WAY",
    help="Encoding of exactly-k constraints: totalizer, sequential, sorting or"
    " cardinality.  [default: sorting]",
)
@click.option(
    "--preprocess", is_flag=True, help="Simplify the clauses with CaDiCaL; cnf only."
)
@click.option(
    "--to",
    "to_format",
    type=click.Choice(list(FORMATS)),
    help="Format to write.  [default: by the suffix of the output file]",
)
@arguments.output
@click.option(
    "--count-only",
    is_flag=True,
    help="Print the number of variables and clauses; write nothing.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def encode(
    puzzle: str,
    encoding: str | None,
    at_most_one: str | None,
    exactly: str | None,
    preprocess: bool,
    to_format: str | None,
    output: str | None,
    count_only: bool,
    as_json: bool,
    **others: Any,
) -> None:
    """Write a puzzle as a formula or a constraint model."""
    from edgematch.encoders import encoding as encoding_named
    from edgematch.encoders.formula_files import formula_comments

    format = to_format or _format_by_suffix(output)
    name = encoding or ("cp-joins" if format in _MODEL_FORMATS else "primal-dual")
    options = _encoding_options(name, format, others)
    has_way = at_most_one is not None or exactly is not None
    _check_format(name, format, preprocess, has_way)
    paths = [] if count_only else _output_files(puzzle, output, format, as_json)
    document = arguments.load(puzzle, **others)
    encoded = encoding_named(name, **options).encode(document.puzzle)
    if format not in _MODEL_FORMATS:
        encoded = _clauses(encoded, name, at_most_one, exactly, preprocess)
    facts = _sizes(encoded, format) if count_only or as_json else {}
    if not count_only:
        comments = formula_comments(document.puzzle, name, options)
        _write(encoded, format, paths, comments)
    if as_json:
        outputs.print_json({"encoding": name, **facts})
    elif count_only:
        for key, value in facts.items():
            click.echo(f"{key:<12}{value:,}")


def _encoding_options(name: str, format: str, others: dict[str, Any]) -> dict[str, Any]:
    """Take the options of encodings out of `others`, and check that `name` has them."""
    known = {option for each in ENCODINGS for option in encoding_options(each)}
    given = {key: others.pop(key) for key in [*others] if key in known}
    given["breaks"] = True if format == "wcnf" else None
    given = {key: value for key, value in given.items() if value is not None}
    for key in given.keys() - encoding_options(name):
        if key == "breaks":
            raise EdgematchError(
                f"encoding {name} cannot be written as wcnf, because it cannot have"
                " breaks; use primal or primal-dual"
            )
        flag = key.replace("_", "-")
        raise EdgematchError(f"--{flag} does not apply to encoding {name}")
    return given


def _format_by_suffix(output: str | None) -> str:
    if output is None or output == "-":
        return "cnf"
    for format, (suffix, *_) in FORMATS.items():
        if Path(output).suffix == suffix:
            return format
    known = (suffix for suffix, *_ in FORMATS.values())
    suffixes = nearest_names(Path(output).suffix, known)
    raise EdgematchError(
        f"{output}: unknown suffix; use one of {suffixes}, or choose a format with --to"
    )


def _output_files(
    puzzle: str, output: str | None, format: str, as_json: bool
) -> list[str]:
    """Return the files to write; raise if they cannot be, or would overwrite input."""
    files = {"--output": output or "-"}
    outputs.check_writable(files["--output"], as_json)
    if format == "minizinc":
        if output is None or output == "-":
            raise EdgematchError(
                "MiniZinc output is two files: name the model with -o, such as -o f.mzn"
            )
        files["the model's data"] = str(Path(output).with_suffix(".dzn"))
        outputs.check_writable(files["the model's data"])
    outputs.check_different(files)
    outputs.check_keeps_input(puzzle, files)
    return list(files.values())


def _check_format(encoding: str, format: str, preprocess: bool, has_way: bool) -> None:
    """Raise if the encoding or another option does not support the format."""
    fitting = CONSTRAINT_MODELS if format in _MODEL_FORMATS else FORMULAS
    if encoding not in fitting:
        names = ", ".join(fitting)
        raise EdgematchError(f"{encoding} cannot be written as {format}; {names} can")
    if preprocess and format != "cnf":
        raise EdgematchError(f"--preprocess needs --to cnf, not {format}")
    if has_way and format not in ("cnf", "wcnf"):
        raise EdgematchError(
            f"--at-most-one and --exactly apply to cnf and wcnf, not to {format}"
        )


def _clauses(
    formula: Any,
    encoding: str,
    at_most_one: str | None,
    exactly: str | None,
    preprocess: bool,
) -> Any:
    from edgematch.encoders.cardinality import Clauses, simplify_clauses

    # Heule encodes at most one pairwise; otherwise the sizes are not his.
    usual = "pairwise" if encoding == "compact" else "ladder"
    clauses = Clauses(formula, at_most_one or usual, exactly or "sorting")
    return simplify_clauses(clauses) if preprocess else clauses


def _sizes(encoded: Any, format: str) -> dict[str, int]:
    """Return the numbers of variables, and of clauses or constraints."""
    if format in _MODEL_FORMATS:
        return {
            "variables": len(encoded.domains),
            "constraints": len(encoded.allowed) + 1,
            "rows": sum(len(rows) for rows in encoded.tables.values()),
        }
    if format == "opb":
        from edgematch.encoders.formula_files import opb_size

        return dict(
            zip(("variables", "constraints"), opb_size(encoded.formula), strict=True)
        )
    sizes = dict(zip(("variables", "clauses"), encoded.size(), strict=True))
    if format == "wcnf":
        sizes["soft"] = sum(1 for _ in encoded.formula.soft())
    return sizes


def _write(encoded: Any, format: str, paths: list[str], comments: list[str]) -> None:
    _, module, function = FORMATS[format]
    write = getattr(import_module(f"edgematch.encoders.{module}"), function)
    with ExitStack() as stack:
        streams = [stack.enter_context(outputs.output_stream(path)) for path in paths]
        write(*streams, encoded.formula if format == "opb" else encoded, comments)
