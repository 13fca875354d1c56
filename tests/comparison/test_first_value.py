"""The first variable that a listing and its port have otherwise, with both lines."""

from pathlib import Path

import pytest

import retromaze
from retromaze.cli import main
from retromaze.machine.machine import Machine
from retromaze.porting.writing import write_port

BOUNCE = """\
X=0:Y=0
DX=1:DY=2
FOR I=1 TO 40
 X=X+DX
 IF X>=10 OR X<0 THEN DX=-DX
 Y=Y+DY
 VSYNC
 PRINT X;Y
NEXT
"""


def value_of(tmp_path: Path, source: str, text: str) -> str:
    (tmp_path / "port.py").write_text(text)
    found = retromaze.compare(source, tmp_path / "port.py", seed=1)
    assert found is not None
    return found.value


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


def test_the_first_value_that_parts_is_named_with_both_lines(tmp_path: Path) -> None:
    text = write_port(BOUNCE, "bounce.bas")
    wrong = text.replace("x >= 10", "x > 10")
    assert wrong != text
    assert value_of(tmp_path, BOUNCE, wrong) == f"DX, line 5 | dx, line {line_of(text, 'dx = 1')}"
    wrong = text.replace("y += dy", "y += dy + 1")
    assert value_of(tmp_path, BOUNCE, wrong) == ""  # it was never the same
    wrong = text.replace("y += dy", "y += dy + (y == 6)")
    assert value_of(tmp_path, BOUNCE, wrong) == f"Y, line 6 | y, line {line_of(text, 'y += dy')}"


def test_what_the_port_calls_otherwise_or_passes_through_is_not_named(tmp_path: Path) -> None:
    source = "FOR I=1 TO 9\n T=I*2\n PRINT I\n VSYNC\nNEXT\n"
    port = """\
def main(machine):
    for i in range(1, 10):
        machine.console.print(str(i + (i == 7)))
        t = i * 2
        machine.vsync()
"""
    assert value_of(tmp_path, source, port) == ""


def test_a_check_tells_the_first_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.bas").write_text(BOUNCE)
    (tmp_path / "two.bas").write_text(BOUNCE.replace(">=", ">"))
    assert main(["check", "one.bas", "two.bas", "--seeds", "1", "--jobs", "1"]) == 1
    assert "\nfirst different: DX, line 5 | DX, line 2\n" in capsys.readouterr().err


def test_a_port_that_is_a_function_has_its_first_value() -> None:
    def port(machine: Machine) -> None:
        a = 1
        for _ in range(5):
            machine.console.print("-")
            a += 1 + (a == 3)
        machine.console.print(str(a))

    found = retromaze.compare('A=1\nFOR I=1 TO 5\n PRINT "-"\n A=A+1\nNEXT\nPRINT A\n', port, seed=1)
    assert found is not None
    line = port.__code__.co_firstlineno
    assert found.value == f"A, line 4 | a, line {line + 4}"
