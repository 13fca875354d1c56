"""The plug-in as pytest runs it in somebody's repository."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from retromaze.testing.plugin import path_beside

ROOT = Path(__file__).resolve().parent.parent.parent
PORT = "def main(machine):\n    machine.console.print('A')\n"
TESTS = """\
import maze

def test_equal(assert_same):
    assert_same("maze.bas", maze.main, seeds=range(5))
    assert_same("maze.bas", "maze.py:main")

def test_different(assert_same):
    assert_same("maze.bas", lambda machine: machine.console.print("B"))
"""


@pytest.mark.slow
def test_the_fixture_in_a_repository_of_its_own(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    for name, text in (("maze.bas", '?"A"\n'), ("maze.py", PORT), ("test_maze.py", TESTS)):
        (tests / name).write_text(text)
    words = "-m pytest -p retromaze.testing.plugin -p no:cacheprovider --basetemp=temp tests"
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    made = subprocess.run(
        [sys.executable, *words.split()],
        cwd=tmp_path,
        env=alone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed, 1 passed" in made.stdout
    told = [line[4:].strip() for line in made.stdout.splitlines() if line.startswith("E   ")]
    assert told[0] == "AssertionError: maze is not the same in its port: seed 1"
    assert "listing line 1 prints by print('A'), port prints by print('B')" in told[1]
    assert told[-1].startswith("pictures: ")
    assert "assertion.py" not in made.stdout
    pictures = tmp_path / "temp" / "test_different0" / "pictures"
    assert sorted(path.name for path in pictures.iterdir()) == ["difference.png", "listing.png", "port.png"]


def test_files_are_looked_for_beside_the_test(tmp_path: Path) -> None:
    (tmp_path / "maze.py").write_text("")
    assert path_beside(tmp_path, "maze.py") == str(tmp_path / "maze.py")
    assert path_beside(tmp_path, "maze.py:dig") == str(tmp_path / "maze.py:dig")
    assert [path_beside(tmp_path, each) for each in ("kruskal", "GCLS\n", None, print)] == [
        "kruskal",
        "GCLS\n",
        None,
        print,
    ]


def test_pytest_finds_it_where_retromaze_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["entry-points"]["pytest11"] == {"retromaze": "retromaze.testing.plugin"}
