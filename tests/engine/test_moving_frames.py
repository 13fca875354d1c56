"""What moves is the same in every process, whatever the hashes, with listeners and without, traced or not."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.engine.moving_frames import FRAMES, numbers_of_frames


def test_processes_hashes_listeners_and_tracing_change_no_frame() -> None:
    told = numbers_of_frames("plain")
    assert [frame for frame, _, _ in told] == list(range(1, FRAMES + 1))
    assert len({upper for _, upper, _ in told}) == FRAMES
    assert numbers_of_frames("heard") == told
    assert numbers_of_frames("traced") == told
    other_hashes = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    command = [sys.executable, "-m", "tests.engine.moving_frames"]
    environment = {**os.environ, "PYTHONHASHSEED": other_hashes}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == f"{told}\n"
