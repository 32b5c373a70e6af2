"""`python -m edgematch`: the command line, where the command is not on the path."""

from edgematch.cli.main import main

if __name__ == "__main__":
    main()
