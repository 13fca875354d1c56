"""Processes are started by threads that know nothing of each other."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor

from retromaze.comparison.workers import SAFE_PATH, current_folder_unsearched


def test_threads_that_start_processes_at_once_leave_the_environment_as_it_was() -> None:
    before = os.environ.get(SAFE_PATH)

    def start(_: int) -> str:
        with current_folder_unsearched():
            time.sleep(0.001)
            return os.environ[SAFE_PATH]

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(start, range(50))) == {"1"}
    assert os.environ.get(SAFE_PATH) == before
