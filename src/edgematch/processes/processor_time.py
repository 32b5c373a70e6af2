"""The processor time of this process and of all that it has started."""

import os
import time

from edgematch.processes.child_process import idle_pids, running_pids


def processor_seconds() -> float:
    """Return the processor time of this process, its threads and its children.

    Processes that have ended count once they are waited for, solvers at work at once.
    """
    while True:
        ended = _of_ended()
        live = sum(map(_of_tree, {*running_pids(), *idle_pids()}))
        # A process that is waited for in between counts in neither.
        if _of_ended() == ended:
            return time.process_time() + ended + live


def _of_ended() -> float:
    """Return the processor time of all children that have ended."""
    try:
        import resource
    except ImportError:  # Windows has none
        times = os.times()
        return times.children_user + times.children_system
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _of_tree(pid: int) -> float:
    """Return the processor time of a process and its descendants; 0 if it is gone."""
    import psutil

    total = 0.0
    try:
        process = psutil.Process(pid)
        for each in [process, *process.children(recursive=True)]:
            times = each.cpu_times()
            total += times.user + times.system
            total += times.children_user + times.children_system
    except psutil.Error:
        pass
    return total
