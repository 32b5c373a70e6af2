"""Ctrl-C during a callback of the compiler is not lost."""

import signal
import threading
import time

import pytest

from edgematch.cli.interrupts import raise_interrupt

PATIENCE = 60.0


@pytest.fixture
def interrupts():
    before = signal.signal(signal.SIGINT, raise_interrupt)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_is_raised_at_once():
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_waits_until_the_compiler_is_left_and_wakes_the_main_thread():
    done = []
    compiler = {"__name__": "llvmlite.binding.somewhere", "signal": signal}
    exec(
        "def loaded(callback):\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    callback()\n",
        compiler,
    )
    too_late = threading.Event()
    give_up = threading.Timer(PATIENCE, too_late.set)

    def callback():
        time.sleep(0.2)  # the interrupt is tried again in vain
        done.append("called back")

    def command():
        compiler["loaded"](callback)
        done.append("compiled")
        too_late.wait()

    give_up.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            command()
    finally:
        give_up.cancel()
    assert done == ["called back", "compiled"]
    assert not too_late.is_set()
