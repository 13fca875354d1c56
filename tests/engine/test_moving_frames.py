"""What moves is the same in every process, whatever the hashes, with listeners and without, traced or not."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.engine import moving_frames


def frames(hash_seed: str, way: str) -> list[str]:
    """What a process of its own tells of each frame."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "tests.engine.moving_frames", way]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.splitlines()


def test_processes_hashes_listeners_and_tracing_change_no_frame() -> None:
    first = frames("0", "plain")
    assert first[-1] == "None"
    told = [line.split() for line in first[:-1]]
    assert [int(number) for number, _, _ in told] == list(range(1, moving_frames.FRAMES + 1))
    assert len({upper for _, upper, _ in told}) == moving_frames.FRAMES
    assert [
        frames(seed, way) == first for seed, way in (("1", "plain"), ("2", "heard"), ("3", "traced"))
    ] == [True] * 3
