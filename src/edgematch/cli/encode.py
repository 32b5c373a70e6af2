"""`edgematch encode`: a puzzle as a formula or a constraint model for other solvers."""

from pathlib import Path
from typing import Any

import click

from edgematch.cli.arguments import PuzzleArgument, load, reading_options
from edgematch.cli.output import (
    check_different,
    check_keeps_input,
    check_writable,
    output_stream,
    print_json,
)
from edgematch.errors import EdgematchError

FORMATS = {
    "cnf": ".cnf",
    "wcnf": ".wcnf",
    "opb": ".opb",
    "xcsp3": ".xml",
    "minizinc": ".mzn",
}
"""The formats, and the ending of a file that chooses each."""
_MODEL_FORMATS = ("xcsp3", "minizinc")


def _encoding_name(value: str) -> str:
    """Return the name of an encoding, if there is one."""
    from edgematch.encoders import ENCODINGS

    if value not in ENCODINGS:
        names = ", ".join(ENCODINGS)
        raise EdgematchError(f"unknown encoding {value!r}; choose one of {names}")
    return value


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
@click.argument("puzzle", type=PuzzleArgument())
@reading_options
@click.option(
    "--encoding",
    type=_encoding_name,
    metavar="NAME",
    help="Encoding: primal, primal-dual or compact for a formula, cp-joins or cp-table"
    " for a constraint model.",
)
@click.option(
    "--color-counts/--no-color-counts",
    default=None,
    help="primal-dual: add the color counts PD3 [default: yes].",
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
    help="How to encode at most one: pairwise, sequential, ladder, bitwise or product"
    " [default: ladder; pairwise for compact].",
)
@click.option(
    "--exactly",
    metavar="WAY",
    help="How to encode exactly k: totalizer, sequential, sorting or cardinality"
    " [default: sorting].",
)
@click.option(
    "--preprocess", is_flag=True, help="Simplify the clauses with CaDiCaL; cnf only."
)
@click.option(
    "--to",
    "to_format",
    type=click.Choice(list(FORMATS)),
    help="Format to write, instead of the one that the ending means.",
)
@click.option(
    "-o", "--output", metavar="PATH", help="File to write; - for the standard output."
)
@click.option(
    "--count-only",
    is_flag=True,
    help="Print the number of variables and clauses; write nothing.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def encode(
    puzzle: str,
    encoding: str | None,
    color_counts: bool | None,
    forbidden_colors: bool | None,
    explicit: bool | None,
    break_symmetry: bool | None,
    at_most_one: str | None,
    exactly: str | None,
    preprocess: bool,
    to_format: str | None,
    output: str | None,
    count_only: bool,
    as_json: bool,
    **reading: Any,
) -> None:
    """Write a puzzle as a formula or a constraint model."""
    from edgematch.encoders import encoding as encoding_named
    from edgematch.encoders.cardinality import simplify_clauses
    from edgematch.encoders.formula_files import formula_comments

    format = to_format or _format_by_ending(output)
    name = encoding or ("cp-joins" if format in _MODEL_FORMATS else "primal-dual")
    options: dict[str, Any] = {
        "color_counts": color_counts,
        "forbidden_colors": forbidden_colors,
        "explicit": explicit,
        "break_symmetry": break_symmetry,
        "breaks": True if format == "wcnf" else None,
    }
    given = {key: value for key, value in options.items() if value is not None}
    _check_options(name, given)
    has_way = at_most_one is not None or exactly is not None
    _check_format(name, format, preprocess, has_way)
    if not count_only:
        _check_output(puzzle, output, format, as_json)
    document = load(puzzle, **reading)
    encoded = encoding_named(name, **given).encode(document.puzzle)
    comments = formula_comments(document.puzzle, name, given)
    if format in _MODEL_FORMATS:
        facts = _model_facts(encoded)
        if not count_only:
            _write_model(encoded, format, output, comments)
    else:
        clauses = _clauses(encoded, name, at_most_one, exactly)
        if preprocess:
            clauses = simplify_clauses(clauses)
        facts = _formula_facts(clauses, format) if count_only or as_json else {}
        if not count_only:
            _write_formula(clauses, format, output, comments)
    if as_json:
        print_json({"encoding": name, **facts})
    elif count_only:
        for key, value in facts.items():
            click.echo(f"{key:<12}{value:,}")


def _check_options(name: str, given: dict[str, Any]) -> None:
    """Refuse options that an encoding does not have."""
    from edgematch.encoders import encoding_options

    for key in given:
        if key in encoding_options(name):
            continue
        if key == "breaks":
            raise EdgematchError(
                f"encoding {name} cannot be written as wcnf, because it cannot have"
                " breaks; use primal or primal-dual"
            )
        flag = key.replace("_", "-")
        raise EdgematchError(f"--{flag} does not apply to encoding {name}")


def _check_output(puzzle: str, output: str | None, format: str, as_json: bool) -> None:
    """Refuse files that cannot be written, or would overwrite the input."""
    check_writable(output or "-", as_json)
    data = _data_path(output) if format == "minizinc" else None
    check_writable(data)
    written = {"--output": output, "the model's data": data}
    check_different(written)
    check_keeps_input(puzzle, written)


def _format_by_ending(output: str | None) -> str:
    if output is None or output == "-":
        return "cnf"
    ending = Path(output).suffix
    for format, suffix in FORMATS.items():
        if ending == suffix:
            return format
    endings = ", ".join(FORMATS.values())
    raise EdgematchError(
        f"{output}: unknown ending; use one of {endings}, or choose a format with --to"
    )


def _data_path(output: str | None) -> str:
    """Return where the data of a MiniZinc model are written."""
    if output is None or output == "-":
        raise EdgematchError(
            "MiniZinc output is two files: name the model with -o, such as -o f.mzn"
        )
    return str(Path(output).with_suffix(".dzn"))


def _check_format(encoding: str, format: str, preprocess: bool, has_way: bool) -> None:
    """Refuse a format that the encoding or another option does not support."""
    from edgematch.encoders import CONSTRAINT_MODELS, FORMULAS

    fitting = CONSTRAINT_MODELS if format in _MODEL_FORMATS else FORMULAS
    if encoding not in fitting:
        there = ", ".join(fitting)
        raise EdgematchError(f"{encoding} cannot be written as {format}; {there} can")
    if preprocess and format != "cnf":
        raise EdgematchError(f"--preprocess needs --to cnf, not {format}")
    if has_way and format not in ("cnf", "wcnf"):
        raise EdgematchError(
            f"--at-most-one and --exactly apply to cnf and wcnf, not to {format}"
        )


def _clauses(
    formula: Any, encoding: str, at_most_one: str | None, exactly: str | None
) -> Any:
    from edgematch.encoders.cardinality import Clauses

    # Heule has pairs, and his sizes come out only so.
    usual = "pairwise" if encoding == "compact" else "ladder"
    return Clauses(formula, at_most_one or usual, exactly or "sorting")


def _formula_facts(clauses: Any, format: str) -> dict[str, int]:
    from edgematch.encoders.formula_files import opb_size

    if format == "opb":
        variables, constraints = opb_size(clauses.formula)
        return {"variables": variables, "constraints": constraints}
    variables, number = clauses.size()
    facts = {"variables": variables, "clauses": number}
    if format == "wcnf":
        facts["soft"] = sum(1 for _ in clauses.formula.soft())
    return facts


def _model_facts(model: Any) -> dict[str, int]:
    return {
        "variables": len(model.domains),
        "constraints": len(model.allowed) + 1,
        "rows": sum(len(rows) for rows in model.tables.values()),
    }


def _write_formula(
    clauses: Any, format: str, output: str | None, comments: list[str]
) -> None:
    from edgematch.encoders.formula_files import write_cnf, write_opb, write_wcnf

    with output_stream(output) as stream:
        match format:
            case "cnf":
                write_cnf(stream, clauses, comments)
            case "wcnf":
                write_wcnf(stream, clauses, comments)
            case "opb":
                write_opb(stream, clauses.formula, comments)


def _write_model(
    model: Any, format: str, output: str | None, comments: list[str]
) -> None:
    from edgematch.encoders.model_files import write_minizinc, write_xcsp3

    if format == "xcsp3":
        with output_stream(output) as stream:
            write_xcsp3(stream, model, comments)
        return
    data = _data_path(output)
    with output_stream(output) as stream, output_stream(data) as data_stream:
        write_minizinc(stream, data_stream, model, comments)
