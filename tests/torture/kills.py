"""Kill chains: a run is killed and resumed, again and again, and loses nothing.

All signals, at random times, one or several in short succession.  What a run printed
when it was stopped must be a part of the truth, and no less than was known before; the
last run must print what a run without a break prints.
"""

import signal
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from edgematch.board import Board
from edgematch.inputs import load
from edgematch.puzzle import Puzzle
from planted import planted_board
from torture.program import Running, run, scratch_folder, start
from torture.puzzles import Solved, busy_puzzle, write_puzzle
from torture.rules import (
    check_left_files,
    check_messages,
    check_no_crash,
    check_status,
    printed_facts,
)
from torture.trial import Kind, check

POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_MOST_KILLS = 8
_PUZZLES = 14
_RESUMABLE = ("row-scan", "consistency", "color-pairs", "blocks", "auto")
_OPTIMIZE = {
    "auto": ("--nodes", "3000000"),
    "beam": ("--nodes", "20000000", "--option", "width=4096"),
    "breaks": ("--nodes", "60000"),
    "repair": ("--nodes", "3000000"),
    "anneal": ("--nodes", "8000000"),
    "tabu": ("--nodes", "3000000"),
}


class Chain(NamedTuple):
    """What is run, and the answer of a run without a break."""

    words: tuple[str, ...]
    solved: Solved
    facts: dict[str, Any]
    status: int
    seconds: float


@cache
def _chain(command: str, engine: str, number: int, threads: int) -> Chain:
    """Run a command without a break, and compare it with the brute force."""
    solved = _puzzle(command, number)
    words: tuple[str, ...] = (command, "puzzle.json", "--engine", engine, "--json")
    words += ("--threads", str(threads))
    if command == "solve":
        words += ("--all",)
    elif command == "optimize":
        words += (*_OPTIMIZE[engine], "--no-store", "-o", "best.json")
    with scratch_folder() as folder:
        write_puzzle(solved.puzzle, folder / "puzzle.json")
        started = monotonic()
        answer = run(words, folder)
        seconds = monotonic() - started
    check_no_crash(answer)
    facts = printed_facts(answer)
    chain = Chain(words, solved, facts, answer.status, seconds)
    check_boards(chain, facts, is_whole=True)
    return chain


def _puzzle(command: str, number: int) -> Solved:
    if command == "optimize":  # too large to be solved
        return Solved(planted_board(8, 8, 9 + number % 3, number).puzzle, (), 0)
    return busy_puzzle(number)


def trial(chance: Random, folder: Path) -> int:
    """Kill a run until it ends by itself; return the number of kills."""
    if chance.random() < 0.05:
        return _stop_outside_solver(chance, folder)
    command = chance.choice(["solve", "solve", "count", "optimize"])
    engine = chance.choice([*(_OPTIMIZE if command == "optimize" else _RESUMABLE)])
    threads = 1 if command == "optimize" else chance.choice([1, 1, 2])
    chain = _chain(command, engine, chance.randrange(_PUZZLES), threads)
    write_puzzle(chain.solved.puzzle, folder / "puzzle.json")
    every = chance.choice(["0.01", "0.05", "0.2", "5"])
    words = (*chain.words, "--checkpoint", "run", "--checkpoint-every", every)
    is_saved, known, kills = False, 0, 0
    while True:
        resume = ("--resume", "run") if is_saved else ()
        is_real = chance.random() < 0.1
        before = _time_of(folder / "run")
        program = start((*words, *resume), folder, is_real=is_real)
        sent = [] if kills >= _MOST_KILLS else _kill(program, chain, chance)
        answer = program.answer()
        has_saved = _time_of(folder / "run") != before
        is_saved |= has_saved
        kills += bool(sent)
        allowed = (signal.SIGKILL,) if signal.SIGKILL in sent else ()
        if len(sent) > 2:
            allowed += POLITE  # the third signal ends it at once
        if sent and is_real and not has_saved and answer.status != 0:
            # The interpreter was starting: it has no handlers then.
            allowed += POLITE
            if "/edgematch/" not in answer.err:
                continue
        check_no_crash(answer, allowed)
        if -answer.status in allowed:
            continue
        check_messages(answer)
        if not sent:
            break
        if answer.status != 130:  # it had ended before
            break
        if not answer.out:
            check(
                not has_saved, "lost", f"{answer.command}: stopped and printed nothing"
            )
            continue
        facts = printed_facts(answer)
        check_boards(chain, facts, is_whole=False)
        found = _found(facts)
        check(
            found >= known,
            "lost",
            f"{answer.command}: {found} found when stopped, {known} before",
        )
        known = found
    check_status(answer, chain.status)
    facts = printed_facts(answer)
    check_boards(chain, facts, is_whole=True)
    for name in ("boards", "solutions", "nodes", "score", "board"):
        check(
            facts.get(name) == chain.facts.get(name),
            "wrong",
            f"{answer.command}: {name} differs from a run without a break after"
            f" {kills} kills: {str(facts.get(name))[:80]}"
            f" {str(chain.facts.get(name))[:80]}",
        )
    check_left_files(folder, "puzzle.json", "run", "best.json")
    if command == "optimize":
        written = load(str(folder / "best.json")).board
        is_same = written is not None and written.score() == facts["score"]
        check(is_same, "lost", f"{answer.command}: best.json has not the best board")
    return kills


def _stop_outside_solver(chance: Random, folder: Path) -> int:
    """Stop a run that waits for a solver in another process."""
    engines = {"sat": "pysat", "cp-sat": "ortools"}
    engine = chance.choice([*engines])
    if find_spec(engines[engine]) is None:
        return 0
    puzzle = planted_board(9, 9, 8, chance.randrange(100)).puzzle
    write_puzzle(puzzle, folder / "puzzle.json")
    words = ("solve", "puzzle.json", "--json", "--all", "--engine", engine)
    program = start(words, folder)
    program.wait_for(chance.random() * 3)
    program.send(chance.choice(POLITE))
    answer = program.answer()
    check_no_crash(answer)
    check_messages(answer)
    check_status(answer, 130)
    if answer.out:
        facts = printed_facts(answer)
        is_true = all(
            Board(puzzle, [tuple(each) for each in board]).is_solution()
            for board in facts["boards"]
        )
        check(is_true, "wrong", f"{answer.command}: a board that is no solution")
        check(
            facts["ended"] == "interrupted", "wrong", f"{answer.command}: not stopped"
        )
    return 1


def _kill(program: Running, chain: Chain, chance: Random) -> list[int]:
    """Send signals at random times; return those that were sent."""
    longest = max(chain.seconds, 0.1)
    if chance.random() < 0.3:
        longest = 0.1  # while it starts or reads its checkpoint
    wait = chance.random() * longest
    numbers = [chance.choice([*POLITE, signal.SIGKILL])]
    while chance.random() < 0.3 and len(numbers) < 4:
        numbers.append(chance.choice(POLITE))
    sent: list[int] = []
    for number in numbers:
        if program.wait_for(wait):
            break
        program.send(number)
        sent.append(number)
        wait = chance.choice([0.0, 0.001, 0.01, 0.1]) * chance.random()
    return sent


def check_boards(chain: Chain, facts: dict[str, Any], is_whole: bool) -> None:
    """Raise a fault if what was printed is not the truth, or not all of it."""
    truth, command = chain.solved.boards, " ".join(chain.words)
    if "score" in facts:
        _check_best(chain.solved.puzzle, facts, command)
        return
    count = facts["solutions"]
    if is_whole:
        check(
            count == len(truth) and facts["ended"] == "exhausted",
            "wrong",
            f"{command}: {count} solutions of {len(truth)}, {facts['ended']}",
        )
    check(count <= len(truth), "wrong", f"{command}: {count} of {len(truth)} solutions")
    if not isinstance(facts["boards"], list):
        return
    boards = {tuple(map(tuple, board)) for board in facts["boards"]}
    check(len(boards) == count, "lost", f"{command}: {len(boards)} of {count} boards")
    known = set(truth)
    check(boards <= known, "wrong", f"{command}: a board that is no solution")


def _check_best(puzzle: Puzzle, facts: dict[str, Any], command: str) -> None:
    board = Board(puzzle, [tuple(each) for each in facts["board"]])
    check(
        board.score() == facts["score"] and not board.problems(),
        "wrong",
        f"{command}: the board has the score {board.score()}, not {facts['score']}",
    )


def _found(facts: dict[str, Any]) -> int:
    return int(facts["score"] if "score" in facts else facts["solutions"])


def _time_of(path: Path) -> int:
    """Return when a file was written last; 0 if it is missing."""
    return path.stat().st_mtime_ns if path.exists() else 0


KIND = Kind("kills", "kills", 6, trial, seconds=600.0)
