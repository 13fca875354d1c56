"""Where ports come from, and how those fail that cannot be loaded."""

import sys
from pathlib import Path

import pytest

from retromaze.comparison.pairs import compare_one, runnable_from, user_pair
from retromaze.comparison.runnable_programs import NoPort, Port, bytes_of, read_port, text_of
from retromaze.errors import UsageError
from retromaze.machine.machine import Machine

PORT = """\
def main(machine):
    machine.console.print("A")


def other(machine, *, n=1):
    machine.console.print(str(n))
"""


@pytest.fixture
def here(here: Path) -> Path:
    """An empty folder with a port in it."""
    Path("maze.py").write_text(PORT)
    return here


def told(text: str, port: str) -> str:
    """The sentence about the difference between a listing's text and a port, "" without one."""
    made = compare_one(user_pair(text, port), 1, {}).difference
    return made.sentence if made else ""


def test_a_port_that_is_missing_is_wrong_usage(here: Path) -> None:
    with pytest.raises(UsageError, match=r"^none\.py does not exist$"):
        read_port("none.py:main")
    # no system has a name of that length, and a disk of Windows none with a colon
    with pytest.raises(UsageError, match=r"^x{300}\.py does not exist$"):
        read_port(f"{'x' * 300}.py:main")
    with pytest.raises(UsageError, match=r"is no file$"):
        read_port(str(here))


def test_a_port_that_is_removed_afterwards_is_told(here: Path) -> None:
    port = read_port("maze.py")
    Path("maze.py").unlink()
    with pytest.raises(NoPort, match=r"^maze\.py cannot be read: No such file or directory$"):
        port.load()


def test_a_function_that_is_missing_is_told_with_those_there_are(here: Path) -> None:
    words = "port stops: maze.py has no function dig; it has main, other"
    assert told('?"A"', "maze.py:dig") == f"frame 0, event 1: listing line 1 prints by print('A'), {words}"
    Path("empty.py").write_text("from os.path import join\n")
    assert told('?"A"', "empty.py").endswith("port stops: empty.py has no function main; it has none at all")


def test_a_file_that_fails_is_told_with_its_line(here: Path) -> None:
    failures = [
        ("A = = 1\n", "SyntaxError: invalid syntax", 1),
        ("\nimport nothing_like_it\n", "ModuleNotFoundError: No module named 'nothing_like_it'", 2),
        ("def main(machine):\n\n    1 / 0\n", "ZeroDivisionError: division by zero", 3),
        ("import sys\nsys.exit()\n", "SystemExit", 2),
        (
            "def main(machine):\n    machine.screen.line(1, 2, 3)\n",
            "TypeError: Screen.line() missing 1 required positional argument: 'y1'",
            2,
        ),
        (
            "import random\ndef main(machine):\n    random.choice([])\n",
            "IndexError: Cannot choose from an empty sequence",
            3,
        ),
        (
            "from retromaze.ports import basic\ndef main(machine):\n    basic.value(1)\n",
            "AttributeError: 'int' object has no attribute 'lstrip'",
            3,
        ),
    ]
    told = []
    for text, _, line in failures:
        Path("maze.py").write_text(text)
        made = compare_one(user_pair('?"A"', "maze.py"), 1, {}).difference
        assert made
        told.append((made.sentence.partition(f", port stops in line {line}: ")[2], str(made.port)))
    assert told == [
        (words, f"maze.py:{line}: {text.splitlines()[line - 1].strip()}") for text, words, line in failures
    ]


def test_a_file_is_read_again_whenever_it_is_loaded(here: Path) -> None:
    pair = user_pair('?"A"', "maze.py")
    assert compare_one(pair, 1, {}).difference is None
    Path("maze.py").write_text(PORT.replace("A", "B"))
    found = compare_one(pair, 1, {}).difference
    assert found
    assert found.port.text == 'machine.console.print("B")'


def test_what_lies_beside_a_port_can_be_imported_by_it_and_by_nobody_else(here: Path) -> None:
    Path("beside_the_port.py").write_text("TEXT = 'A'\n")
    Path("maze.py").write_text(
        "def main(machine):\n    import beside_the_port\n    machine.console.print(beside_the_port.TEXT)\n"
    )
    before = list(sys.path)
    assert told('?"A"', "maze.py") == ""
    assert sys.path == before


def test_a_port_may_be_a_function_and_knows_its_file() -> None:
    def port(machine: Machine) -> None:
        """Does nothing."""

    assert runnable_from(port) == Port(port)
    assert (Port(port).path, Port(port).file) == ("port", Path(__file__))
    assert Port(print).file is None
    assert Port("retromaze.ports.kruskal").file
    assert Port("retromaze.ports.nothing").file is None


def test_a_ports_text_is_read_as_python_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "old.py"
    path.write_bytes("# coding: shift_jis\r\nWORD = '迷路'\r\n".encode("shift_jis"))
    assert text_of(Port(path)) == "# coding: shift_jis\nWORD = '迷路'\n"
    path.write_bytes(b"\xef\xbb\xbfWORD = 1\n")
    assert text_of(Port(path)) == "WORD = 1\n"
    path.write_bytes(b"# coding: klingon\n")
    with pytest.raises(UsageError, match=r"old\.py cannot be read: unknown encoding"):
        text_of(Port(path))
    with pytest.raises(UsageError, match=r"cannot be read"):
        text_of(Port(print))


def test_a_text_goes_into_a_file_as_its_head_declares() -> None:
    codings = {
        "TEXT = 'あ'\n": "utf-8",
        "# coding: cp932\nTEXT = 'あ'\n": "cp932",
        "\n# vim: set fileencoding=euc-jp :\nTEXT = 'あ'\n": "euc-jp",
        "# coding: utf-8-sig\nTEXT = 'あ'\n": "utf-8",
        "# coding: nonsense\n": "utf-8",
        "# coding: rot13\n": "utf-8",
        "# coding: ascii\nTEXT = 'あ'\n": "utf-8",
    }
    assert {text: bytes_of(text) for text in codings} == {
        text: text.encode(coding) for text, coding in codings.items()
    }
