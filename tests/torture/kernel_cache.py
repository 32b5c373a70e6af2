"""A damaged cache of machine code: the answer is right all the same."""

import shutil
from pathlib import Path
from random import Random

from edgematch.kernels.compiled import cache_home
from torture.disks import can_mount, small_disk
from torture.program import run
from torture.puzzles import quick_puzzle, write_puzzle
from torture.rules import check_messages, check_no_crash, check_status, printed_facts
from torture.trial import Kind, NotPossible, check

_MODULES = (
    "edgematch.techniques.row_scan",
    "edgematch.kernels",
    "edgematch.placements",
)


def trial(chance: Random, folder: Path) -> int:
    """Count with a cache of which some files are damaged; return how many."""
    solved = quick_puzzle(chance)
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    place = folder / "cache"
    words = ("count", "puzzle.json", "--engine", "row-scan", "--json")
    variables = {"XDG_CACHE_HOME": str(place)}
    damaged = 1
    if chance.random() < 0.1 and can_mount():
        with small_disk(place, 4096 * chance.choice([1, 10, 100])):
            answer = run(words, folder, variables=variables)
    elif chance.random() < 0.05:
        place.write_text("a file where a folder should be")
        answer = run(words, folder, variables=variables)
    else:
        _copy_cache(place)
        damaged = _damage(place, chance)
        answer = run(words, folder, variables=variables)
    check_no_crash(answer)
    check_messages(answer)
    check_status(answer, 0 if solved.boards else 20)
    count = printed_facts(answer)["solutions"]
    check(count == len(solved.boards), "wrong", f"{answer.command}: {count} solutions")
    return damaged


def _copy_cache(place: Path) -> None:
    """Copy what row scan needs of the cache."""
    (place / "edgematch").mkdir(parents=True)
    for folder in cache_home().iterdir():
        if folder.name.startswith(_MODULES):
            shutil.copytree(folder, place / "edgematch" / folder.name)


def _damage(place: Path, chance: Random) -> int:
    """Damage some files, or all; return how many."""
    files = sorted(path for path in place.rglob("*") if path.is_file())
    if not files:
        raise NotPossible("the kernels of row scan are not compiled")
    if chance.random() < 0.5:
        files = chance.sample(files, chance.randint(1, min(3, len(files))))
    way = chance.choice(["empty", "cut", "flip", "random", "folder", "swap"])
    for path in files:
        data = bytearray(path.read_bytes())
        at = chance.randrange(max(1, len(data)))
        if way == "empty":
            path.write_bytes(b"")
        elif way == "cut":
            path.write_bytes(data[:at])
        elif way == "flip" and data:
            data[at] ^= 1 << chance.randrange(8)
            path.write_bytes(data)
        elif way == "random":
            path.write_bytes(chance.randbytes(len(data)))
        elif way == "folder":
            path.unlink()
            path.mkdir()
        elif way == "swap":
            path.write_bytes(chance.choice(files).read_bytes())
    return len(files)


KIND = Kind("kernel-cache", "damaged files", 1.5, trial, is_warm=False)
