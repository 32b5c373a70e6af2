"""Half-sent requests are closed; whole ones, slow ones and streams are not."""

import gzip
import http.client
import re
import socket
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from children import PATIENCE
from edgematch.web import page_files
from edgematch.web.server import reachable_name
from studio_client import studio

JSON = "Content-Type: application/json\r\n"
POST = f"POST /api/generate HTTP/1.1\r\nHost: localhost\r\n{JSON}"
BODY = b'{"recipe": "gemp:2x2:3"}'


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """Yield a client of a studio that waits for half a second."""
    with studio(tmp_path_factory.mktemp("hasty"), seconds_to_ask=0.5) as client:
        yield client


def connect(client, text):
    connection = socket.create_connection(("127.0.0.1", client.port), PATIENCE)
    connection.sendall(text if isinstance(text, bytes) else text.encode())
    return connection


def is_closed(connection):
    """Wait for the end of a connection; return whether there was nothing before it."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:  # what was sent last is not read any more
        return True


@pytest.mark.parametrize(
    "half",
    [
        "",
        "\r\n",
        "GET / HTTP/1.1\r\nHost: loc",
        f"{POST}Content-Length: 24\r\n\r\n{{",
        f"{POST}Transfer-Encoding: chunked\r\n\r\n5\r",
        pytest.param(  # the next one
            "GET /api/models HTTP/1.1\r\nHost: localhost\r\n\r\nGET /",
            marks=pytest.mark.deep,
        ),
    ],
)
def test_half_a_request_is_closed(hasty, half):
    with connect(hasty, half) as connection:
        while connection.recv(2**16):
            pass  # until the studio closes it; the suite has a time limit


def test_bytes_sent_one_by_one_do_not_keep_a_place(hasty):
    with (
        connect(hasty, "GET /api/models HTTP/1.1\r\nX: ") as connection,
        pytest.raises(OSError),
    ):
        while True:
            connection.sendall(b"x")
            time.sleep(0.05)


def test_many_half_requests_keep_nobody_out(hasty):
    with ExitStack() as stack:
        half = [
            stack.enter_context(connect(hasty, "GET / HTTP/1.1\r\nHost: loc"))
            for _ in range(300)
        ]
        assert hasty.get("/api/models").status == 200
        assert all(is_closed(connection) for connection in half)


def test_of_too_many_half_requests_the_oldest_are_closed(tmp_path):
    limits = {"seconds_to_ask": PATIENCE, "most_half_requests": 10}
    with studio(tmp_path, **limits) as client, ExitStack() as stack:
        half = [
            stack.enter_context(connect(client, "GET / HTTP/1.1\r\nHost: loc"))
            for _ in range(30)
        ]
        assert all(is_closed(connection) for connection in half[:20])
        assert client.get("/api/models").status == 200
        half[-1].sendall(b"alhost\r\n\r\n")
        assert half[-1].recv(100).startswith(b"HTTP/1.1 200")


def test_a_stranger_keeps_no_connection(tmp_path):
    with studio(tmp_path, token="open-sesame") as client:
        asked = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with connect(client, asked) as connection:
            answer = b"".join(iter(lambda: connection.recv(2**16), b""))
        assert answer.startswith(b"HTTP/1.1 401")


def test_a_long_body_at_a_steady_rate_is_not_too_slow(hasty):
    body = BODY + b" " * 300_000
    head = f"{POST}Content-Length: {len(body)}\r\n\r\n"
    with connect(hasty, head) as connection:
        for start in range(0, len(body), 50_000):  # for a second in all
            connection.sendall(body[start : start + 50_000])
            time.sleep(0.15)
        assert connection.recv(2**16).startswith(b"HTTP/1.1 200")


def test_a_connection_may_wait_for_its_next_request(hasty):
    connection = http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=PATIENCE)
    with closing(connection):
        used = set()
        for pause in (1, 0):  # twice as long as a request may take
            connection.request("GET", "/api/models")
            assert len(connection.getresponse().read()) > 100
            used.add(connection.sock)
            time.sleep(pause)
        assert len(used) == 1


@pytest.mark.deep
def test_a_stream_outlives_the_time_limit(hasty, eternity):
    job = hasty.start(eternity, "row-scan")["id"]
    asked = f"GET /api/events?jobs={job} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    hasty.wait_for_nodes(job)
    with connect(hasty, asked) as connection:
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            assert connection.recv(2**16)
    hasty.post(f"/api/jobs/{job}/stop")
    hasty.wait_for(job, "finished")


def test_answers_are_compressed_but_never_streams(client, scramble):
    accepts = {"accept-encoding": "gzip, br"}
    for path in ("/", "/static/main.js", "/api/catalog"):
        plain, small = client.get(path), client.raw("GET", path, headers=accepts)
        assert small.headers["content-encoding"] == "gzip"
        assert gzip.decompress(small.data) == plain.data
        assert len(small.data) < len(plain.data)
    job = client.start(scramble, "row-scan")["id"]
    stream = client.raw("GET", f"/api/events?jobs={job}", headers=accepts)
    assert "content-encoding" not in stream.headers
    assert stream.data.startswith(b"retry")


def test_the_index_names_what_is_loaded_at_once_and_files_are_sent_once(client):
    index = client.get("/")
    at_once, later = index.data.decode().split('<template id="later">')
    named, rest = (
        re.findall(r'modulepreload" href="(.*?)"', each) for each in (at_once, later)
    )
    assert "static/main.js" in named
    assert "static/state/store.js" in named
    assert not any(path.startswith("static/vendor/") for path in named)  # for later
    assert "static/later.js" in rest
    assert len(set(named + rest)) == len(named + rest)
    assert len(named) <= 30  # what a first look at the board needs, nothing else
    for path in named:
        assert (
            client.get(f"/{path}").headers["content-type"].startswith("text/javascript")
        )
    tag = {"if-none-match": index.headers["etag"]}
    again = client.raw("GET", "/", headers=tag)
    assert (again.status, again.data) == (304, b"")


def test_the_style_is_sent_as_one_file_that_browsers_could_import_too(client):
    static = Path(page_files.__file__).parent / "static"
    listed = re.findall(r'@import "(.+)";', (static / "studio.css").read_text())
    assert sorted(listed) == sorted(
        f"styles/{path.name}" for path in (static / "styles").iterdir()
    )
    whole = client.get("/static/studio.css")
    assert whole.headers["content-type"].startswith("text/css")
    text = whole.data.decode()
    assert "@import" not in text
    parts = [(static / path).read_text() for path in listed]
    assert text.endswith("".join(parts))
    assert [client.get(f"/static/{path}").data.decode() for path in listed] == parts


@pytest.mark.parametrize(
    "path", ["../server.py", "%2e%2e/server.py", "state", "", "nothing.js", "/main.js"]
)
def test_only_files_of_the_page_are_sent(client, path):
    assert client.get(f"/static/{path}").status == 404


def test_an_address_to_open_is_not_the_one_of_all(client):
    for host in ("0.0.0.0", "::"):
        assert reachable_name(host) not in ("0.0.0.0", "::", "")
    assert reachable_name("10.1.2.3") == "10.1.2.3"
