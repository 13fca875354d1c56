"""`python -m retromaze.ports.NAME`: ports without a script, and what all scripts share."""

import subprocess
import sys

import pytest

from retromaze.ports.scripts import run_script


def test_a_port_without_a_script_says_where_it_is_seen() -> None:
    with pytest.raises(SystemExit) as caught:
        run_script("/anywhere/backtracker.py")
    assert caught.value.code == (
        "backtracker draws on the console's screen: retromaze run backtracker shows it,"
        " retromaze studio backtracker the listing and this port beside it"
    )


def test_it_does_not_end_in_silence() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "retromaze.ports.binary_tree"], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("binary_tree draws on the console's screen: ")


def test_a_reader_that_has_had_enough_hears_no_traceback() -> None:
    command = [sys.executable, "-m", "retromaze.ports.walker", "--steps"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0
