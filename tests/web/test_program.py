"""The studio started as a program, and clients that disconnect early."""

import os
import re
import signal
import socket
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from children import PATIENCE, program, wait_until
from studio_client import Client

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGPIPE"), reason="this system has no such signals"
)


WORDS = ("serve", "--port", 0, "--no-browser", "--no-store")


@contextmanager
def served(folder):
    """Start `edgematch serve`; yield it and a client."""
    state = ("--state", folder / "state")
    with program(*WORDS, *state, stdout=-1, stderr=-1, text=True) as process:
        line = process.stdout.readline()
        yield process, Client(int(re.search(r":(\d+)/", line)[1]))


def send_part(client, request):
    """Send a request or a part of it; return the connection."""
    connection = socket.create_connection(("127.0.0.1", client.port))
    connection.sendall(request.replace("\n", "\r\n").encode())
    return connection


def interrupt(process):
    """End the studio as Ctrl-C does; it prints at most one line."""
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert len(said.strip().splitlines()) <= 1, said


@pytest.mark.deep
def test_the_studio_survives_clients_that_disconnect(tmp_path):
    with served(tmp_path) as (process, client):
        for path in ("/", "/api/models", "/api/catalog", "/api/engines") * 5:
            send_part(client, f"GET {path} HTTP/1.1\nHost: localhost\n\n").close()
        chunked = "Transfer-Encoding: chunked\nContent-Type: application/json"
        send_part(
            client, f"POST /api/read HTTP/1.1\nHost: localhost\n{chunked}\n\nzz\n"
        ).close()
        asked = {"recipe": "one-set:3x3:3:seed=1"}
        assert client.post("/api/generate", asked).status == 200
        # Kill the idle processes; the next request starts another.
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if children.exists():
            for child in map(int, children.read_text().split()):
                os.kill(child, signal.SIGKILL)
            client.post("/api/generate", asked)
            assert client.post("/api/generate", asked).status == 200
        assert process.poll() is None
        interrupt(process)


@pytest.mark.deep
def test_of_two_studios_that_start_at_once_one_is_refused_in_one_line(tmp_path):
    with ExitStack() as ends:
        both = [
            ends.enter_context(
                program(*WORDS, "--state", tmp_path, stdout=-1, stderr=-1, text=True)
            )
            for _ in range(2)
        ]
        wait_until(lambda: any(each.poll() is not None for each in both))
        refused, left = sorted(both, key=lambda each: each.poll() is None)
        out, said = refused.communicate(timeout=PATIENCE)
        assert (refused.returncode, out) == (2, "")
        assert re.fullmatch(r"edgematch: .*: another studio keeps .*--state\n", said)
        assert left.stdout.readline().startswith("the studio is at http://")
        interrupt(left)


@pytest.mark.deep
def test_ctrl_c_is_quiet_during_a_request(tmp_path):
    with served(tmp_path) as (process, client):
        length = "Content-Length: 500\nContent-Type: application/json"
        half = send_part(
            client, f"POST /api/read HTTP/1.1\nHost: localhost\n{length}\n\n{{"
        )
        time.sleep(0.2)
        interrupt(process)
        half.close()


@pytest.mark.deep
def test_a_studio_for_others_says_what_to_open_and_who_can_read_it(tmp_path):
    words = ("serve", "--host", "0.0.0.0", "--port", 0, "--no-browser", "--no-store")
    state = ("--state", tmp_path)
    with program(*words, *state, stdout=-1, stderr=-1, text=True) as process:
        link = re.search(r"http://(\S+):(\d+)/\?token=\S+", process.stdout.readline())
        assert link[1] != "0.0.0.0"
        note = process.stderr.readline()
        with socket.create_connection((link[1], int(link[2])), PATIENCE) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 401")
        assert "can read http" in note
        assert "ssh -L" in note
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
