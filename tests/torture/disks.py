"""Full disks: what was found is printed, files are whole or missing.

A disk is a tiny tmpfs where one can be mounted, in a name space of its own, so that it
goes with the process; elsewhere files are limited in size, and a longer write fails.
"""

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from edgematch.board import Board
from edgematch.inputs import load
from torture.program import Answer, run
from torture.puzzles import Solved, quick_puzzle, write_puzzle
from torture.rules import check_messages, check_no_crash, check_status, printed_facts
from torture.trial import Kind, check

_NEW_MOUNTS = 0x20000
"""CLONE_NEWNS of the system call unshare."""
_PAGE = 4096
_PLAN = """\
[plan]
title = "A try"
[limits]
seconds = 20
[[puzzles]]
recipe = "one-set:3x3:3"
seeds = "1-2"
[[engines]]
engine = "row-scan"
"""


@cache
def can_mount() -> bool:
    """Return whether a file system can be mounted, seen by this process only."""
    if sys.platform != "linux" or os.geteuid():
        return False
    if ctypes.CDLL(None).unshare(_NEW_MOUNTS):
        return False
    private = ["mount", "--make-rprivate", "/"]
    return subprocess.run(private, capture_output=True).returncode == 0


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[dict[int, int]]:
    """Make a folder that holds about so many bytes; yield limits for its writers."""
    place.mkdir()
    if not can_mount():
        yield {resource.RLIMIT_FSIZE: size}
        return
    options = f"size={size},nr_inodes=50"
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    subprocess.run(mount, check=True, capture_output=True)
    try:
        yield {}
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def trial(chance: Random, folder: Path) -> int:
    """Run a command whose files go to a disk that is full, or soon will be."""
    solved = quick_puzzle(chance)
    while not solved.boards:
        solved = quick_puzzle(chance)
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    size = _PAGE * chance.choice([1, 1, 2, 3, 5, 10, 40])
    with small_disk(folder / "disk", size) as limits:
        filler = folder / "disk" / "filler"
        if can_mount() and chance.random() < 0.5:
            filler.write_bytes(bytes(size - _PAGE * chance.choice([0, 0, 1])))
        test = chance.choice(_TESTS)
        test(solved, folder, limits, chance)
        left = [each.name for each in (folder / "disk").iterdir()]
        tmp = [name for name in left if name.endswith(".tmp")]
        check(not tmp, "other", f"files left on the disk: {tmp}")
    return 1


def _judge(answer: Answer, path: Path, *statuses: int) -> bool:
    """Check how a command ended; return whether its file must be there."""
    check_no_crash(answer)
    check_messages(answer)
    check_status(answer, 2, *statuses)
    if answer.status != 2:
        return True
    is_named = path.name in answer.err or path.parent.name in answer.err
    check(is_named, "other", f"{answer.command}: names no file: {answer.tail}")
    return False


def _solve(solved: Solved, folder: Path, limits: Any, chance: Random) -> None:
    """The first board goes to a file, or the pictures to a folder."""
    is_file = chance.random() < 0.6
    path = folder / "disk" / ("board.json" if is_file else "pictures")
    option = "-o" if is_file else "--pictures"
    words = ("solve", "puzzle.json", "--engine", "row-scan", option, path)
    is_json = chance.random() < 0.5
    answer = run((*words, "--json") if is_json else words, folder, limits=limits)
    is_written = _judge(answer, path, 0)
    if is_json:
        (board,) = printed_facts(answer)["boards"]
        is_found = Board(solved.puzzle, list(map(tuple, board))).is_solution()
    else:
        is_found = "1 solution" in answer.out
    check(is_found, "lost", f"{answer.command}: the solution is not printed")
    check(is_written == path.exists(), "other", f"{answer.command}: {path.name} exists")
    if is_written and is_file:
        board = load(str(path)).board
        check(board and board.is_solution(), "wrong", f"{answer.command}: {path.name}")


def _no_output(solved: Solved, folder: Path, limits: Any, chance: Random) -> None:
    """The standard output is full; the file is still written."""
    words = ("solve", "puzzle.json", "--engine", "row-scan", "-o", "board.json")
    with Path("/dev/full").open("wb") as full:
        answer = run((*words, "--json"), folder, out=full)
    check_no_crash(answer)
    check_status(answer, 2)
    path = folder / "board.json"
    board = load(str(path)).board if path.exists() else None
    check(board and board.is_solution(), "lost", f"{answer.command}: no board.json")


def _checkpoint(solved: Solved, folder: Path, limits: Any, chance: Random) -> None:
    """The checkpoint cannot be written, or only at first."""
    path = folder / "disk" / "run"
    words = ("count", "puzzle.json", "--engine", "row-scan", "--json")
    saving = ("--checkpoint", path, "--checkpoint-every", "0")
    answer = run((*words, *saving), folder, limits=limits)
    _judge(answer, path, 0)
    count = printed_facts(answer)["solutions"]
    check(count == len(solved.boards), "wrong", f"{answer.command}: {count}")
    if path.exists():
        answer = run((*words, "--resume", path), folder)
        check_no_crash(answer)
        check_status(answer, 0)
        count = printed_facts(answer)["solutions"]
        check(count == len(solved.boards), "wrong", f"{answer.command}: {count}")


def _optimize(solved: Solved, folder: Path, limits: Any, chance: Random) -> None:
    """The best board goes to a file and a store."""
    disk = folder / "disk"
    words = ("optimize", "puzzle.json", "--nodes", "3000", "--engine", "anneal")
    files = ("-o", disk / "best.json", "--store", disk / "store.sqlite")
    answer = run((*words, *files, "--json"), folder, limits=limits)
    check_no_crash(answer)
    check_messages(answer)
    check_status(answer, 0, 2)
    if answer.out or answer.status == 0:  # else it was refused before it began
        facts = printed_facts(answer)
        board = Board(solved.puzzle, list(map(tuple, facts["board"])))
        check(board.score() == facts["score"], "wrong", f"{answer.command}: score")
    if (disk / "best.json").exists():
        check(load(str(disk / "best.json")).board, "wrong", "best.json has no board")
    again = run(("best", "puzzle.json", "--store", disk / "store.sqlite"), folder)
    check_no_crash(again)
    check_messages(again)


def _convert(solved: Solved, folder: Path, limits: Any, chance: Random) -> None:
    """A file with all that was converted, or none."""
    commands = (
        *(["convert", "puzzle.json", "out.yaml"], ["draw", "puzzle.json", "out.svg"]),
        *(["encode", "puzzle.json", "out.cnf"], ["encode", "puzzle.json", "out.xml"]),
        *(["generate", "--model=e2", "--rows=8", "--inner-colors=6", "out.json"],),
        *(["theory", "map", "out.svg"], ["draw", "puzzle.json", "out.pdf"]),
    )
    *words, name = chance.choice(commands)
    if words[0] == "generate":
        words.append("--frame-colors=3")
    if words[0] == "convert":
        words += ["--to", "list", "--allow-loss"]
    expected = run((*words, "-o", folder / name), folder)
    check_no_crash(expected)
    if expected.status:
        return
    path = folder / "disk" / name
    is_written = _judge(run((*words, "-o", path), folder, limits=limits), path, 0)
    command = " ".join(words)
    check(is_written == path.exists(), "other", f"{command}: {name} exists")
    if is_written and path.suffix != ".pdf":  # which has the time in it
        is_same = path.read_bytes() == (folder / name).read_bytes()
        check(is_same, "wrong", f"{command}: {name} is not whole")


def _experiment(solved: Solved, folder: Path, limits: Any, chance: Random) -> None:
    """The records of an experiment do not fit."""
    (folder / "plan.toml").write_text(_PLAN)
    path = folder / "disk" / "records.sqlite"
    words = ("experiment", "run", "plan.toml", "--quiet", "--records", path)
    answer = run(words, folder, limits=limits)
    _judge(answer, path, 0)
    status = run(("experiment", "status", "plan.toml", "--records", path), folder)
    check_no_crash(status)
    check_messages(status)


_TESTS = (_solve, _solve, _no_output, _checkpoint, _optimize, _convert, _experiment)

KIND = Kind("disks", "full disks", 2, trial)
