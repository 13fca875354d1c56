"""A pytest plugin that ends the processes that tests leave, names the tests, and fails the run.

A process inherits PYTEST_CURRENT_TEST from the test that starts it. Without /proc, nothing is found.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

SESSION = os.environ.setdefault("RETROMAZE_TEST_SESSION", str(os.getpid()))
"""Tells the processes of this run from those of another one; workers of xdist inherit it."""
GRACE = 20.0
"""Seconds in which processes may end that have been told to."""
HELPERS = ("multiprocessing.forkserver", "multiprocessing.resource_tracker")
"""Processes that Python ends with the one that started them."""


def leftovers() -> Iterator[tuple[int, str, str]]:
    """The number, the command and the test of each process that a test of this run has started."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            environment = dict(
                each.partition("=")[::2]
                for each in (folder / "environ").read_bytes().decode(errors="replace").split("\0")
            )
            test = environment.get("PYTEST_CURRENT_TEST", "")
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            own = environment.get("RETROMAZE_TEST_SESSION") == SESSION and int(folder.name) != os.getpid()
            if own and test and command and not any(each in command for each in HELPERS):
                yield int(folder.name), command, test


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        return
    end = time.monotonic() + GRACE
    while (left := list(leftovers())) and time.monotonic() < end:
        time.sleep(0.1)
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    for number, command, test in left:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
        if reporter:
            reporter.write_line(f"\nleft over: {command[:200]}, started by {test}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
