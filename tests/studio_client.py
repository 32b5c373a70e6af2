"""A studio on a free port, run in this process, and a client for it."""

import http.client
import json
import threading
import time
from contextlib import contextmanager

from children import PATIENCE
from edgematch.web.server import StudioServer, locked
from edgematch.web.settings import Settings


class Answer:
    """An answer of the studio."""

    def __init__(self, response):
        self.status = response.status
        self.headers = {key.lower(): value for key, value in response.getheaders()}
        self.data = response.read()

    @property
    def json(self):
        return json.loads(self.data)


class Client:
    """Sends requests to a studio on this machine."""

    def __init__(self, port):
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    def raw(self, method, path, data=None, headers=None):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE
        )
        try:
            connection.request(method, path, data, headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path):
        return self.raw("GET", path)

    def post(self, path, body=None, **headers):
        data = json.dumps({} if body is None else body)
        return self.raw(
            "POST", path, data, {"content-type": "application/json", **headers}
        )

    def delete(self, path):
        return self.raw("DELETE", path, "{}", {"content-type": "application/json"})

    def start(self, puzzle, engine="auto", options=None, **fields):
        """Start a job, by default with the goal solve, and return it."""
        engines = [{"engine": engine, "options": options or {}}]
        body = {"goal": "solve", "puzzle": puzzle, "engines": engines, **fields}
        (job,) = self.post("/api/jobs", body).json["jobs"]
        return job

    def job(self, name):
        return self.get(f"/api/jobs/{name}").json

    def wait_for(self, name, *statuses, seconds=PATIENCE):
        """Wait until a job has one of these states, and return it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            job = self.job(name)
            if job["status"] in statuses:
                return job
            time.sleep(0.05)
        raise AssertionError(f"the job is {job['status']}: {job['message']}")

    def wait_for_nodes(self, name, nodes=1, seconds=PATIENCE):
        """Wait until a job has searched this many nodes, and return it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            job = self.job(name)
            if job["figures"].get("nodes", 0) >= nodes:
                return job
            assert job["status"] in ("starting", "running"), job["message"]
            time.sleep(0.05)
        raise AssertionError("the job makes no progress")


@contextmanager
def studio(state, port=0, **limits):
    """Run a studio while the block lasts; yield a client for it."""
    with locked(state):
        server = StudioServer(Settings(state, **limits), port)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the studio did not start"
            time.sleep(0.01)
        try:
            yield Client(server.servers[0].sockets[0].getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()
