"""200 clients watch one job of the studio for a minute, and what that costs.

Told at the end: the frames of the slowest client, whether one was dropped, the memory
of the server before and after, and the speed of the search with nobody watching, before
and after, and with all of them.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from studio_watchers import watch_together

_SERVE = "from edgematch.cli.main import main; main()"
_ARGUMENTS = ("serve", "--no-browser", "--port", "0")


def ask(address: str, path: str, body: Any = None) -> Any:
    """Return what the studio answers."""
    request = urllib.request.Request(
        address + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def memory(process: int) -> float:
    """Return the memory of a process in MB."""
    text = Path(f"/proc/{process}/status").read_text()
    match = re.search(r"VmRSS:\s+(\d+)", text)
    assert match is not None
    return int(match[1]) / 1024


def nodes_per_second(address: str, job: str, seconds: float) -> float:
    """Return the speed of a job over some seconds."""
    before = ask(address, f"/api/jobs/{job}")["figures"]
    time.sleep(seconds)
    after = ask(address, f"/api/jobs/{job}")["figures"]
    spent = after["seconds"] - before["seconds"]
    return float((after["nodes"] - before["nodes"]) / spent)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--puzzle", default="eternity2")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", _SERVE, *_ARGUMENTS, "--state", folder],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            measure(server, arguments)
        finally:
            server.terminate()
            server.wait(30)


def measure(server: "subprocess.Popen[str]", arguments: argparse.Namespace) -> None:
    """Let the clients watch, and print what came of it."""
    assert server.stdout is not None
    match = re.search(r"http://[^/]+", server.stdout.readline())
    assert match is not None
    address = match[0]
    port = int(address.rsplit(":", 1)[1])
    puzzle = ask(address, f"/api/catalog/{arguments.puzzle}")["puzzle"]
    body = {"goal": "solve", "puzzle": puzzle, "engines": [{"engine": "row-scan"}]}
    job = ask(address, "/api/jobs", body)["jobs"][0]["id"]
    while not ask(address, f"/api/jobs/{job}")["figures"].get("nodes"):
        time.sleep(0.2)
    alone = [nodes_per_second(address, job, 15)]
    watch_together(port, job, 20, 3)
    before = memory(server.pid)
    started = ask(address, f"/api/jobs/{job}")["figures"]
    frames = watch_together(port, job, arguments.watchers, arguments.seconds)
    ended = ask(address, f"/api/jobs/{job}")["figures"]
    after = memory(server.pid)
    watched = (ended["nodes"] - started["nodes"]) / (
        ended["seconds"] - started["seconds"]
    )
    alone.append(nodes_per_second(address, job, 15))
    print(f"watchers                {arguments.watchers} for {arguments.seconds:.0f} s")
    print(f"dropped                 {sum(count < 0 for count in frames)}")
    print(f"frames of the slowest   {min(frames)}")
    print(f"frames of the fastest   {max(frames)}")
    print(f"memory of the server    {before:.1f} MB before, {after:.1f} MB after")
    words = " and ".join(f"{speed:,.0f}" for speed in alone)
    print(f"nodes/s, nobody watches {words}")
    print(f"nodes/s, all watch      {watched:,.0f}")


if __name__ == "__main__":
    main()
