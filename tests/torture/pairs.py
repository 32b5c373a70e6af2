"""Two runs at once on the same file: one is refused in a line, or both are right."""

import json
from pathlib import Path
from random import Random
from time import sleep

from edgematch.inputs import load
from planted import planted_board
from torture.program import Answer, run, start
from torture.puzzles import busy_puzzle, quick_puzzle, write_puzzle
from torture.rules import (
    check_left_files,
    check_messages,
    check_no_crash,
    check_refusal,
    check_status,
    printed_facts,
)
from torture.trial import Kind, check

_PLAN = """\
[plan]
title = "Two at once"
[limits]
seconds = 20
[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-6"
[[engines]]
engine = "row-scan"
"""


def trial(chance: Random, folder: Path) -> int:
    """Start two commands on the same files."""
    chance.choice((_checkpoint, _checkpoint, _store, _experiment, _output))(
        chance, folder
    )
    return 1


def _both(words: list[list[object]], folder: Path, chance: Random) -> list[Answer]:
    """Start commands one soon after the other, and wait for both."""
    programs = []
    for each in words:
        programs.append(start(each, folder))
        sleep(chance.choice([0.0, 0.01, 0.1, 0.3]) * chance.random())
    answers = [program.answer() for program in programs]
    for answer in answers:
        check_no_crash(answer)
        check_messages(answer)
    return answers


def _checkpoint(chance: Random, folder: Path) -> None:
    """Both save in one checkpoint, or resume it."""
    solved = busy_puzzle(chance.randrange(7))
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    engine = chance.choice(["row-scan", "color-pairs", "blocks"])
    words = ["count", "puzzle.json", "--json", "--engine", engine]
    saving = ["--checkpoint", "run", "--checkpoint-every", "0.05"]
    if chance.random() < 0.5:
        check_no_crash(run([*words, *saving, "--nodes", "1000"], folder))
        saving += ["--resume", "run"]
    answers = _both([[*words, *saving]] * 2, folder, chance)
    check(
        any(answer.status == 0 for answer in answers),
        "other",
        f"{answers[0].command}: neither of two runs ended: {answers[1].tail}",
    )
    answers.append(run([*words, "--resume", "run"], folder))
    for answer in answers:
        if answer.status == 2:
            check_refusal(answer)
        else:
            count = printed_facts(answer)["solutions"]
            check(count == len(solved.boards), "wrong", f"{answer.command}: {count}")
    check_left_files(folder, "puzzle.json", "run")


def _store(chance: Random, folder: Path) -> None:
    """Both keep their best boards in one store."""
    write_puzzle(planted_board(6, 6, 6, 1).puzzle, folder / "puzzle.json")
    words = ["optimize", "puzzle.json", "--json", "--store", "store.sqlite"]
    words += ["--engine", "anneal", "--nodes", "300000", "--seed"]
    answers = _both([[*words, 1], [*words, 2]], folder, chance)
    for answer in answers:
        check_status(answer, 0)
    scores = [printed_facts(answer)["score"] for answer in answers]
    words = ["best", "puzzle.json", "--goal", "joins", "--store", "store.sqlite"]
    answer = run([*words, "--json"], folder)
    check_status(answer, 0)
    best = max(each["score"] for each in json.loads(answer.out))
    check(best == max(scores), "lost", f"{best} in the store, {scores} were found")


def _experiment(chance: Random, folder: Path) -> None:
    """Both work on one plan."""
    (folder / "plan.toml").write_text(_PLAN)
    words = ["experiment", "run", "plan.toml", "--quiet"]
    for answer in _both([words, words], folder, chance):
        check_status(answer, 0)
    status = ["experiment", "status", "plan.toml", "--verify", "--json"]
    answer = run(status, folder)
    check_no_crash(answer)
    check_status(answer, 0)
    facts = printed_facts(answer)
    check(facts["done"] == facts["runs"] == 6, "lost", f"{answer.command}: {facts}")


def _output(chance: Random, folder: Path) -> None:
    """Both write their first board to one file."""
    solved = quick_puzzle(chance)
    while not solved.boards:
        solved = quick_puzzle(chance)
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    words = ["solve", "puzzle.json", "--engine", "row-scan", "-o", "board.json"]
    for answer in _both([words, words], folder, chance):
        check_status(answer, 0)
    board = load(str(folder / "board.json")).board
    check(board and board.is_solution(), "wrong", "board.json has no solution")
    check_left_files(folder, "puzzle.json", "board.json")


KIND = Kind("pairs", "pairs of runs", 2, trial)
