"""The torture room finds faults that are planted, and repeats them by number."""

import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from edgematch.puzzle import Puzzle
from naive import naive_solutions
from planted import random_puzzle
from torture import checkpoint_damage, kills
from torture.brute_force import enumerate_boards
from torture.mutations import mutated
from torture.program import Answer, run, start
from torture.room import run_kind, table
from torture.rules import check_messages, check_no_crash, check_refusal, printed_facts
from torture.trial import Fault, Kind, NotPossible, check


def kind_of(trial, seconds=60.0):
    return Kind("planted", "tries", 1, trial, seconds=seconds)


def tally_of(trial, trials=6, workers=2, seconds=60.0):
    return run_kind(kind_of(trial, seconds), 7, 60.0, workers, trials)


def test_trials_without_a_fault_are_counted():
    tally = tally_of(lambda chance, folder: 3)
    assert (tally.trials, tally.tried, tally.messages) == (6, 18, [])
    assert "| planted | 18 tries | 6" in table([tally])


@pytest.mark.parametrize("sort", ["wrong", "lost", "traceback", "other"])
def test_a_fault_is_counted_by_its_sort_and_can_be_repeated(sort):
    def trial(chance, folder):
        check(chance.random() < 0.5, sort, "half of them")
        return 1

    tally = tally_of(trial, trials=12)
    expected = [n for n in range(12) if Random(f"7 planted {n}").random() >= 0.5]
    assert tally.faults == {sort: len(expected)}
    assert {int(each.split()[-1]) for each in tally.messages} == set(expected)
    assert all("--kind planted --seed 7 --trial" in each for each in tally.messages)


def test_an_error_of_a_trial_is_a_fault():
    def trial(chance, folder):
        raise ZeroDivisionError("surprise")

    tally = tally_of(trial, trials=1)
    assert tally.faults == {"other": 1}
    assert "ZeroDivisionError: surprise" in tally.messages[0]


def test_a_worker_that_dies_is_a_fault_and_is_replaced():
    def trial(chance, folder):
        if folder.name == "2":
            os.kill(os.getpid(), signal.SIGKILL)
        return 1

    tally = tally_of(trial)
    assert (tally.trials, tally.tried) == (6, 5)
    assert tally.faults == {"other": 1}
    assert tally.messages[0].endswith("--trial 2")


def test_a_trial_that_hangs_is_a_fault_and_is_ended():
    def trial(chance, folder):
        time.sleep(600 if folder.name == "1" else 0)
        return 1

    tally = tally_of(trial, trials=4, seconds=1.0)
    assert tally.faults == {"other": 1}
    assert "no answer for 1 s" in tally.messages[0]
    assert tally.tried == 3


def test_what_is_not_possible_here_is_told():
    def trial(chance, folder):
        raise NotPossible("no right to mount")

    assert "not possible here: no right to mount" in table([tally_of(trial)])


def test_a_forked_program_answers_as_a_started_one_does(tmp_path):
    for words in (["info", "clue1"], ["info", "missing"], ["solve", "--x"], []):
        forked, started = (
            run(words, tmp_path, is_real=is_real) for is_real in (False, True)
        )
        assert replace(forked, command=started.command) == started


def test_a_program_that_does_not_end_is_a_fault(tmp_path):
    words = ("optimize", "eternity2", "--no-store", "--engine", "anneal")
    program = start(words, tmp_path)
    with pytest.raises(Fault, match="hangs"):
        program.answer(patience=0.3)
    assert program.status == -signal.SIGKILL


def said(err="", status=2, out=""):
    return Answer("edgematch x", status, out, err)


@pytest.mark.parametrize(
    "answer",
    [
        said("Traceback (most recent call last):\n  x\nValueError: x\n"),
        said("Exception ignored in: <x>\n"),
        said(status=-signal.SIGSEGV),
    ],
)
def test_a_crash_is_a_fault(answer):
    with pytest.raises(Fault):
        check_no_crash(answer)


@pytest.mark.parametrize(
    "err",
    [
        *("", "note: a\n", "edgematch: \n", "edgematch: a\nedgematch: b\n"),
        *(f"edgematch: {'x' * 300}\n", "edgematch: \x1b[2J\n"),
    ],
)
def test_bad_input_has_one_short_line(err):
    check_messages(said("note: read as a list\nedgematch: no file x\n"))
    with pytest.raises(Fault):
        check_messages(said(err))


def test_a_refusal_has_the_status_2():
    check_refusal(said("edgematch: no\n"))
    with pytest.raises(Fault, match="status 3"):
        check_refusal(said("edgematch: no\n", 3))


def test_half_of_an_answer_is_lost():
    assert printed_facts(said(out='{"a": 1}')) == {"a": 1}
    with pytest.raises(Fault) as caught:
        printed_facts(said(out='{"a": '))
    assert caught.value.sort == "lost"


@pytest.mark.deep  # `make torture` compiles it anyway
@pytest.mark.parametrize("seed", range(12))
def test_the_brute_force_agrees_with_the_naive_solver(seed):
    puzzle = random_puzzle(seed)
    found = enumerate_boards(puzzle)
    if found.is_complete:
        assert sorted(found.boards) == sorted(naive_solutions(puzzle))


def test_the_brute_force_knows_colors_whose_mates_no_piece_shows():
    # Color 2 meets color 3, which is on no piece: nothing fits east of it.
    pieces = [(1, 2, 1, 1), (1, 1, 1, 2)]
    puzzle = Puzzle(1, 2, pieces, framed=False, turnable=False, mates=(0, 1, 3, 2))
    found = enumerate_boards(puzzle)
    assert sorted(found.boards) == sorted(naive_solutions(puzzle))
    assert len(found.boards) == 1


def chain():
    puzzle = random_puzzle(4)
    solved = kills.Solved(puzzle, naive_solutions(puzzle), 0)
    return kills.Chain(("solve",), solved, {}, 0, 0.1)


def facts(boards, ended="exhausted"):
    return {"solutions": len(boards), "boards": boards, "ended": ended}


def test_a_lost_or_wrong_solution_is_noticed():
    whole = list(naive_solutions(random_puzzle(4)))
    assert len(whole) > 1
    kills.check_boards(chain(), facts(whole), is_whole=True)
    kills.check_boards(chain(), facts(whole[:1], "interrupted"), is_whole=False)
    other = tuple(placement._replace(cell=0) for placement in whole[0])
    for boards, is_whole in (
        (whole[1:], True),
        ([*whole[1:], other], True),
        ([other], False),
        ([whole[0], whole[0]], False),
    ):
        with pytest.raises(Fault):
            kills.check_boards(chain(), facts(boards), is_whole)


CONTENT = checkpoint_damage.Content(
    10,
    {"facts": {"count": 3, "parts": [{"a": 1}]}, "arrays": [["0/x", "<u8", [2]]]},
    [bytearray(range(16))],
)


def test_a_checkpoint_is_taken_apart_and_put_together():
    file = CONTENT.text()
    again = checkpoint_damage.take_apart(file)
    assert (again.described, again.data) == (CONTENT.described, CONTENT.data)
    assert again.text() == file
    with pytest.raises(Fault, match="wrong digest"):
        checkpoint_damage.take_apart(file[:-1] + b"\xff")


@pytest.mark.parametrize("seed", range(30))
def test_damage_changes_a_checkpoint_and_forgery_signs_it(seed):
    file = CONTENT.text()
    others = [CONTENT.text()]
    checkpoint_damage.damage_bytes(file, others, Random(seed))
    altered = checkpoint_damage.alter_content(file, others, Random(seed))
    forged = checkpoint_damage.forge(file, others, Random(seed))
    digest = file.split(b"\n")[0].split()[-1]
    assert altered.split(b"\n")[0].split()[-1] == digest
    body = forged.split(b"\n", 1)[1]
    assert checkpoint_damage.sha256(body).hexdigest().encode() in forged


def test_texts_are_changed_in_the_same_way_by_the_same_chance():
    texts = ["1 2 3 4\n", '{"pieces": [[1, 2, 3, 4]]}']
    first, second = (
        [mutated(texts[n % 2], texts, Random(n)) for n in range(300)] for _ in range(2)
    )
    assert first == second
    assert len(set(first)) > 200


def test_the_room_removes_its_folders(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    seen = []

    def trial(chance, folder):
        (folder / "file").write_text("x")
        assert folder.is_relative_to(tmp_path)
        return 1

    tally = tally_of(trial, trials=2)
    seen += tally.messages
    assert not seen
    assert list(Path(tmp_path).iterdir()) == []
