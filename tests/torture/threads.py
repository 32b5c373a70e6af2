"""Threads change nothing: the same boards, in the same order, and the same counts."""

from pathlib import Path
from random import Random

from torture.program import run
from torture.puzzles import busy_puzzle, quick_puzzle, write_puzzle
from torture.rules import check_messages, check_no_crash, check_status, printed_facts
from torture.trial import Kind, check

_ENGINES = ("row-scan", "consistency", "color-pairs", "blocks", "auto")


def trial(chance: Random, folder: Path) -> int:
    """Run a command with 1, 2 and 3 threads, and some again; return the runs."""
    is_busy = chance.random() < 0.3
    solved = busy_puzzle(chance.randrange(7)) if is_busy else quick_puzzle(chance)
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    what = chance.choice(["all", "first", "count", "optimize"])
    seed = ("--seed", chance.randrange(5))
    if what == "optimize":
        engine = chance.choice(["anneal", "tabu", "repair", "beam", "breaks", "auto"])
        words = ("optimize", "puzzle.json", "--no-store", "--nodes", "20000")
        # Threads search with other seeds here; so the same number of them is compared.
        runs = [chance.choice([1, 2, 3])] * 2
    else:
        engine = chance.choice(_ENGINES)
        command = "count" if what == "count" else "solve"
        words = (command, "puzzle.json", *(("--all",) if what == "all" else ()))
        runs = [1, 2, 3, 2]
    answers = []
    for threads in runs:
        more = ("--json", "--engine", engine, "--threads", threads, *seed)
        answer = run((*words, *more), folder)
        check_no_crash(answer)
        check_messages(answer)
        if what == "optimize" and "no full board" in answer.err:
            return 1  # the pieces do not fit the rim
        check_status(answer, 0, 20)
        answers.append(printed_facts(answer))
    names = ["solutions", "boards", "score", "board"]
    if what in ("all", "count"):
        names.append("nodes")
        count = answers[0]["solutions"]
        check(count == len(solved.boards), "wrong", f"{answer.command}: {count}")
    for threads, facts in zip(runs, answers, strict=True):
        for name in names:
            check(
                facts.get(name) == answers[0].get(name),
                "wrong",
                f"{answer.command}: another {name} with {threads} threads",
            )
    return len(runs)


KIND = Kind("threads", "runs", 2, trial)
