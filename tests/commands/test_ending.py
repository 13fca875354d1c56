"""A command that a signal ends leaves nothing behind; the studio's token is in no command line."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from retromaze.studio import messages as m
from retromaze.studio.json_form import encoded

pytestmark = pytest.mark.skipif(shutil.which("ps") is None, reason="no such signals, or nobody to list them")

PATIENCE = 60
"""Seconds that a process may take to do something."""


def until(wanted: Callable[[], bool]) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.02)


def children_of(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    rows = [list(map(int, line.split())) for line in listed.splitlines()]
    return [each for each, parent in rows if parent == process]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def begun(words: list[str], folder: Path, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A command whose temporary files are in the folder. Its process group is killed at the end."""
    command = [sys.executable, "-m", "retromaze", *words]
    environment = {**os.environ, "TMPDIR": str(folder), **more}
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            # The group outlives the command if it leaves a child process.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_a_studio_that_is_told_to_end_leaves_no_folder_and_no_process(tmp_path: Path) -> None:
    with begun(["studio", "kruskal", "--no-browser"], tmp_path) as process:
        assert process.stdout
        address, _, token = process.stdout.readline().strip().partition("#token=")
        place = address.replace("http:", "ws:").rstrip("/")
        origin = Origin(address.rstrip("/"))
        with (
            connect(f"{place}/session?token={token}", origin=origin) as session,
            connect(f"{place}/proof?token={token}", origin=origin) as proof,
        ):
            session.recv(timeout=PATIENCE)
            proof.send(encoded(m.Open("kruskal", seed=1)))
            proof.recv(timeout=PATIENCE)
            until(lambda: len(list(tmp_path.glob("retromaze-*/retromaze-*"))) == 2)
            prover = children_of(process.pid)[-1]
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == -signal.SIGTERM
        until(lambda: not is_alive(prover))
        assert list(tmp_path.iterdir()) == []


def test_a_check_whose_terminal_is_closed_leaves_no_process(tmp_path: Path) -> None:
    (tmp_path / "m.bas").write_text("@L\nGPSET 1,1:WAIT 1\nGOTO @L\n")
    (tmp_path / "m.py").write_text("def main(machine):\n    10 ** 10**9 % 7\n")
    words = ["check", str(tmp_path / "m.bas"), str(tmp_path / "m.py"), "--jobs", "2", "--patience", "100"]
    with begun(words, tmp_path) as process:
        until(lambda: len(children_of(process.pid)) >= 2)
        workers = children_of(process.pid)
        process.send_signal(signal.SIGHUP)
        assert process.wait(PATIENCE) == -signal.SIGHUP
        until(lambda: not any(map(is_alive, workers)))


def test_the_studio_s_token_is_in_no_command_line(tmp_path: Path) -> None:
    given = tmp_path / "given"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" > {given}.new && mv {given}.new {given}\n')
    browser.chmod(0o755)
    (tmp_path / "temporary").mkdir()
    with begun(["studio"], tmp_path / "temporary", BROWSER=str(browser)) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        token = address.partition("#token=")[2]
        until(given.exists)
        page = given.read_text().strip()
        assert len(token) >= 32 and page.startswith("file://") and token not in page
        shown = subprocess.run(["ps", "-eo", "args="], capture_output=True, text=True, check=True).stdout
        assert token not in shown
        file = Path(page.removeprefix("file://"))
        assert f'location.replace("{address}")' in file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600
        made = [each for each in (tmp_path / "temporary").rglob("*") if each.is_dir()]
        assert file.parent in made and all(each.stat().st_mode & 0o777 == 0o700 for each in made)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
    assert list((tmp_path / "temporary").iterdir()) == []
