"""`edgematch catalog`: the puzzles that come with the package."""

from typing import Any

import click

from edgematch.cli import arguments, outputs


@click.command(
    epilog="""\b
Examples:
  edgematch catalog
  edgematch catalog eternity2"""
)
@click.argument("name", required=False, shell_complete=arguments.complete_puzzle)
@arguments.json
def catalog(name: str | None, as_json: bool) -> None:
    """List the puzzles in the catalog, or print what is known about one of them."""
    from edgematch import catalog as puzzles

    entries = [_facts(each) for each in ([name] if name else puzzles.names())]
    if as_json:
        outputs.print_json(entries[0] if name else entries)
    elif name:
        _print_text(entries[0])
    else:
        for entry in entries:
            size = f"{entry['rows']} × {entry['columns']}"
            click.echo(f"{entry['name']:<22}{size:<9}{entry['title']}")


def _facts(name: str) -> dict[str, Any]:
    from edgematch import catalog as puzzles

    document = puzzles.load(name)
    puzzle = document.puzzle
    return {
        "name": name,
        "title": document.about["title"],
        "source": document.about["source"],
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "hints": len(puzzle.hints),
        "fingerprint": puzzle.fingerprint,
        "known": document.about.get("known", {}),
    }


def _print_text(entry: dict[str, Any]) -> None:
    click.echo(f"{entry['name']}: {entry['title']}")
    click.echo(f"source: {entry['source']}")
    click.echo(f"fingerprint: {entry['fingerprint']}")
    for key, value in entry["known"].items():
        if isinstance(value, dict):
            value = ", ".join(f"{part} × {count}" for part, count in value.items())
        click.echo(f"{key.replace('_', ' ')}: {value}")
