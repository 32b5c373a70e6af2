"""The progress display of a running plan."""

import time
from typing import TYPE_CHECKING

import click

from edgematch.pictures.live import LiveDisplay, duration

if TYPE_CHECKING:
    from edgematch.experiments.scheduler import PlanProgress

_SECONDS_BETWEEN_LINES = 60.0
"""Without a terminal, for example in the log of a cluster job."""
_NAME = 40


class PlanDisplay:
    """Shows the progress of a plan: live on a terminal, elsewhere line by line."""

    def __init__(self, is_quiet: bool) -> None:
        self._live = LiveDisplay()
        self._is_quiet = is_quiet
        self._told = time.monotonic()

    def show(self, progress: "PlanProgress") -> None:
        """Show the progress if an update is due."""
        if self._is_quiet:
            return
        if self._live.is_terminal:
            self._live.show(
                lambda columns, rows: plan_progress_text(progress, columns, rows)
            )
        elif time.monotonic() - self._told >= _SECONDS_BETWEEN_LINES:
            self._told = time.monotonic()
            click.echo(_whole(progress), err=True)

    def clear(self) -> None:
        """Remove the display."""
        self._live.clear()


def plan_progress_text(progress: "PlanProgress", width: int, height: int) -> str:
    """Return the lines: the total, and a line for each method as far as they fit."""
    lines = [progress.note or _whole(progress)]
    names = min(_NAME, max(map(len, progress.methods), default=0))
    for label, each in progress.methods.items():
        filled = round(20 * each.done / max(1, each.total))
        text = (
            f"{label[:names]:<{names}}  {'█' * filled}{'·' * (20 - filled)}"
            f"  {each.done:,}/{each.total:,}"
        )
        if each.running:
            text += f", {each.running} running"
        if each.failed:
            text += f", {each.failed} failed"
        if each.measured:
            text += f", {each.seconds / each.measured:.2g} s each"
        lines.append(text)
    if len(lines) > height - 1:
        hidden = len(lines) - (height - 2)
        lines = [*lines[: height - 2], f"… and {hidden} more methods"]
    return "\n".join(line[: width - 1] for line in lines)


def _whole(progress: "PlanProgress") -> str:
    parts = [
        f"{progress.done:,} of {progress.total:,} done",
        f"{progress.running} running",
        f"{progress.failed} failed",
    ]
    if progress.others:
        parts.append(f"{progress.others} in other processes")
    left = progress.seconds_left()
    if left is not None:
        parts.append(f"{duration(left)} left")
    parts.append(f"{duration(time.monotonic() - progress.started)} so far")
    return ", ".join(parts)
