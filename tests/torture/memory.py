"""Too little memory: one line and status 2, or the right answer; checkpoints whole."""

import resource
from pathlib import Path
from random import Random

import psutil

from edgematch.board import Board
from planted import planted_board
from torture.program import run
from torture.puzzles import quick_puzzle, write_puzzle
from torture.rules import check_messages, check_no_crash, check_status, printed_facts
from torture.trial import Kind, check

_MEGABYTE = 2**20
_BEAM = ("optimize", "--no-store", "--engine", "beam", "--nodes", "300000")


def trial(chance: Random, folder: Path) -> int:
    """Run a command with a limit on its address space."""
    is_real = chance.random() < 0.2
    if is_real:  # with less, OpenBLAS tries to start its threads forever
        most = chance.randrange(1000, 2000) * _MEGABYTE
    else:
        more = chance.choice([30, 60, 100, 300, 600]) * _MEGABYTE
        most = psutil.Process().memory_info().vms + more + chance.randrange(more)
    limits = {resource.RLIMIT_AS: most}
    if chance.random() < 0.5:
        _count(chance, folder, limits, is_real)
    else:
        _optimize(chance, folder, limits, is_real)
    return 1


def _count(chance: Random, folder: Path, limits: dict[int, int], is_real: bool) -> None:
    """Count, with a checkpoint that can be resumed whatever happened."""
    solved = quick_puzzle(chance)
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    engine = chance.choice(["row-scan", "consistency", "color-pairs", "auto", "blocks"])
    words = ("count", "puzzle.json", "--json", "--engine", engine)
    threads = ("--threads", chance.choice([1, 2, 16]))
    saving = ("--checkpoint", "run", "--checkpoint-every", "0")
    answer = run((*words, *threads, *saving), folder, limits=limits, is_real=is_real)
    check_no_crash(answer)
    check_messages(answer)
    if answer.status != 2:
        count = printed_facts(answer)["solutions"]
        check(count == len(solved.boards), "wrong", f"{answer.command}: {count}")
        check_status(answer, 0 if count else 20)
    if (folder / "run").exists():
        again = run((*words, "--resume", "run"), folder)
        check_no_crash(again)
        check_status(again, 0, 20)
        count = printed_facts(again)["solutions"]
        check(count == len(solved.boards), "lost", f"{again.command}: {count}")


def _optimize(
    chance: Random, folder: Path, limits: dict[int, int], is_real: bool
) -> None:
    """Search for boards with a beam that is too wide for the memory."""
    puzzle = planted_board(8, 8, 7, chance.randrange(100)).puzzle
    write_puzzle(puzzle, folder / "puzzle.json")
    command, *rest = _BEAM
    width = chance.choice(["1000", "100000", "1000000", "4000000"])
    words = (command, "puzzle.json", *rest, "--json", "--option", f"width={width}")
    answer = run(words, folder, limits=limits, is_real=is_real)
    check_no_crash(answer)
    check_messages(answer)
    check_status(answer, 0, 2)
    if answer.status == 0:
        facts = printed_facts(answer)
        board = Board(puzzle, list(map(tuple, facts["board"])))
        check(board.score() == facts["score"], "wrong", f"{answer.command}: score")


KIND = Kind("memory", "limits of memory", 1, trial)
