"""`retromaze trace`: counts of every line."""

from pathlib import Path
from typing import Any

import pytest

from retromaze.cli import main

SOURCE = "FOR I=0 TO 2\n PRINT I;\nNEXT\nVSYNC\n"


@pytest.fixture
def listing(tmp_path: Path) -> str:
    path = tmp_path / "x.bas"
    path.write_text(SOURCE)
    return str(path)


def test_counts_stand_before_the_lines(listing: str, capsys: Any) -> None:
    assert main(["trace", listing, "--seed", "1"]) == 0
    assert capsys.readouterr() == (
        " statements  share             line text\n"
        "          1  20.0% ███▍           1 FOR I=0 TO 2\n"
        "          3  60.0% ██████████     2  PRINT I;\n"
        "                                  3 NEXT\n"
        "          1  20.0% ███▍           4 VSYNC\n"
        "5 statements in 3 of 4 lines\n",
        "",
    )


def test_what_is_done_while_nobody_comes_is_not_counted(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.bas"
    path.write_text("PRINT 1\nREPEAT\n VSYNC:B=BUTTON(0)\nUNTIL B\n")
    assert main(["trace", str(path), "--seed", "1"]) == 0
    assert capsys.readouterr() == (
        " statements  share             line text\n"
        "          1  20.0% █████          1 PRINT 1\n"
        "          1  20.0% █████          2 REPEAT\n"
        "          2  40.0% ██████████     3  VSYNC:B=BUTTON(0)\n"
        "          1  20.0% █████          4 UNTIL B\n"
        "5 statements in 4 of 4 lines\n",
        "retromaze: waits for a button that nobody presses (frame 61); see --press\n",
    )


def test_an_error_ends_with_exit_1(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.bas"
    path.write_text("A=1\nLOCATE 99,1\n")
    assert main(["trace", str(path), "--seed", "1"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == "2 statements in 2 of 2 lines"
    assert err.startswith("Out of range in 0:2(LOCATE:1)\n")


def test_what_nobody_heard_is_said(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.bas"
    path.write_text("PCMSTOP\nPCMSTOP\n")
    assert main(["trace", str(path), "--seed", "1"]) == 0
    assert capsys.readouterr().err == "retromaze: not simulated yet: PCMSTOP ×2\n"


def test_ctrl_c_ends_with_its_status_and_what_was_counted(
    listing: str, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("retromaze.display.headless.Headless.show", interrupted)
        assert main(["trace", listing, "--seed", "1"]) == 130
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == "5 statements in 3 of 4 lines"
    assert err == "retromaze: stopped\n"
    port = tmp_path / "x.py"
    port.write_text("def main(machine):\n    raise KeyboardInterrupt\n")
    assert main(["trace", listing, str(port), "--seed", "1"]) == 130
    assert capsys.readouterr().err == "retromaze: stopped\n"


PORT = """\
def main(machine):
    for i in range(3):
        machine.console.print(str(i), end="")
    machine.vsync()
"""


def test_a_port_is_counted_too(listing: str, tmp_path: Path, capsys: Any) -> None:
    port = tmp_path / "x.py"
    port.write_text(PORT)
    assert main(["trace", listing, str(port), "--seed", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[5:] == [
        "5 statements in 3 of 4 lines",
        "",
        "      lines  share             line text",
        "          1  11.1% ██▌            1 def main(machine):",
        "          4  44.4% ██████████     2     for i in range(3):",
        '          3  33.3% ███████▌       3         machine.console.print(str(i), end="")',
        "          1  11.1% ██▌            4     machine.vsync()",
        "9 lines in 4 of 4 lines",
    ]
    assert err == ""


def test_a_port_that_fails_or_waits_is_told(listing: str, tmp_path: Path, capsys: Any) -> None:
    port = tmp_path / "x.py"
    port.write_text(
        "def main(machine):\n    exit(3)\n\ndef waits(machine):\n    while True:\n        machine.wait()\n"
    )
    assert main(["trace", listing, "--port", str(port), "--seed", "1"]) == 1
    assert capsys.readouterr().err == "retromaze: the port of x fails in line 2: SystemExit: 3\n"
    assert main(["trace", listing, "--port", f"{port}:waits", "--seed", "1", "--frames", "5"]) == 0
    assert capsys.readouterr().err == ""


def test_one_statement_is_told_in_the_singular(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.bas").write_text("PRINT A")
    assert main(["trace", str(tmp_path / "m.bas"), "--seed", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 statement in 1 of 1 line"


def test_a_port_that_cannot_be_called_fails_in_no_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.bas").write_text("ACLS\n")
    Path("m.py").write_text("x = 1\n")
    assert main(["trace", "m.bas", "m.py", "--seed", "1"]) == 1
    words = "m.py has no function main; it has none at all"
    assert capsys.readouterr().err == f"retromaze: the port of m fails: {words}\n"
