"""The memory that is free, on a machine and in a container."""

import pytest

from edgematch.processes import memory

FREE = 10**9


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with some free memory; `write` makes its files."""

    class Free:
        available = FREE

    monkeypatch.setattr(memory.psutil, "virtual_memory", Free)

    def write(path, text):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")

    write.root = tmp_path
    return write


def test_without_groups_it_is_that_of_the_machine(machine):
    assert memory.free_bytes(machine.root) == FREE


def test_a_limit_of_version_2_counts_less_what_is_used(machine):
    machine("proc/self/cgroup", "0::/box/job")
    machine("sys/fs/cgroup/box/job/memory.max", "max")
    machine("sys/fs/cgroup/box/job/memory.current", 5)
    assert memory.free_bytes(machine.root) == FREE
    machine("sys/fs/cgroup/box/memory.max", 5000)
    machine("sys/fs/cgroup/box/memory.current", 4000)
    assert memory.free_bytes(machine.root) == 1000


def test_a_limit_of_version_1_counts_less_what_is_used(machine):
    machine("proc/self/cgroup", "5:cpu,cpuacct:/box\n4:memory:/box\n0::/")
    machine("sys/fs/cgroup/memory/box/memory.limit_in_bytes", 7000)
    machine("sys/fs/cgroup/memory/box/memory.usage_in_bytes", 9000)
    assert memory.free_bytes(machine.root) == 0


def test_a_container_may_see_its_own_group_as_the_topmost(machine):
    machine("proc/self/cgroup", "4:memory:/docker/0123")
    machine("sys/fs/cgroup/memory/memory.limit_in_bytes", 7000)
    machine("sys/fs/cgroup/memory/memory.usage_in_bytes", 1000)
    assert memory.free_bytes(machine.root) == 6000


def test_a_limit_larger_than_the_machine_changes_nothing(machine):
    machine("proc/self/cgroup", "0::/")
    machine("sys/fs/cgroup/memory.max", 10 * FREE)
    machine("sys/fs/cgroup/memory.current", 0)
    assert memory.free_bytes(machine.root) == FREE
