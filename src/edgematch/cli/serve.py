"""`edgematch serve`: the studio, to play, watch and solve in the browser."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgematch.cli import arguments
from edgematch.errors import EdgematchError, MissingPackage
from edgematch.files import file_exists

if TYPE_CHECKING:
    from edgematch.web.requests import ReadRequest


@click.command(
    epilog="""\b
Examples:
  edgematch serve                             on http://127.0.0.1:8130/
  edgematch serve --port 0 --no-browser       on any free port
  edgematch serve --host 0.0.0.0              for other machines, with a token
  edgematch serve --boards records.md         with a gallery of boards

Ctrl-C stops the studio. Unfinished jobs continue when it is started again, if their
engine saves checkpoints."""
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on.",
)
@arguments.number(
    "--port", most=65535, default=8130, help="Port to listen on; 0 for any free port."
)
@click.option(
    "--browser/--no-browser",
    default=True,
    help="Whether to open the page in the browser.",
)
@click.option(
    "--state",
    metavar="FOLDER",
    help="Keep jobs in FOLDER instead of the user's state folder.",
)
@click.option(
    "--store",
    metavar="FILE",
    help="Keep the best boards in FILE instead of the user's data folder.",
)
@click.option("--no-store", is_flag=True, help="Do not keep boards in a store.")
@click.option(
    "--boards",
    metavar="FILE",
    help="Show the boards of all viewer links in FILE as a gallery.",
)
@arguments.number(
    "--jobs",
    least=1,
    most=64,
    default=4,
    help="Maximum number of running jobs per client.",
)
@arguments.number(
    "--grace",
    least=1,
    default=300,
    metavar="SECONDS",
    help="Pause a job this long after its page was closed.",
)
@arguments.number(
    "--job-seconds",
    least=1,
    default=3600,
    metavar="SECONDS",
    help="Time limit of a job.",
)
@arguments.number(
    "--job-memory", least=256, default=3072, metavar="MB", help="Memory limit of a job."
)
def serve(
    host: str,
    port: int,
    browser: bool,
    state: str | None,
    store: str | None,
    no_store: bool,
    boards: str | None,
    jobs: int,
    grace: int,
    job_seconds: int,
    job_memory: int,
) -> None:
    """Open the studio: play, watch and solve in the browser.

    By default it can be reached from this machine only. With another --host it requires
    a token, which is part of the link that it prints.
    """
    if any(find_spec(name) is None for name in ("msgspec", "starlette", "uvicorn")):
        raise MissingPackage(
            "the studio needs starlette, uvicorn and msgspec: pip install"
            " 'edgematch[web]'"
        )
    from edgematch.campaigns.store import Store
    from edgematch.web.safety import is_this_machine, new_token
    from edgematch.web.server import run_studio
    from edgematch.web.settings import Settings, default_state_folder

    for option, value in (("--host", host), ("--state", state), ("--store", store)):
        if value == "":
            raise EdgematchError(f"{option} must not be empty")
    kept = None if no_store else Store(None if store is None else Path(store))
    if kept is not None:
        kept.check()
    settings = Settings(
        Path(state) if state is not None else default_state_folder(),
        store=None if kept is None else kept.path.absolute(),
        boards=None if boards is None else _boards_request(boards),
        warms_up=True,
        token="" if is_this_machine(host) else new_token(),
        jobs_per_client=jobs,
        jobs_in_all=2 * jobs,
        grace_seconds=grace,
        most_seconds=job_seconds,
        most_megabytes=job_memory,
    )

    def tell(address: str) -> None:
        click.echo(f"the studio is at {address} (Ctrl-C stops it)")
        if boards is not None:
            click.echo(f"the boards of {boards}: New puzzle, Boards")
        if settings.token:
            click.echo(
                "anybody on the way can read http, the token too; where that matters,"
                " serve without --host and open a tunnel on the other machine:"
                f" ssh -L {port or 8130}:127.0.0.1:{port or 8130} THIS_MACHINE",
                err=True,
            )

    run_studio(host, port, settings, tell, browser)


def _boards_request(path: str) -> "ReadRequest":
    """Return what reads a file of boards; refuse one that has none."""
    from edgematch import inputs
    from edgematch.web.requests import ReadRequest

    if not file_exists(path):
        raise EdgematchError(f"{path}: no such file")
    source = inputs.link_source(Path(path))
    if source is None:
        raise EdgematchError(f"{path}: no viewer links found")
    return ReadRequest(name=Path(path).name[:200], text=source.text)
