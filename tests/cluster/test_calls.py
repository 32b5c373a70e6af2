"""Calls on a cluster: submitted again when they fail, answered once."""

import pytest

from edgematch.cluster.calls import (
    CallLost,
    ClusterAnswer,
    ClusterCalls,
    ClusterEvent,
    SchedulerLost,
)
from edgematch.errors import EdgematchError

pytest.importorskip("distributed")


class Future:
    """A call that a test ends in whatever way it likes."""

    def __init__(self):
        self.status = "pending"

    def add_done_callback(self, call):
        self.call = call

    def finish(self, value):
        self.status, self.value = "finished", value
        self.call(self)

    def fail(self, error):
        self.status, self.error = "error", error
        self.call(self)

    def cancel(self):
        self.status = "cancelled"
        self.call(self)

    def result(self):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value

    def exception(self):
        return self.error


class Client:
    """A client without a cluster."""

    def __init__(self):
        self.status, self.futures, self.cancelled = "running", [], []

    def nthreads(self):
        if self.status == "unreachable":
            raise OSError("no route")
        return {"a": 2, "b": 3}

    def submit(self, function, *arguments, pure):
        self.futures.append(Future())
        return self.futures[-1]

    def subscribe_topic(self, topic, handler):
        self.handler = handler

    def unsubscribe_topic(self, topic):
        self.handler = None

    def cancel(self, futures):
        self.cancelled += futures


@pytest.fixture
def client():
    return Client()


@pytest.fixture
def calls(client):
    return ClusterCalls(client, "seed")


def test_an_answer_comes_with_its_key(client, calls):
    calls.submit(7, print)
    assert calls.receive(0.0) is None
    client.futures[0].finish("board")
    assert calls.receive(0.0) == ClusterAnswer(7, "board")
    assert (len(calls), calls.threads) == (0, 5)


def test_a_call_that_is_lost_is_submitted_again(client, calls):
    calls.submit(7, print)
    client.futures[0].fail(RuntimeError("worker died"))
    assert calls.receive(0.0) is None
    client.futures[1].cancel()
    assert calls.receive(0.0) is None
    client.futures[2].finish(OSError("the value is gone"))
    assert calls.receive(0.0) is None
    client.futures[3].finish(1)
    assert calls.receive(0.0) == ClusterAnswer(7, 1)
    assert calls.resubmissions == 3


def test_a_call_that_fails_again_and_again_is_given_up(client, calls):
    calls.submit(7, print)
    for number in range(5):
        client.futures[number].fail(RuntimeError("boom\nand more"))
        if number < 4:
            assert calls.receive(0.0) is None
    with pytest.raises(CallLost, match=r"^seed 7 failed on 5 .*boom\)") as caught:
        calls.receive(0.0)
    assert caught.value.key == 7
    assert len(calls) == 0


def test_a_call_submitted_twice_is_answered_once(client, calls):
    calls.submit(7, print)
    calls.submit_again(7)
    client.futures[0].fail(RuntimeError("worker died"))
    assert calls.receive(0.0) is None
    assert len(client.futures) == 2  # the other one is still under way
    client.futures[1].finish("first")
    assert calls.receive(0.0) == ClusterAnswer(7, "first")
    client.futures[0].finish("second")
    assert calls.receive(0.0) is None


def test_an_error_that_no_other_worker_gets_around_is_raised_at_once(client, calls):
    calls.submit(7, print)
    client.futures[0].fail(EdgematchError("no such engine"))
    with pytest.raises(EdgematchError, match="no such engine"):
        calls.receive(0.0)
    patient = ClusterCalls(client, "run", final_errors=())
    patient.submit(8, print)
    client.futures[1].fail(EdgematchError("no process"))
    assert patient.receive(0.0) is None
    assert len(client.futures) == 3


def test_events_come_in_order_with_answers(client, calls):
    calls.subscribe("better")
    calls.submit(7, print)
    client.handler(("time", [1, 2]))
    client.futures[0].finish("end")
    assert calls.receive(0.0) == ClusterEvent([1, 2])
    assert calls.receive(0.0) == ClusterAnswer(7, "end")


def test_a_lost_scheduler_is_told_whatever_is_asked(client, calls):
    client.status = "unreachable"
    with pytest.raises(SchedulerLost):
        _ = calls.threads
    calls.submit(7, print)
    client.status = "closed"
    with pytest.raises(SchedulerLost):
        calls.submit(8, print)
    with pytest.raises(SchedulerLost):
        calls.receive(0.0)


def test_closing_gives_up_what_is_under_way(client, calls):
    calls.submit(7, print)
    calls.close()
    assert client.cancelled == client.futures
