"""Searches that have begun are cut into parts that make up the rest of their tree."""

import sys
from random import Random

import pytest

from depths import mostly_deep
from edgematch.inputs import load
from edgematch.search import Request, Solve, technique
from edgematch.search.technique import Outcome
from planted import planted_board, random_puzzle

KERNELS = {
    "row-scan": ({}, {"order": "spiral-in"}),
    "consistency": (
        {},
        {"level": "partial", "cells": "chess"},
        {"piece_matching": True},
        {"level": "partial", "cells": "dom", "ties": "random"},
    ),
    "color-pairs": (
        {},
        {"backjumping": False, "break_symmetry": False},
        {"shaving": "all", "urgency": "survivors"},
        {"shaving": "2", "preemption": False, "stepwise": 12},
    ),
    "blocks": ({}, {"order": "h2"}, {"height": 1, "width": 3}),
}

PUZZLES = (
    "one-set:4x4:3:seed=1",
    "two-set:4x4:4:2:seed=2",
    "scramble-squares",
    "tetravex:3x3:4:seed=3",
    "gemp:3x3:5:seed=4",
    "one-set:11x11:25:seed=1",
    "one-set:4x4:2:seed=5:hints=6",
)


def rest_of(search, most=3_000):
    """Return the boards that are left to find, and all nodes."""
    boards = []
    while search.advance(sys.maxsize) is Outcome.FOUND and len(boards) <= most:
        boards.append(search.board().placements)
    return boards, search.nodes


@pytest.mark.parametrize("name", [*KERNELS, "auto"])
@pytest.mark.parametrize("puzzle", mostly_deep(2, PUZZLES))
def test_parts_of_a_search_that_has_begun_are_its_rest(name, puzzle):
    given = load(puzzle).puzzle
    search = technique(name).start(Request(given, Solve(solutions=None)))
    for budget in (1, 30, 200):
        outcome = search.advance(budget)
        wanted = rest_of(search.fork())
        for number in (2, 9):
            found = [rest_of(part) for part in search.fork().split(number)]
            boards = [board for own, _ in found for board in own]
            assert boards == wanted[0]
            assert sum(nodes for _, nodes in found) == wanted[1]
        if outcome is Outcome.EXHAUSTED:
            break


def pieces_by_chance(seed):
    """Return small puzzles of every kind, and some with trees of thousands of nodes."""
    if seed % 3:
        return random_puzzle(seed)
    rows, columns, colors = [(4, 4, 3), (3, 5, 3), (5, 4, 4), (1, 9, 3)][seed // 3 % 4]
    return planted_board(
        rows, columns, colors, seed, signed=seed % 2 == 0, hints=seed % 5 % 3
    ).puzzle


def cut_at_random_moments(search, chance):
    """Go on with parts in any order, cut some in the middle, send some as states."""
    blank = search.fork()
    waiting, boards, nodes, cuts, deepest = [search], [], 0, 0, 0
    while waiting:
        part = waiting.pop(chance.randrange(len(waiting)))
        outcome = part.advance(chance.choice((1, 2, 5, 20, 100)))
        if outcome is Outcome.FOUND:
            boards.append(part.board().placements)
        if outcome is Outcome.EXHAUSTED:
            nodes += part.nodes
            continue
        if chance.random() < 0.3:
            sent = blank.fork()
            sent.restore(part.state())
            part = sent
        if len(waiting) < 30 and chance.random() < 0.4:
            parts = part.split(chance.choice((2, 5, 12)))
            cuts += len(parts) > 1
            deepest = max([deepest, *(each.root_depth for each in parts)])
            waiting += parts
        else:
            waiting.append(part)
    return boards, nodes, cuts, deepest


@pytest.mark.deep
@pytest.mark.parametrize("name", KERNELS)
def test_cutting_at_random_moments_changes_no_total(name):
    chance = Random(name)
    all_cuts = 0
    for seed in range(48):
        options = KERNELS[name][seed % len(KERNELS[name])]
        request = Request(pieces_by_chance(seed), seed=seed % 2)
        search = technique(name, **options).start(request)
        wanted, nodes = rest_of(search.fork(), 300)
        if len(wanted) > 300 or nodes > 20_000:
            continue
        boards, placed, cuts, _ = cut_at_random_moments(search, chance)
        assert sorted(boards) == sorted(wanted), seed
        assert placed == nodes, seed
        all_cuts += cuts
    assert all_cuts > 100


@pytest.mark.parametrize("name", KERNELS)
def test_a_subtree_that_has_begun_can_be_cut(name):
    puzzle = load("one-set:5x5:4:seed=1").puzzle
    parts = technique(name).start(Request(puzzle)).split(3)
    slow = max(parts, key=lambda each: rest_of(each.fork())[1])
    assert slow.root_depth > 0
    slow.advance(10)
    wanted = rest_of(slow.fork())
    found = [rest_of(part) for part in slow.split(4)]
    assert len(found) > 2
    assert [board for own, _ in found for board in own] == wanted[0]
    assert sum(nodes for _, nodes in found) == wanted[1]


def test_parts_can_be_cut_again_and_again():
    puzzle = load("one-set:4x4:3:seed=1").puzzle
    search = technique("row-scan").start(Request(puzzle))
    wanted, nodes = rest_of(search.fork())
    parts, boards = [search], []
    for _ in range(5):
        cut = []
        for part in parts:
            if part.advance(4) is Outcome.FOUND:
                boards.append(part.board().placements)
            cut += part.split(3)
        parts = cut
    found = [rest_of(part) for part in parts]
    boards += [board for own, _ in found for board in own]
    assert sorted(boards) == sorted(wanted)
    assert sum(each for _, each in found) == nodes
