"""One line on the terminal that is written over until the work is done."""

import sys
import time

import click

_QUIET_SECONDS = 0.5
_SECONDS_BETWEEN = 0.1


class ProgressLine:
    """Shows how far the work is, on a terminal only, and not for short work."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._is_shown = False
        self._started = self._shown_at = time.monotonic()

    def show(self, text: str) -> None:
        """Write the line over, if it is time to."""
        now = time.monotonic()
        if (
            not self._is_terminal
            or now - self._started < _QUIET_SECONDS
            or now - self._shown_at < _SECONDS_BETWEEN
        ):
            return
        self._is_shown, self._shown_at = True, now
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._is_shown = False
