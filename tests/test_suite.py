"""The suite itself: Ctrl-C is handled, and no process is left running."""

import pytest

from children import PATIENCE, environment, is_running, python

SIGNALS = """
import os, signal, subprocess, sys
import pytest

def test_ctrl_c_reaches_this_process_and_its_children():
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
    status = subprocess.run([sys.executable, "-c", code], stderr=-3).returncode
    assert status == -signal.SIGINT
"""
LEAVES = """
import subprocess, sys

def test_leaves_a_process(tmp_path):
    code = "import subprocess as s, sys; print(s.Popen(sys.argv[1:], stdout=-3).pid)"
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    if %(directly)s:
        number = subprocess.Popen(command).pid
    else:
        parent = [sys.executable, "-c", code, *command]
        number = subprocess.run(parent, stdout=-1, check=True).stdout.decode()
    with open("number", "w") as file:
        file.write(str(number))

def test_leaves_nothing():
    subprocess.run([sys.executable, "-c", ""], check=True)
"""
BEGIN = "import conftest; conftest.SECONDS_TO_END = 0.5\n"


def run_pytest(folder, text, before=""):
    """Run tests with the set-up of the suite; return the status and the output."""
    (folder / "test_one.py").write_text(text)
    code = f"{before}import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    words = ("-c", code, "-p", "conftest", "-p", "no:cacheprovider", "test_one.py")
    options = {"env": environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1"), "text": True}
    with python(*words, cwd=folder, stdout=-1, stderr=-2, **options) as process:
        output, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, output


def test_signals_arrive_where_ctrl_c_was_ignored(tmp_path):
    ignore = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    status, output = run_pytest(tmp_path, SIGNALS, ignore)
    assert status == 0, output


@pytest.mark.parametrize("directly", [True, False])
@pytest.mark.deep
def test_a_process_left_running_fails_the_test_that_started_it(tmp_path, directly):
    status, output = run_pytest(tmp_path, LEAVES % {"directly": directly}, BEGIN)
    assert status == 1
    assert "leaves processes running" in output
    assert "time.sleep(600)" in output
    assert "2 passed" in output
    assert "1 error" in output
    assert not is_running(int((tmp_path / "number").read_text()))
