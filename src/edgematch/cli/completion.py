"""`edgematch completion`: the script that makes a shell complete our commands."""

import click
from click.shell_completion import get_completion_class


@click.command(
    epilog="""\b
Examples:
  eval "$(edgematch completion bash)"
  edgematch completion zsh > ~/.zfunc/_edgematch
  edgematch completion fish > ~/.config/fish/completions/edgematch.fish"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell."""
    from edgematch.cli.main import cli

    complete = get_completion_class(shell)
    assert complete is not None
    click.echo(complete(cli, {}, "edgematch", "_EDGEMATCH_COMPLETE").source())
