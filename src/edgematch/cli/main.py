"""The command `edgematch`: run a subcommand and print errors in one line.

Command modules are imported when they are called or listed, and import the rest of the
package inside their functions, so that `--help` answers at once.
"""

import contextlib
import io
import shutil
import sys
import textwrap
import warnings
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from edgematch.cli import outputs
from edgematch.errors import EdgematchError, one_line
from edgematch.processes.interrupts import (
    catch_interrupts,
    end_by_broken_pipe,
    end_by_ctrl_c,
)
from edgematch.version import __version__

COMMANDS = (
    "catalog",
    "new",
    "photo",
    "generate",
    "info",
    "blocks",
    "estimate",
    "check",
    "convert",
    "draw",
    "solve",
    "count",
    "optimize",
    "best",
    "encode",
    "decode",
    "benchmark-set",
    "theory",
    "experiment",
    "serve",
    "prepare",
    "cache",
    "completion",
)
"""Each is a module of this package with a click command of the same name in it; where
the command has a hyphen, they have an underscore."""

BAD_INPUT = 2
INTERRUPTED = 130
OUTPUT_GONE = 141


_WIDEST_HELP = 80
_NARROW = 60


class _FittingFormatter(click.HelpFormatter):
    """Keeps all lines of a help text within the width, examples too."""

    def write(self, string: str) -> None:
        """Write text, with lines that are too long folded between words."""
        for line in string.splitlines(keepends=True):
            text = line.rstrip("\n")
            if len(text) > self.width:
                indent = " " * (len(text) - len(text.lstrip()) + 4)
                text = textwrap.fill(
                    text,
                    self.width,
                    subsequent_indent=indent,
                    break_on_hyphens=False,
                )
            super().write(text + "\n" * line.endswith("\n"))

    def write_dl(
        self,
        rows: Iterable[tuple[str, str]],
        col_max: int = 30,
        col_spacing: int = 2,
    ) -> None:
        """Write options and their meanings; below each other where it is narrow."""
        if self.width >= _NARROW:
            super().write_dl(rows, col_max, col_spacing)
            return
        for name, meaning in rows:
            self.write(f"{'':>{self.current_indent}}{name}\n")
            with self.indentation(), self.indentation():
                self.write_text(meaning)


click.Context.formatter_class = _FittingFormatter


class _Stopped(BaseException):
    """Ctrl-C in a command."""


class _LazyGroup(click.Group):
    """A group whose commands are imported by name when they are wanted."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command; click would print an empty line after Ctrl-C."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            raise _Stopped from None

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = name.replace("-", "_")
        command = getattr(import_module(f"edgematch.cli.{module}"), module)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; suggest names that are close to an unknown one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            close = get_close_matches(name, COMMANDS, n=3, cutoff=0.6)
            advice = f"; did you mean {' or '.join(close)}?" if close else ""
            context.fail(f"no command {name!r}{advice}")
        return super().resolve_command(context, args)


@click.group(
    name="edgematch",
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  edgematch catalog                       the puzzles that come with the package
  edgematch solve scramble-squares        solve one of them
  edgematch info pieces.txt               what a piece file contains
  edgematch check LINK --puzzle eternity2 score a board
  edgematch draw LINK -o board.svg        draw it

A PUZZLE or BOARD is a file, a folder of tiles, a catalog name, a viewer link, or - for
the standard input; a PUZZLE may also be the name of a generated one, such as
two-set:7x7:7:3:seed=5.""",
)
@click.version_option(__version__, prog_name="edgematch")
def cli() -> None:
    """Read, check, draw and solve edge-matching puzzles."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        columns = shutil.get_terminal_size().columns
        status: Any = cli.main(
            arguments,
            prog_name="edgematch",
            standalone_mode=False,
            terminal_width=min(columns, _WIDEST_HELP),
        )
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (SystemExit, BrokenPipeError):
        return OUTPUT_GONE  # click exits if its output is not read any more
    except (EdgematchError, OSError) as error:
        return _print_error(outputs.error_message(error))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "edgematch":
            raise
        return _print_error(f"this command needs {error.name}, which is not installed")
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())  # a command of commands, called alone
        return 0
    except click.UsageError as error:
        place = error.ctx.command_path if error.ctx else "edgematch"
        return _print_error(f"{error.format_message()} (see {place} --help)")
    except click.ClickException as error:
        return _print_error(error.format_message())
    except (KeyboardInterrupt, _Stopped, click.Abort):
        return INTERRUPTED
    except Exception as error:
        return _status_by_cause(error)


def _status_by_cause(error: Exception) -> int:
    """Return the status for an interrupt or a lack of memory behind an error.

    Python wraps what is raised while a class is created, and numba wraps errors in its
    own; the compiler may fail without saying why.  Any other error is raised again.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            return INTERRUPTED
        if isinstance(cause, MemoryError | SystemError):
            return _print_error(f"out of memory: {cause}".removesuffix(": "))
        if isinstance(cause, RuntimeError) and "start new thread" in str(cause):
            return _print_error("out of memory: no thread can be started")
        cause = cause.__cause__ or cause.__context__
    raise error


def _print_error(message: str) -> int:
    with contextlib.suppress(OSError):  # the standard error may be full or closed
        click.echo(one_line(f"edgematch: {message}"), err=True)
    return BAD_INPUT


@contextlib.contextmanager
def _collect_warnings() -> Iterator[None]:
    """Print warnings of this package at the end, a line each.

    Before that, a line about the progress may be half written.
    """
    before, waiting = warnings.showwarning, dict[str, None]()

    def show(
        message: Warning | str, category: type[Warning], *place: Any, **more: Any
    ) -> None:
        if category.__module__.startswith("edgematch."):
            waiting[str(message)] = None
        else:
            before(message, category, *place, **more)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = before
        for message in waiting:
            _print_error(message)


def main() -> None:
    """Run as a program."""
    interrupts = catch_interrupts()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # not every terminal has a dash
    try:
        with _collect_warnings():
            status = run()
    finally:
        interrupts.ignore()
    if interrupts.is_set and status != BAD_INPUT:
        status = INTERRUPTED  # even if it came just as the work was done
    if status == OUTPUT_GONE:
        end_by_broken_pipe()
    if status == INTERRUPTED:
        end_by_ctrl_c()
    sys.exit(status)
