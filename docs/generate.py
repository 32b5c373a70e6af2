"""Write the generated pages and pictures of this folder; `make docs` runs it."""

from pathlib import Path

import click

from edgematch import load, solve
from edgematch.cli.main import COMMANDS, cli
from edgematch.draw import board_svg
from edgematch.draw.block_chart import pattern_chart
from edgematch.draw.charts import hardness_map, profile_chart
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
    return {
        "scramble-squares.svg": board_svg(board, cell_size=96),
        "hardness-map.svg": hardness_map(5, "svg").decode(),
        "eternity2-profile.svg": profile_chart("eternity2", profile, "svg").decode(),
        "eternity2-patterns.png": patterns,
    }


if __name__ == "__main__":
    (FOLDER / "commands.md").write_text(commands_page())
    for name, picture in pictures().items():
        data = picture.encode() if isinstance(picture, str) else picture
        (FOLDER / "pictures" / name).write_bytes(data)
