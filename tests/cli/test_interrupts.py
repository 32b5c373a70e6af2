"""Ctrl-C that comes while the compiler calls back is not lost."""

import signal
import time

import pytest

from edgematch.cli.interrupts import raise_interrupt


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
def test_an_interrupt_waits_until_the_compiler_is_left():
    done = []
    compiler = {"__name__": "llvmlite.binding.somewhere", "signal": signal}
    exec(
        "def loaded(callback):\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    callback()\n",
        compiler,
    )

    def callback():
        time.sleep(0.2)  # the interrupt is tried again in vain
        done.append("called back")

    def command():
        compiler["loaded"](callback)
        done.append("compiled")
        time.sleep(50)

    with pytest.raises(KeyboardInterrupt):
        command()
    assert done == ["called back", "compiled"]
