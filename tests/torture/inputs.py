"""Every reader fed with damaged texts, through the command line.

Puzzles and boards in every format, links, recipes, plans, formulas and answers of
solvers, folders of tiles, stores, lines for `edgematch new`, values of options and
names of files.  The answer is always a status and, for bad input, one short line.
"""

import io
import os
import re
import resource
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import psutil

from edgematch.cli.main import COMMANDS, run
from edgematch.errors import CannotHold
from edgematch.formats import FORMATS, Document, write
from edgematch.pictures.documents import pictures_of_pieces
from edgematch.search.options import options_of
from edgematch.search.registry import entries, technique_class
from planted import planted_board
from torture import program
from torture.mutations import NUMBERS, WORDS, mutated
from torture.program import Answer
from torture.rules import check_messages, check_no_crash, check_status
from torture.trial import Kind

_EACH = 10
_SHARE_OF_PROCESSES = 0.01
_MORE_BYTES = 2 * 2**30
_NAMES = (
    *("", "-", ".", "..", "/", "/dev/null", "/dev/zero", "/dev/full", "missing", "a/b"),
    *("x" * 300, "y/" * 3000, "n\nl", "\x1b[2J", "\udcff\udcfe.json", "%s", "~", "😀"),
    *("eternity2", "clue1", "puzzle.json", "folder", "#board", "http://", "file:///x"),
)
_LISTS = (
    "# pieces\n1 2 3 4\n2 3 4 1\n1 1 2 2\n4 4 4 4\n",
    "north,east,south,west\n0,1,2,0\n0,0,1,1\n2,1,0,0\n1,0,0,2\n",
    "4\n1: 0 0 1 2\n2: 0 1 2 0\n3: 2 0 0 1\n4: 1 2 0 0\n",
    "bear+ fox- owl+ fox+\nbear- fox+ owl- fox-\nowl+ owl- bear+ bear-\na+ a- a+ a-\n",
    "+---+---+\n|\\1/|\\2/|\n|3X4|4X1|\n|/2\\|/3\\|\n+---+---+\n",
)
_PLAN = """\
[plan]
title = "A try"
repetitions = 2
[limits]
seconds = 2
megabytes = 500
[[puzzles]]
recipe = "two-set:4x4:3-4:2"
seeds = "1-3"
[[puzzles]]
catalog = ["scramble-squares"]
class = "toys"
[[engines]]
engine = "consistency"
label = "PLA"
options = { level = "partial", cells = "dom" }
limits = { nodes = 1000, solutions = "all" }
classes = ["two-set*"]
[table]
measure = "nodes"
[[plots]]
kind = "cactus"
file = "cactus.svg"
"""
_RECIPES = ("two-set:4x4:3:2:seed=5", "one-set:3x4:3:hints=1", "tetravex:3x3:4:seed=3")


@cache
def _texts() -> tuple[str, ...]:
    """Return puzzles and boards of all kinds in every format that can hold them."""
    kinds: tuple[dict[str, bool], ...] = (
        *({}, {"framed": False}, {"framed": False, "signed": True}),
        *({"turnable": False}, {"framed": False, "turnable": False}),
    )
    boards = [planted_board(3, 3, 3, seed, **kind) for seed, kind in enumerate(kinds)]
    boards += [planted_board(2, 4, 3, 9, hints=1), planted_board(1, 2, 1, 10)]
    texts = list(_LISTS)
    for board in boards:
        for name in FORMATS:
            for document in (Document(board.puzzle), Document(board.puzzle, board)):
                try:
                    texts.append(write(document, name, allow_loss=True).text)
                except CannotHold:
                    continue
    return tuple(texts)


@cache
def _formulas() -> tuple[tuple[str, str], ...]:
    """Return formulas with an answer to each, right or nearly."""
    pairs = []
    for name in ("primal", "primal-dual", "compact"):
        for kind in ("cnf", "opb"):
            words = ["encode", "one-set:2x2:2:seed=3", "--encoding", name]
            text = call([*words, "--to", kind]).out
            found = re.search(r"(?:p cnf|#variable=) (\d+)", text)
            assert found is not None
            values = range(1, int(found[1]) + 1)
            literals = " ".join(str(n if n % 5 else -n) for n in values)
            pairs.append((text, f"c hello\ns SATISFIABLE\nv {literals} 0\n"))
            pairs.append((text, "s UNSATISFIABLE\n"))
    return tuple(pairs)


def call(words: list[str], stdin: bytes = b"") -> Answer:
    """Run a command in this process, with streams like those of the program."""
    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    sys.stdout = io.TextIOWrapper(out, "utf-8", errors="replace", write_through=True)
    sys.stderr = io.TextIOWrapper(err, "utf-8", errors="replace", write_through=True)
    try:
        status = run(words)
    except BaseException:
        traceback.print_exc()
        status = 1
    finally:  # a stream that nobody has any more closes what it writes to
        texts = [each.getvalue().decode("utf-8", "replace") for each in (out, err)]
        sys.stdin, sys.stdout, sys.stderr = streams
    return Answer(f"edgematch {' '.join(words)!a}"[:150], status, *texts)


def _puzzle_file(chance: Random, folder: Path) -> list[str]:
    """Damage a puzzle or a board, and give it to a command that reads one."""
    texts = list(_texts())
    suffix = chance.choice([".json", ".txt", ".csv", ".yaml", ".puz", "", ".e2b"])
    path = folder / f"puzzle{suffix}"
    path.write_bytes(mutated(chance.choice(texts), texts, chance))
    return _reading(path.name, chance)


def _reading(name: str, chance: Random) -> list[str]:
    """Return a command that reads a puzzle or a board."""
    target = chance.choice([*FORMATS])
    commands: list[list[str]] = [
        *(["info", name], ["info", name, "--json"], ["check", name], ["draw", name]),
        *(["check", name, "--json", "--solution"], ["estimate", name, "--json"]),
        *(["convert", name, "--to", target], ["convert", name, "-o", "out.json"]),
        ["convert", name, "--to", target, "--allow-loss"],
        *(["draw", name, "-o", "out.svg"], ["encode", name, "--count-only"]),
        ["solve", name, "--nodes", "200", "--engine", "row-scan"],
        ["count", name, "--nodes", "200", "--engine", "consistency", "--json"],
        ["optimize", name, "--nodes", "200", "--no-store", "--engine", "anneal"],
        *(["check", name, "--puzzle", name], ["best", name, "--store", "store.sqlite"]),
        *(["optimize", "clue1", "--start", name, "--nodes", "9", "--no-store"],),
    ]  # fmt: skip
    words = chance.choice(commands)
    rules = (
        *(["--from", target], ["--size", "3x3"], ["--framed"], ["--unframed"]),
        *(["--fixed-turns"], ["--columns", "nswe"], ["--rim", chance.choice(WORDS)]),
    )
    while chance.random() < 0.2:
        words = [*words, *chance.choice(rules)]
    return words


def _link(chance: Random, folder: Path) -> list[str]:
    """Damage a link or a recipe, given as an argument."""
    links = [text.strip() for text in _texts() if text.startswith("http")]
    text = chance.choice([*links, *_RECIPES])
    data = mutated(text, [*links, *_RECIPES], chance).replace(b"\0", b"")
    return _reading(os.fsdecode(data[:100_000]), chance)


def _plan(chance: Random, folder: Path) -> list[str]:
    """Damage a plan of experiments."""
    (folder / "plan.toml").write_bytes(mutated(_PLAN, [_PLAN, *_LISTS], chance))
    command = chance.choice(["check", "check", "status", "table", "report"])
    return ["experiment", command, "plan.toml"]


def _formula(chance: Random, folder: Path) -> list[str]:
    """Damage a formula, the answer of a solver, or both."""
    formula, answer = chance.choice(_formulas())
    both = [formula, answer]
    datas = [text.encode() for text in both]
    for place in chance.choice([(0,), (1,), (0, 1)]):
        datas[place] = mutated(both[place], both, chance)
    (folder / "f.cnf").write_bytes(datas[0])
    (folder / "answer.txt").write_bytes(datas[1])
    return ["decode", "f.cnf", "answer.txt", *chance.choice([[], ["--json"]])]


@cache
def _tiles() -> tuple[str, dict[int, bytes]]:
    """Return the text and the pictures of a folder of tiles."""
    document = Document(planted_board(3, 3, 2, 1, framed=False, signed=True).puzzle)
    text = write(document, "scramble-squares", allow_loss=True).text
    return text, dict(pictures_of_pieces(document))


def _tile_folder(chance: Random, folder: Path) -> list[str]:
    """Damage the text or a picture of a folder of tiles."""
    text, pictures = _tiles()
    place = folder / "folder"
    place.mkdir(exist_ok=True)
    is_picture = chance.random() < 0.4
    data = text.encode() if is_picture else mutated(text, [text, *_LISTS], chance)
    (place / "tile_dict.yaml").write_bytes(data)
    for piece, picture in pictures.items():
        changed = bytearray(picture)
        if is_picture and chance.random() < 0.5:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            del changed[chance.randrange(len(changed)) :]
        (place / f"{piece + 1}.png").write_bytes(changed)
    words = (["info", "folder"], ["draw", "folder", "-o", "out.svg"])
    return chance.choice([*words, ["solve", "folder", "--nodes", "50"]])


def _new_lines(chance: Random, folder: Path) -> list[str]:
    """Leave `edgematch new` an unfinished or damaged file to continue."""
    text = '{"format": "edgematch-draft", "tiles": [["a+", "b-", "a-", "b+"]]}'
    data = mutated(chance.choice([text, *_texts()]), list(_texts()), chance)
    (folder / "tiles.json").write_bytes(data)
    kind = chance.choice([[], ["--kind", chance.choice(["3x3 halves", *WORDS])]])
    return ["new", "tiles.json", *kind]


def _store(chance: Random, folder: Path) -> list[str]:
    """Damage a store of boards."""
    call(["optimize", "clue1", "--nodes", "9", "--store", "store.sqlite"])
    path = folder / "store.sqlite"
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice([1, 10, 1000])):
        data[chance.randrange(len(data))] = chance.randrange(256)
    path.write_bytes(data[: chance.choice([0, 100, 5000, len(data), len(data)])])
    command = chance.choice(
        [["best", "clue1"], ["optimize", "clue1", "--nodes", "9", "--continue"]]
    )
    return [*command, "--store", "store.sqlite"]


def _options(chance: Random, folder: Path) -> list[str]:
    """Give strange values to options."""
    entry = chance.choice(entries())
    options = options_of(technique_class(entry.name, entry.goal))
    value = chance.choice([*NUMBERS, *WORDS, *_NAMES])
    names = [option.name for option in options] + ["x", value]
    search = [
        *(["--option", f"{chance.choice(names)}={value}"], ["--option", value]),
        *([f"--{name}={value}"] for name in ("seed", "nodes", "seconds", "threads")),
        *([f"--{name}={value}"] for name in ("engine", "size", "columns", "rim")),
        *([f"--{name}={value}"] for name in ("checkpoint-every", "solutions", "from")),
        *([f"--{name}={value}"] for name in ("target", "seeds", "start", "x", "hints")),
    ]
    words = [entry.goal, "one-set:3x3:2", "--nodes", "50", "--engine", entry.name]
    if technique_class(entry.name, entry.goal).outside:
        words[-1] = "auto"
    words += ["--no-store"] if entry.goal == "optimize" else []
    others = (
        ["generate", "--model", value, "--rows", "3", "--inner-colors", "3"],
        ["generate", "--model", "one-set", "--rows", value, "--inner-colors", "3"],
        ["theory", "transition", "--rows", value],
        ["encode", "clue1", "--encoding", value, "--count-only"],
        *([value], [chance.choice(COMMANDS), f"--{value}"], ["catalog", value]),
        ["completion", value],
    )
    if chance.random() < 0.3:
        return chance.choice([each for each in others if each[0] != "serve"])
    return [*words, *chance.choice(search)]


def _names(chance: Random, folder: Path) -> list[str]:
    """Give strange names where files are named."""
    (folder / "puzzle.json").write_text(_texts()[-1])
    (folder / "folder").mkdir(exist_ok=True)
    name = chance.choice(_NAMES)
    solve = ["solve", "one-set:3x3:2", "--engine", "row-scan", "--nodes", "50"]
    commands = (
        *([*solve, "--checkpoint", name], [*solve, "--resume", name]),
        *([*solve, "-o", name], [*solve, "--pictures", name], ["info", name]),
        [*solve, "--checkpoint", name, "--resume", name],
        *(["decode", name, name], ["decode", "puzzle.json", name], ["check", name]),
        *(["experiment", "check", name], ["best", "clue1", "--store", name]),
        *(["convert", "clue1", "-o", name], ["draw", "clue1", "-o", name]),
        *(["encode", "clue1", "-o", name], ["generate", "--model", name]),
        ["optimize", "one-set:3x3:2", "--nodes", "9", "--store", name],
        ["optimize", "one-set:3x3:2", "--nodes", "9", "--no-store", "-o", name],
        *(["new", name], ["check", "clue1", "--puzzle", name]),
    )
    return chance.choice(commands)


_READERS: tuple[Callable[[Random, Path], list[str]], ...] = (
    *(_puzzle_file, _puzzle_file, _puzzle_file, _puzzle_file, _link, _link, _plan),
    *(_formula, _formula, _tile_folder, _new_lines, _store, _options, _options, _names),
)


@cache
def limit_memory() -> None:
    """Keep an input that is read without end from taking all memory."""
    most = psutil.Process().memory_info().vms + _MORE_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def trial(chance: Random, folder: Path) -> int:
    """Give damaged inputs to commands; return how many."""
    limit_memory()
    for number in range(_EACH):
        place = folder / str(number)
        place.mkdir()
        os.chdir(place)
        words = chance.choice(_READERS)(chance, place)
        is_safe = not any("\0" in word for word in words)
        if is_safe and chance.random() < _SHARE_OF_PROCESSES:
            answer = program.run(words, place, is_real=True)
        else:
            os.environ["XDG_DATA_HOME"] = str(place / "data")
            answer = call(words, mutated(_LISTS[3], list(_LISTS), chance))
        check_no_crash(answer)
        check_status(answer, 0, 1, 2, 3, 20)
        check_messages(answer)
    return _EACH


KIND = Kind("inputs", "inputs", 4, trial, seconds=60.0)
