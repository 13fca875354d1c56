"""`retromaze trace`: counts of every line."""

from pathlib import Path

import pytest

from tests.command_line import CommandLine

SOURCE = "FOR I=0 TO 2\n PRINT I;\nNEXT\nVSYNC\n"
COUNTED = """\
 statements  share             line text
          1  20.0% ███▍           1 FOR I=0 TO 2
          3  60.0% ██████████     2  PRINT I;
                                  3 NEXT
          1  20.0% ███▍           4 VSYNC
in all: 5; in lines: 3 of 4
"""
WAITING = """\
 statements  share             line text
          1  20.0% █████          1 PRINT 1
          1  20.0% █████          2 REPEAT
          2  40.0% ██████████     3  VSYNC:B=BUTTON(0)
          1  20.0% █████          4 UNTIL B
in all: 5; in lines: 4 of 4
"""
ONE = """\
 statements  share             line text
          1 100.0% ██████████     1 PRINT A
in all: 1; in lines: 1 of 1
"""
FAILED = """\
 statements  share             line text
          1  50.0% ██████████     1 A=1
          1  50.0% ██████████     2 LOCATE 99,1
in all: 2; in lines: 2 of 2
"""
SILENT = """\
 statements  share             line text
          2 100.0% ██████████     1 PCMSTOP:PCMSTOP
in all: 2; in lines: 1 of 1
"""
TRACES = {
    SOURCE: (0, COUNTED, ""),
    "PRINT A": (0, ONE, ""),
    # what is done while nobody comes is not counted
    "PRINT 1\nREPEAT\n VSYNC:B=BUTTON(0)\nUNTIL B\n": (
        0,
        WAITING,
        "retromaze: waits for a button that nobody presses (frame 61); see --press\n",
    ),
    "A=1\nLOCATE 99,1\n": (
        1,
        FAILED,
        "Out of range in 0:2(LOCATE:1)\nx.bas:2:1\n  LOCATE 99,1\n  ^\n"
        "LOCATE takes 0 to 50 as its column, not 99\n",
    ),
    "PCMSTOP:PCMSTOP\n": (0, SILENT, "retromaze: not simulated yet: PCMSTOP ×2\n"),
}
PORT = """\
def main(machine):
    for i in range(3):
        machine.console.print(str(i), end="")
    machine.vsync()
"""
PORT_COUNTED = """\
      lines  share             line text
          1  11.1% ██▌            1 def main(machine):
          4  44.4% ██████████     2     for i in range(3):
          3  33.3% ███████▌       3         machine.console.print(str(i), end="")
          1  11.1% ██▌            4     machine.vsync()
in all: 9; in lines: 4 of 4
"""
OTHERS = """\
def interrupted(machine):
    raise KeyboardInterrupt


def fails(machine):
    exit(3)


def waits(machine):
    while True:
        machine.wait()
"""
PORTS = {
    "x.py": (0, ""),
    "--port y.py:interrupted": (130, "retromaze: stopped\n"),
    "--port y.py:fails": (1, "retromaze: the port of x fails in line 6: SystemExit: 3\n"),
    "--port y.py:waits --frames 5": (0, ""),
    # it fails in no line
    "--port y.py": (
        1,
        "retromaze: the port of x fails: y.py has no function main; it has interrupted, fails, waits\n",
    ),
}


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    Path("x.bas").write_text(SOURCE)
    Path("x.py").write_text(PORT)
    Path("y.py").write_text(OTHERS)


def test_counts_stand_before_the_lines(ran: CommandLine) -> None:
    found = {}
    for source in TRACES:
        Path("x.bas").write_text(source)
        found[source] = ran("trace x.bas --seed 1")
    assert found == TRACES


def test_headings_and_sums_are_in_the_reader_s_language(
    ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    first, *_, last = ran("trace x.bas --seed 1").out.splitlines()
    assert (first.split(), last) == (["文", "割合", "行", "文字"], "合計: 5、実行された行: 3 / 4")


def test_ctrl_c_ends_with_its_status_and_what_was_counted(
    ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("retromaze.display.front_end.Headless.show", interrupted)
    assert ran("trace x.bas --seed 1") == (130, COUNTED, "retromaze: stopped\n")


def test_a_port_is_counted_too(ran: CommandLine) -> None:
    told = {words: ran(f"trace x.bas {words} --seed 1") for words in PORTS}
    assert {words: (status, err) for words, (status, _, err) in told.items()} == PORTS
    assert told["x.py"][1] == f"{COUNTED}\n{PORT_COUNTED}"
