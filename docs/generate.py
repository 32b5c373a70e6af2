"""Write the generated pages and pictures of this folder; `make docs` runs it."""

import re
from pathlib import Path

import click

from edgematch import load, optimize, solve
from edgematch.cli.main import COMMANDS, cli
from edgematch.encoders import ENCODINGS, encoding, encoding_options
from edgematch.pictures import board_svg, puzzle_svg
from edgematch.pictures.charts import hardness_map, pattern_chart, profile_chart
from edgematch.search import technique_class
from edgematch.search.options import Option, option_meanings, options_of
from edgematch.techniques.blocks.tables.facts import block_facts
from edgematch.theory.estimate import estimates

FOLDER = Path(__file__).parent


def commands_page() -> str:
    """Return the help texts of all commands as a page."""
    parts = [
        "# Commands",
        "Written by `make docs` from the help texts; do not edit.",
        _section("edgematch", cli),
    ]
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        parts.append(_section(f"edgematch {name}", command))
        if isinstance(command, click.Group):
            parts += [
                _section(f"edgematch {name} {inner}", command.commands[inner])
                for inner in command.commands
            ]
    return "\n\n".join(parts) + "\n"


def _section(path: str, command: click.Command) -> str:
    context = click.Context(
        command,
        info_name=path,
        terminal_width=100,
        max_content_width=100,
        help_option_names=["-h", "--help"],
    )
    return f"## `{path}`\n\n```\n{command.get_help(context)}\n```"


def option_pages() -> dict[str, str]:
    """Return the pages with option tables, by name, with the tables filled in."""
    goals = {f"engines/{path.name}": "solve" for path in FOLDER.glob("engines/*.md")}
    goals |= {"scores.md": "optimize", "encodings.md": "encode"}
    return {
        name: re.sub(
            r"(<!-- options: ([\w-]+) -->\n).*?(?=<!-- end -->)",
            lambda match, goal=goal: match[1] + _option_table(match[2], goal),
            (FOLDER / name).read_text(),
            flags=re.DOTALL,
        )
        for name, goal in goals.items()
    }


def _option_table(engine: str, goal: str) -> str:
    if goal == "encode":
        return _encoding_table()
    kind = technique_class(engine, goal)
    meanings = option_meanings(kind)
    rows = ["| option | default | values | meaning |", "|---|---|---|---|"]
    for option in options_of(kind):
        meaning = meanings[option.name].removesuffix(".")
        default = _value(option.default)
        rows.append(
            f"| `{option.name}` | `{default}` | {_values(option)} | {meaning} |"
        )
    return "\n".join(rows) + "\n"


def _encoding_table() -> str:
    """Return the options of all encodings; each says which encodings have it."""
    owners: dict[str, list[str]] = {}
    rows: dict[str, tuple[object, str]] = {}
    for name in ENCODINGS:
        meanings = option_meanings(type(encoding(name)))
        for option, default in encoding_options(name).items():
            owners.setdefault(option, []).append(f"`{name}`")
            rows[option] = default, meanings[option].removesuffix(".")
    lines = ["| option | encodings | default | meaning |", "|---|---|---|---|"]
    for option, (default, meaning) in rows.items():
        names = owners[option]
        having = "all" if len(names) == len(ENCODINGS) else ", ".join(names)
        lines.append(f"| `{option}` | {having} | `{_value(default)}` | {meaning} |")
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(option: Option) -> str:
    if option.choices:
        return ", ".join(f"`{choice}`" for choice in option.choices)
    if isinstance(option.default, bool):
        return "`true`, `false`"
    if option.least is None or option.most is None:
        return "a number" if isinstance(option.default, int) else "text"
    if option.most == float("inf"):
        return f"{option.least:,} or more"
    return f"{option.least:,} to {option.most:,}"


def pictures() -> dict[str, str | bytes]:
    """Return the pictures of the docs by file name."""
    board = solve(load("scramble-squares").puzzle).solutions[0]
    profile = estimates(load("eternity2").puzzle)
    blocks = block_facts(load("eternity2").puzzle, 2, 2)
    patterns = pattern_chart(
        "eternity2",
        "2 × 2",
        list(blocks.colors.values()),
        list(blocks.patterns.values()),
        "png",
    )
    framed = solve(load("two-set:6x6:6:3:seed=1").puzzle).solutions[0]
    tetravex = solve(load("tetravex:4x4:10:seed=3").puzzle).solutions[0]
    unsolved = optimize(load("e2:8x8:8:3:seed=1").puzzle, seed=1, nodes=1_000_000)
    return {
        "scramble-squares.svg": board_svg(board, cell_size=96),
        "framed.svg": board_svg(framed),
        "tetravex.svg": board_svg(tetravex),
        "breaks.svg": board_svg(unsolved.best, cell_size=64),
        "pieces.svg": puzzle_svg(load("clue1").puzzle, cell_size=64),
        "hardness-map.svg": hardness_map(5, "svg").decode(),
        "eternity2-profile.svg": profile_chart("eternity2", profile, "svg").decode(),
        "eternity2-patterns.png": patterns,
    }


if __name__ == "__main__":
    (FOLDER / "commands.md").write_text(commands_page())
    for name, page in option_pages().items():
        (FOLDER / name).write_text(page)
    for name, picture in pictures().items():
        data = picture.encode() if isinstance(picture, str) else picture
        (FOLDER / "pictures" / name).write_bytes(data)
