"""What the scripts share."""

from __future__ import annotations

import subprocess
import sys


def test_a_reader_that_has_had_enough_hears_no_traceback() -> None:
    command = [sys.executable, "-m", "retromaze.ports.walker", "--steps"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0
