"""Damaged checkpoints: refused in one line, or resumed to the right answer.

The digest promises to find damage, not forgery.  A checkpoint that was altered and has
the right digest may count wrongly, but must not crash the program, and no board is
shown that is not a solution.
"""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from edgematch.board import Board
from edgematch.puzzle import Puzzle
from planted import planted_board
from torture.checkpoint_damage import alter_content, damage_bytes, forge
from torture.program import run, scratch_folder
from torture.puzzles import quick_puzzle, write_puzzle
from torture.rules import (
    check_messages,
    check_no_crash,
    check_refusal,
    check_status,
    printed_facts,
)
from torture.trial import Fault, Kind, check

_DAMAGED_EACH = 10
_CASES = 40
_COMMANDS = (
    ("solve", "--all", "--engine", "row-scan"),
    ("solve", "--all", "--engine", "row-scan", "--option", "compiled=false"),
    ("solve", "--all", "--engine", "row-scan", "--threads", "2"),
    ("count", "--engine", "row-scan"),
    ("solve", "--all", "--engine", "consistency"),
    ("count", "--engine", "consistency", "--threads", "2"),
    ("solve", "--all", "--engine", "color-pairs"),
    ("solve", "--all", "--engine", "blocks"),
    ("solve", "--all", "--engine", "auto"),
    ("solve", "--engine", "local-sat"),
    ("optimize", "--no-store", "--engine", "auto"),
    ("optimize", "--no-store", "--engine", "beam", "--option", "width=50"),
    ("optimize", "--no-store", "--engine", "breaks"),
    ("optimize", "--no-store", "--engine", "repair"),
    ("optimize", "--no-store", "--engine", "anneal", "--threads", "2"),
    ("optimize", "--no-store", "--engine", "tabu"),
    ("optimize", "--no-store", "--engine", "exact"),
)
_MOST_NODES = {"solve": 3_000, "count": 3_000, "optimize": 20_000}
_SECONDS = ("--seconds", "10")


class Case(NamedTuple):
    """A run that was stopped, its checkpoint, and what it would have found."""

    words: tuple[str, ...]
    limit: tuple[str, ...]
    puzzle: Puzzle
    file: bytes
    facts: dict[str, Any]
    status: int


@cache
def _case(number: int) -> Case:
    """Return a run that was stopped after some nodes."""
    chance = Random(f"checkpoint {number}")
    command, *rest = _COMMANDS[number % len(_COMMANDS)]
    puzzle = planted_board(6, 6, 6, number).puzzle
    limit: tuple[str, ...] = ("--nodes", str(_MOST_NODES[command]))
    if command != "optimize" and "local-sat" not in rest:
        limit = ()
        while True:
            puzzle, boards, nodes = quick_puzzle(chance)
            if nodes > 500 and boards:
                break
    words = (command, "puzzle.json", "--json", *rest)
    with scratch_folder() as folder:
        write_puzzle(puzzle, folder / "puzzle.json")
        whole = run((*words, *limit), folder)
        check_no_crash(whole)
        facts = printed_facts(whole)
        if command == "solve" and "--all" in rest:
            found = {tuple(map(tuple, board)) for board in facts["boards"]}
            check(found == set(boards), "wrong", f"{whole.command}: not the solutions")
        nodes = chance.randrange(1, max(2, facts["nodes"]))
        stopped = (*words, "--nodes", nodes, "--checkpoint", "run")
        answer = run(stopped, folder)
        check_no_crash(answer)
        check_status(answer, 0, 3)
        file = (folder / "run").read_bytes()
    return Case(words, limit, puzzle, file, facts, whole.status)


def trial(chance: Random, folder: Path) -> int:
    """Damage a checkpoint in some ways; return how many."""
    number = chance.randrange(_CASES)
    case = _case(number)
    same = (number + len(_COMMANDS)) % _CASES
    others = [_case(each).file for each in {same, chance.randrange(_CASES)}]
    write_puzzle(case.puzzle, folder / "puzzle.json")
    path = folder / "run"
    for tried in range(_DAMAGED_EACH):
        damage = chance.choice([damage_bytes, alter_content, forge, forge])
        path.write_bytes(damage(case.file, others, chance))
        try:
            _resume(case, folder, is_forged=damage is forge)
        except Fault as fault:
            what = f"{damage.__name__} {tried}"
            raise Fault(fault.sort, f"{what}: {fault}") from None
    return _DAMAGED_EACH


def _resume(case: Case, folder: Path, is_forged: bool) -> None:
    """Resume from the damaged checkpoint and judge what comes of it."""
    answer = run((*case.words, *case.limit, *_SECONDS, "--resume", "run"), folder)
    if answer.status == 2:
        check_refusal(answer)
        return
    check_no_crash(answer)
    check_messages(answer)
    facts = printed_facts(answer)
    _check_true(case, facts, answer.command)
    if is_forged:
        return
    check(
        answer.status == case.status,
        "wrong",
        f"{answer.command}: status {answer.status}, not {case.status}",
    )
    for name in ("boards", "solutions", "nodes", "score", "board"):
        check(
            facts.get(name) == case.facts.get(name),
            "wrong",
            f"{answer.command}: another {name} from a damaged checkpoint",
        )


def _check_true(case: Case, facts: dict[str, Any], command: str) -> None:
    """Raise a fault if a board is not what it is said to be."""
    if "score" in facts:
        board = Board(case.puzzle, [tuple(each) for each in facts["board"]])
        is_true = board.score() == facts["score"] and not board.problems()
        check(is_true, "wrong", f"{command}: a board with another score")
        return
    for each in facts["boards"] if isinstance(facts["boards"], list) else []:
        board = Board(case.puzzle, [tuple(placement) for placement in each])
        check(board.is_solution(), "wrong", f"{command}: a board that is no solution")


KIND = Kind("checkpoints", "damaged files", 4, trial)
