"""Ctrl-C is never lost: not in the compiler, nor while it is delayed."""

import signal
import threading
import time

import pytest

from edgematch.processes.interrupts import delay_interrupts, raise_interrupt

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


@pytest.mark.usefixtures("interrupts")
def test_a_delayed_interrupt_is_raised_when_the_block_has_ended():
    done = []
    with pytest.raises(KeyboardInterrupt), delay_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("all of the block")
    assert done == ["all of the block"]
    assert signal.getsignal(signal.SIGINT) is raise_interrupt
