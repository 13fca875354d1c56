"""Processes are started by threads that know nothing of each other."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from retromaze.comparison.workers import SAFE_PATH, current_folder_unsearched


@pytest.fixture
def quick_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_turns")
def test_threads_that_start_processes_at_once_leave_the_environment_as_it_was() -> None:
    before = os.environ.get(SAFE_PATH)

    together = Barrier(8)

    def start(_: int) -> set[str]:
        seen = set()
        together.wait()
        for _ in range(300):
            with current_folder_unsearched():
                time.sleep(0)  # another one's turn
                seen.add(os.environ[SAFE_PATH])
        return seen

    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(start, range(8))] == [{"1"}] * 8
    assert os.environ.get(SAFE_PATH) == before
