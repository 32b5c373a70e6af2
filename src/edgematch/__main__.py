"""The program: `edgematch`, or `python -m edgematch` where that is not on the path.

Signals are handled before anything slow is imported.
"""

# The module that `signal` is made of: importing that one takes as long as the rest.
import _signal  # type: ignore[import-not-found]
import os

_INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its status."""
    by_default = _signal.default_int_handler
    is_heard = _signal.getsignal(_signal.SIGINT) is by_default
    if is_heard:  # until there is something to clean up
        _signal.signal(_signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    from edgematch.processes.interrupts import catch_interrupts, end_by_ctrl_c

    if is_heard:
        _signal.signal(_signal.SIGINT, by_default)
    interrupts = catch_interrupts()
    try:
        from edgematch.cli.main import main as run

        run()
    except KeyboardInterrupt:  # before it could handle that itself
        interrupts.ignore()
        end_by_ctrl_c()
        raise SystemExit(_INTERRUPTED) from None


if __name__ == "__main__":
    main()
