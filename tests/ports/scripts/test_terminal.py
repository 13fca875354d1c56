"""What the scripts share."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("script", ["walker --steps", "wall_extension", "sticks"])
def test_a_reader_that_has_had_enough_hears_no_traceback(script: str) -> None:
    command = [sys.executable, "-m", *f"retromaze.ports.{script}".split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0
