"""`retromaze port`."""

import os
from pathlib import Path
from typing import Any

import pytest

from retromaze.cli import main

PORT = '''\
"""m.bas in Python, as `retromaze port` writes it; the margin names its lines."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    """Run the listing."""
    machine.console.print("HELLO")  # 1
'''


@pytest.fixture(autouse=True)
def in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_port_is_printed(capsys: Any) -> None:
    Path("m.bas").write_text('PRINT "HELLO"\n', "utf-8")
    assert main(["port", "m.bas"]) == 0
    assert capsys.readouterr() == (PORT, "")


def test_a_port_is_written_once(capsys: Any) -> None:
    Path("m.bas").write_text('PRINT "HELLO"\n', "utf-8")
    assert main(["port", "m.bas", "-o", "m.py"]) == 0
    assert Path("m.py").read_text("utf-8") == PORT
    Path("m.py").write_text("# mine\n", "utf-8")
    assert main(["port", "m.bas", "-o", "m.py"]) == 2
    assert capsys.readouterr() == ("", "retromaze: m.py exists already; --force overwrites it\n")
    assert Path("m.py").read_text("utf-8") == "# mine\n"
    assert main(["port", "m.bas", "-o", "m.py", "--force"]) == 0
    assert Path("m.py").read_text("utf-8") == PORT


def test_a_program_of_ours(capsys: Any) -> None:
    assert main(["port", "binary_tree"]) == 0
    assert (
        "def main(machine: Machine, *, m_w: int = 66, m_h: int = 39) -> None:  # 6\n"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("PRINT 1\nEXEC 1\n", "m.bas: line 2: EXEC runs a program of another slot, and a port has no slots"),
        (
            "DATA 1\nRESTORE\n",
            "m.bas: line 2: RESTORE without a label always fails",
        ),
        ("DATA 1\nRESTORE @NO\n", "m.bas: line 2: there is no label @NO to RESTORE"),
        (
            "DATA 1\nRESTORE A$\n",
            "m.bas: line 2: RESTORE of a label that is worked out is not known to ports",
        ),
        ("PRINT 1\nNEXT\n", "m.bas: NEXT without FOR in 0:2"),
    ],
)
def test_a_refusal_names_the_line(source: str, words: str, capsys: Any) -> None:
    Path("m.bas").write_text(source, "utf-8")
    assert main(["port", "m.bas", "-o", "m.py"]) == 1
    assert capsys.readouterr() == ("", f"retromaze: {words}\n")
    assert not Path("m.py").exists()


def test_no_such_listing(capsys: Any) -> None:
    assert main(["port", "nothing.bas"]) == 1
    assert capsys.readouterr().err == "retromaze: nothing.bas does not exist\n"


def test_a_port_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(temporary: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "a.bas").write_text("PRINT 1\n")
    (tmp_path / "a.py").write_text("mine")
    monkeypatch.setattr("retromaze.machine.folder.os.replace", full)
    assert main(["port", str(tmp_path / "a.bas"), "-o", str(tmp_path / "a.py"), "--force"]) == 1
    assert (
        capsys.readouterr().err
        == f"retromaze: {tmp_path / 'a.py'} cannot be written: No space left on device\n"
    )
    assert (tmp_path / "a.py").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.bas", "a.py"]


def test_a_port_goes_into_a_device(tmp_path: Path) -> None:
    (tmp_path / "m.bas").write_text('PRINT "HELLO"\n')
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert main(["port", "m.bas", "-o", "pipe"]) == 0
    assert os.read(reader, 999).decode() == PORT
    os.close(reader)
