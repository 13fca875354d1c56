"""`retromaze studio`: what it opens, and that it is told to end."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from argparse import Namespace
from pathlib import Path

import pytest

from retromaze.cli import main
from retromaze.commands.studio import wish
from retromaze.studio.messages import Open
from retromaze.studio.stage import OwnFiles


def asked(listing: str, other: str | None = None) -> tuple[Open, OwnFiles | None]:
    return wish(Namespace(listing=listing, other=other, seed=3, numbers={"w": 5}))


def test_a_program_begins_where_it_draws() -> None:
    assert asked("sticks") == (Open("sticks", seed=3, sizes={"w": 5}, moment=1), None)


def test_a_listing_with_the_port_beside_it(tmp_path: Path) -> None:
    listing, port = tmp_path / "m.bas", tmp_path / "m.py"
    listing.write_text("CLS\n")
    assert asked(str(listing)) == (Open(seed=3, sizes={"w": 5}), OwnFiles(listing))
    port.write_text("def main(machine): ...\n")
    assert asked(str(listing))[1] == OwnFiles(listing, port)
    assert asked(str(listing), f"{port}:dig")[1] == OwnFiles(listing, port, "dig")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nonsense"], "no program and no file is called nonsense"),
        (["none.bas"], "none.bas does not exist"),
        (["sticks", "port.py"], "sticks brings its own port"),
    ],
)
def test_what_is_not_there(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio", "--no-browser", *words]) == 2
    assert reason in capsys.readouterr().err


def test_it_serves_until_it_is_interrupted() -> None:
    command = [sys.executable, "-m", "retromaze", "studio", "kruskal", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(address.partition("#")[0], timeout=10) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 0
        assert process.stderr.read().splitlines()[-1] == "retromaze: stopped"
