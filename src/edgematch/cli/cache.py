"""`edgematch cache`: what we keep on this machine, and how to remove it."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError


@dataclass(frozen=True)
class KeptFiles:
    """A file or folder that we keep on the machine."""

    what: str
    path: Path
    can_be_rebuilt: bool

    def facts(self) -> dict[str, Any]:
        """Return its path and size, for JSON."""
        sizes = [
            each.stat().st_size
            for each in (self.path, *self.path.rglob("*"))
            if each.is_file()
        ]
        return {
            "what": self.what,
            "path": str(self.path),
            "files": len(sizes),
            "bytes": sum(sizes),
            "can_be_rebuilt": self.can_be_rebuilt,
        }


@click.command(
    epilog="""\b
Examples:
  edgematch cache
  edgematch cache --clear --yes

To use other folders, set XDG_CACHE_HOME (or NUMBA_CACHE_DIR), XDG_DATA_HOME and
XDG_STATE_HOME."""
)
@click.option("--clear", is_flag=True, help="Remove the compiled kernels.")
@click.option("--yes", is_flag=True, help="Do not ask before removing.")
@arguments.json
def cache(clear: bool, yes: bool, as_json: bool) -> None:
    """Show what edgematch keeps on this machine, or clear its cache.

    --clear removes the compiled kernels, which are compiled again when they are needed.
    It never removes the best boards or the jobs of the studio.
    """
    if yes and not clear:
        raise EdgematchError("--yes needs --clear")
    facts = [kept.facts() for kept in _kept_files()]
    if clear:
        facts = [each for each in facts if each["can_be_rebuilt"] and each["files"]]
        if facts and not yes and outputs.is_terminal(sys.stdin):
            names = ", ".join(
                f"{each['path']} ({_size(each['bytes'])})" for each in facts
            )
            click.confirm(f"Remove {names}?", abort=True, err=True)
        for each in facts:
            shutil.rmtree(each["path"])
    if as_json:
        outputs.print_json({"removed" if clear else "kept": facts})
        return
    if clear and not facts:
        click.echo("nothing to remove")
    for each in facts:
        verb = "removed " if clear else ""
        noun = "file" if each["files"] == 1 else "files"
        click.echo(
            f"{verb}{each['what']}: {each['files']:,} {noun},"
            f" {_size(each['bytes'])}\n  {each['path']}"
        )


def _kept_files() -> list[KeptFiles]:
    """Return all that this package writes outside of the files that users name."""
    from edgematch.campaigns.store import default_path
    from edgematch.kernels import cache_home
    from edgematch.web.settings import default_state_folder

    return [
        KeptFiles("compiled kernels", cache_home(), True),
        KeptFiles("best boards", default_path(), False),
        KeptFiles("jobs of the studio", default_state_folder(), False),
    ]


def _size(count: int) -> str:
    """Write a number of bytes for people.

    >>> _size(0), _size(2_500_000)
    ('0.0 MB', '2.5 MB')
    """
    return f"{count / 1e6:.1f} MB"
