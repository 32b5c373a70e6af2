"""How long the studio without a server takes to solve and count: its Python in node.

    make static
    python benchmarks/without_server.py --seeds 20

A table of wall-clock and processor seconds, from the request to the end of the job.
Processor seconds are what to compare where other programs share the machine.
"""

import argparse
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tests/web/without_server/in_node.mjs"
CASES = (
    ("3 × 3, all solutions", "gemp:3x3:6", {"goal": "solve", "solutions": None}),
    ("5 × 5, counted", "two-set:5x5:4:3", {"goal": "count"}),
    ("Tetravex 5 × 5, counted", "tetravex:5x5:8", {"goal": "count"}),
    ("6 × 6, first solution", "two-set:6x6:5:3", {"goal": "solve"}),
)


class Studio:
    """The built studio, whose Python runs in node."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Return an answer, with the seconds that it took."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([method, path, body]) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def run(self, recipe: str, request: dict[str, Any]) -> tuple[float, float, int]:
        """Do a job; return its wall-clock and processor seconds and its solutions."""
        made = json.loads(self.ask("POST", "/api/generate", {"recipe": recipe})["text"])
        body = {**request, "puzzle": made["puzzle"]}
        started = self.ask("POST", "/api/jobs", body)
        (job,) = json.loads(started["text"])["jobs"]
        ended = self.ask("GET", f"/api/events?jobs={job['id']}")
        whole = json.loads(self.ask("GET", f"/api/jobs/{job['id']}")["text"])
        if whole["status"] != "finished":
            raise SystemExit(f"{recipe}: {whole['status']}: {whole['message']}")
        spent = [started[key] + ended[key] for key in ("seconds", "processor")]
        return spent[0], spent[1], whole["figures"]["solutions"]


@contextmanager
def studio(folder: Path) -> Iterator[Studio]:
    """Start the Python of a built folder, and end it with the block."""
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    command = ["node", str(SCRIPT), str(folder)]
    with subprocess.Popen(command, text=True, **pipes) as process:
        try:
            yield Studio(process)
        finally:
            process.kill()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--folder", type=Path, default=ROOT / "build/static")
    chosen = parser.parse_args()
    print("| what | recipe | seeds | solutions | median s | most s | processor s |")
    print("|---|---|---|---|---|---|---|")
    with studio(chosen.folder) as built:
        built.run("gemp:2x2:3:seed=1", CASES[0][2])  # what is imported at first use
        for what, recipe, request in CASES:
            runs = [
                built.run(f"{recipe}:seed={seed}", request)
                for seed in range(1, chosen.seeds + 1)
            ]
            walls, processors, counts = zip(*runs, strict=True)
            print(
                f"| {what} | `{recipe}` | 1 to {chosen.seeds}"
                f" | {min(counts)} to {max(counts)} | {median(walls):.2f}"
                f" | {max(walls):.2f} | {median(processors):.2f},"
                f" at most {max(processors):.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
