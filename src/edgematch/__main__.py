"""The program: `edgematch`, or `python -m edgematch` where that is not on the path.

Signals are handled before anything slow is imported.
"""

from edgematch.processes.interrupts import catch_interrupts, end_by_ctrl_c


def main() -> None:
    """Run the command line and exit with its status."""
    catch_interrupts()
    try:
        from edgematch.cli.main import main as run

        run()
    except KeyboardInterrupt:  # before it could handle that itself
        end_by_ctrl_c()
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
