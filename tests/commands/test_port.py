"""`retromaze port`."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from retromaze.cli import main
from retromaze.comparison import checks
from tests.command_line import CommandLine

PORT = '''\
"""m.bas in Python, as `retromaze port` writes it; the margin names its lines."""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    machine.console.print("HELLO")  # 1
'''


@pytest.fixture(autouse=True)
def in_a_folder(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    # the computer may be busy
    monkeypatch.setattr(checks, "BRIEF_SECONDS", 60.0)


def test_a_port_is_printed_also_where_a_dash_is_its_file(ran: CommandLine) -> None:
    Path("m.bas").write_text('PRINT "HELLO"\n', "utf-8")
    assert ran("port m.bas") == ran("port m.bas -o -") == (0, PORT, "")
    assert [each.name for each in Path().iterdir()] == ["m.bas"]


def test_a_port_is_written_once(ran: CommandLine) -> None:
    Path("m.bas").write_text('PRINT "HELLO"\n', "utf-8")
    assert ran("port m.bas -o m.py") == (0, "m.py: equal (seeds 1 2 3)\n", "")
    assert Path("m.py").read_text("utf-8") == PORT
    Path("m.py").write_text("# mine\n", "utf-8")
    assert ran("port m.bas -o m.py") == (2, "", "retromaze: m.py exists already; --force overwrites it\n")
    for command in ("port m.bas -o ./m.bas --force", "port m.bas -o ./m.bas --with true"):
        assert ran(command) == (2, "", "retromaze: m.bas is the listing itself\n")
    assert Path("m.py").read_text("utf-8") == "# mine\n"
    assert main(["port", "m.bas", "-o", "m.py", "--force"]) == 0
    assert Path("m.py").read_text("utf-8") == PORT


def test_files_beside_the_listing_are_there_when_its_port_is_tried(ran: CommandLine) -> None:
    Path("m.bas").write_text('PRINT LOAD("TXT:WORDS")\n', "utf-8")
    Path("words.txt").write_text("HELLO", "utf-8")
    assert ran("port m.bas -o m.py", 0).out == "m.py: equal (seeds 1 2 3)\n"


def test_programs_beside_the_listing_are_ported_with_it(ran: CommandLine) -> None:
    Path("m.bas").write_text('EXEC "PRG1:STAGE"\n', "utf-8")
    Path("stage.bas").write_text('PRINT "HELLO"\n', "utf-8")
    assert ran("port m.bas -o m.py", 0).out == "m.py: equal (seeds 1 2 3)\n"
    assert '    machine.console.print("HELLO")  # STAGE:1\n' in Path("m.py").read_text("utf-8")
    assert "1 place is not ported" in ran("port m.bas -o alone.py --alone", 1).err


def test_an_error_that_ends_both_is_told_with_the_lines_that_were_run(ran: CommandLine) -> None:
    Path("m.bas").write_text('READ A\nPRINT A\nIF A==3 THEN PRINT "X"\n', "utf-8")
    so_far = "equal so far: 33 % of lines, 0 % of outcomes: both stop with errnum 13 in line 1"
    assert ran("port m.bas -o m.py", 0).out == f"m.py: {so_far} (seeds 1 2 3)\n"
    assert so_far in ran("check m.bas m.py", 3).out
    Path("m.bas").write_text("PRINT 1\nREAD A\n", "utf-8")
    stops = "both stop with errnum 13 in line 2"
    assert ran("port m.bas -o m.py --force", 0).out == f"m.py: equal: {stops} (seeds 1 2 3)\n"


def test_calls_without_end_are_the_same_stop_in_python(ran: CommandLine) -> None:
    function = "PRINT F(2.5)\nEND\nDEF F(N)\nIF N==0 THEN RETURN 0\nRETURN F(N-1)\nEND"
    for listing, line in (
        (function, 5),
        ("GOSUB @A\nEND\n@A\nIF N<0 THEN RETURN\nGOSUB @A\nINC N\nRETURN", 5),
    ):
        Path("m.bas").write_text(f"{listing}\n", "utf-8")
        out = ran("port m.bas -o m.py --force", 0).out
        assert out.endswith(f": both stop with errnum 5 in line {line} (seeds 1 2 3)\n"), out


def test_the_margin_is_chosen(ran: CommandLine) -> None:
    Path("m.bas").write_text('CLS:PRINT "HELLO" \'a greeting\nVSYNC 2\n', "utf-8")
    heading, clear, greet = (
        "-> None:\n",
        "    machine.console.clear()",
        '    machine.console.print("HELLO")',
    )
    found = {}
    for each in ("none", "first", "all"):
        text = ran(["port", "m.bas", "--margin", each], 0).out
        found[each] = text.split(heading)[1]
        assert ("the margin names its lines" in text) == (each != "none")
    assert found == {
        "none": f"{clear}  # a greeting\n{greet}\n    machine.vsync(2)\n",
        "first": f"{clear}  # 1  a greeting\n{greet}\n    machine.vsync(2)  # 2\n",
        "all": f"{clear}  # 1  a greeting\n{greet}  # 1\n    machine.vsync(2)  # 2\n",
    }
    assert ran("port m.bas --margin some")[0] == 2


def test_a_port_is_written_with_its_places_that_are_not_ported(ran: CommandLine) -> None:
    Path("m.bas").write_text('PRINT "HI"\nN$="A":N$="B"\nEXEC 1\nIF VAR(N$) THEN PRINT "NO"\n', "utf-8")
    status, out, told = ran("port m.bas -o m.py")
    assert (status, out) == (1, "")
    expected = """\
retromaze: m.py is written, and does otherwise than m.bas with seed 1:
frame 0, event 1: line 1 prints by print('HI')
frame 0, event 2: listing stops in line 3: Syntax error, \
port stops in line 9: not ported: line 3: EXEC means another slot's program, which is not ported here
m.bas:3: EXEC 1
m.py:9: basic.not_ported("line 3: EXEC means another slot's program, which is not ported here")  # 3
It needs a hand.
retromaze: m.bas: line 3: EXEC means another slot's program, which is not ported here
retromaze: m.bas: line 4: VAR() finds a variable by its name, which a port cannot
retromaze: m.bas: 2 places are not ported: basic.NotPorted is raised there
"""
    assert told == expected
    assert (
        Path("m.py")
        .read_text("utf-8")
        .endswith("""\
    basic.not_ported("line 3: EXEC means another slot's program, which is not ported here")  # 3
    if basic.is_true(  # 4
        basic.not_ported("line 4: VAR() finds a variable by its name, which a port cannot")
    ):
        machine.console.print("NO")
""")
    )


def test_an_error_of_the_listing_leaves_no_port(ran: CommandLine) -> None:
    Path("m.bas").write_text("PRINT 1\nNEXT\n", "utf-8")
    hint = "NEXT closes nothing: FOR is missing before it"
    told = f"NEXT without FOR in 0:2\nm.bas:2:1\n  NEXT\n  ^\n{hint}\n"
    assert ran("port m.bas -o m.py") == (1, "", told)
    assert not Path("m.py").exists()


def test_a_port_goes_into_a_device(tmp_path: Path) -> None:
    (tmp_path / "m.bas").write_text('PRINT "HELLO"\n')
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert main(["port", "m.bas", "-o", "pipe"]) == 0
    assert os.read(reader, 999).decode() == PORT
    os.close(reader)


def test_a_port_that_goes_on(ran: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "BRIEF_FRAMES", (60, 600))
    Path("m.bas").write_text("@L VSYNC:GOTO @L\n", "utf-8")
    assert ran("port m.bas -o m.py") == (0, "m.py: equal as far as run (seeds 1 2 3, 600 frames)\n", "")


def test_little_is_run_where_a_listing_asks_at_its_beginning(ran: CommandLine) -> None:
    Path("m.bas").write_text('INPUT "N";N\nIF N THEN PRINT N\nPRINT 2\n')
    told = "m.py: equal so far: 33 % of lines, 0 % of outcomes (seeds 1 2 3)\n"
    assert ran("port m.bas -o m.py") == (0, told, "")
    Path("n.bas").write_text('PRINT 1\nPRINT 2\nINPUT "N";N\nPRINT N\n')
    assert ran("port n.bas -o n.py") == (0, "n.py: equal as far as run (seeds 1 2 3, 0 frames)\n", "")


def test_a_port_that_differs_is_written_and_needs_a_hand(ran: CommandLine) -> None:
    Path("m.bas").write_text("DIM A[2]\nPRINT 1\nPRINT A[-1]\n", "utf-8")
    assert ran("port m.bas -o m.py") == (
        1,
        "",
        """\
retromaze: m.py is written, and does otherwise than m.bas with seed 1:
frame 0, event 1: line 2 prints by print('1')
frame 0, event 2: listing stops in line 3: Subscript out of range, port prints by print('0')
m.bas:3: PRINT A[-1]
m.py:9: machine.console.print(str(a[-1]))  # 3
The listing fails there, and the port goes on: mend the listing, or the port.
""",
    )
    assert Path("m.py").is_file()


def test_a_program_of_ours_is_played(ran: CommandLine) -> None:
    """Its presses and answers are those of the catalogue."""
    assert ran("port button_game -o m.py", 0).out.startswith("m.py: equal")


def test_a_clock_is_warned_of_wherever_the_port_goes(ran: CommandLine) -> None:
    Path("m.bas").write_text("PRINT 1\nPRINT MAINCNT\n", "utf-8")
    words = "line 2: MAINCNT tells time, which passes while a listing works and not while its port does"
    assert ran("port m.bas", 0).err == f"retromaze: m.bas: {words}\n"
    assert ran("port m.bas -o m.py") == (0, "m.py: equal (seeds 1 2 3)\n", f"retromaze: m.bas: {words}\n")


INTERRUPTED = """
import sys
from retromaze.cli import main
from retromaze.comparison import workers

def interrupted(connections, seconds):
    raise KeyboardInterrupt
workers.wait = interrupted
if __name__ == "__main__":
    sys.exit(main(["port", "m.bas", "-o", "m.py"]))
"""


@pytest.mark.slow
def test_ctrl_c_leaves_the_port() -> None:
    Path("m.bas").write_text("PRINT 1\n", "utf-8")
    Path("interrupted.py").write_text(INTERRUPTED)
    command = [sys.executable, "interrupted.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "retromaze: stopped: m.py is written, and not compared to its end\n"
    assert Path("m.py").is_file()


def test_too_little_time(ran: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "FIRST_SECONDS", 0.0)
    Path("m.bas").write_text("PRINT 1\n", "utf-8")
    words = (
        "retromaze: m.py is written; there was too little time to compare anything:"
        " `retromaze check m.bas m.py` takes its time\n"
    )
    assert ran("port m.bas -o m.py") == (0, "", words)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere such files cannot be made")
def test_a_name_that_is_no_utf_8(ran: CommandLine) -> None:
    Path("m\udcff.bas").write_text('PRINT "HELLO"\n', "utf-8")
    assert main(["port", "m\udcff.bas", "-o", "m\udcff.py"]) == 0
    port = Path("m\udcff.py").read_text("utf-8")
    assert port == PORT.replace("m.bas", "m\\\\udcff.bas")
    for command in (["check"], ["show"]):
        assert main([*command, "m\udcff.bas", "m\udcff.py"]) == 0
    assert "HELLO" in ran(["run", "--headless", "m\udcff.bas"], 0).out
    Path("m\udcff.bas").write_text("PRINT 1\nNEXT\n", "utf-8")
    assert ran(["port", "m\udcff.bas"], 1).err.encode("utf-8", "replace") == (
        b"NEXT without FOR in 0:2\nm?.bas:2:1\n  NEXT\n  ^\nNEXT closes nothing: FOR is missing before it\n"
    )


# ---- --with

DRAW = 'FOR I=1 TO 4\n GPSET I,I+2\n VSYNC\nNEXT\nPRINT "END"\n'
WRITER = """\
import json, os, pathlib
port, best = (pathlib.Path(os.environ["RETROMAZE_" + name]) for name in ("PORT", "BEST"))
(verdict,) = json.loads(pathlib.Path(os.environ["RETROMAZE_VERDICT"]).read_text())
assert pathlib.Path(os.environ["RETROMAZE_LISTING"]).read_text().startswith("FOR")
event = verdict["difference"] and verdict["difference"]["event"]
round, text = int(os.environ["RETROMAZE_ROUND"]), port.read_text()
print(round, event, "i + 5" in best.read_text())
CHANGES
"""


def written_with(
    changes: str, capfd: pytest.CaptureFixture[str], *options: str, wrong: bool = True
) -> tuple[int, str, str]:
    """Runs `port --with` from a port that is right, or draws and prints wrongly."""
    Path("draw.bas").write_text(DRAW)
    Path("writer.py").write_text(WRITER.replace("CHANGES", changes))
    assert main(["port", "draw.bas", "-o", "draw.py"]) == 0
    right = Path("draw.py").read_text()
    text = right.replace("i + 2", "i + 5").replace("print(", "print('-' + ") if wrong else right
    Path("draw.py").write_text(text)
    capfd.readouterr()
    status = main(["port", "draw.bas", "-o", "draw.py", "--with", f"{sys.executable} writer.py", *options])
    return status, *capfd.readouterr()


def test_a_writer_corrects_a_port_round_by_round(capfd: pytest.CaptureFixture[str]) -> None:
    changes = """\
port.write_text(text.replace("i + 5", "i + 2") if "i + 5" in text else text.replace("'-' + ", ""))"""
    assert written_with(changes, capfd) == (
        0,
        "draw.py: equal (rounds: 3; lines run: 100 %)\n",
        """\
retromaze: round 1: frame 0, event 1: listing line 2 draws point(1, 3), port draws point(1, 6)
1 1 True
retromaze: round 2: frame 4, event 9: listing line 5 prints by print('END'), port prints by print('-END')
2 9 True
retromaze: round 3: equal
3 None False
""",
    )
    assert Path("draw.py").read_text().count("i + 2") == 1
    assert not Path("draw.last.py").exists()


def test_a_writer_rewrites_an_equal_port_and_the_last_equal_version_is_kept(
    capfd: pytest.CaptureFixture[str],
) -> None:
    changes = """\
port.write_text((text + "# rewritten\\n") if round < 3 else text.replace("i + 2", "i + 5"))"""
    status, out, err = written_with(changes, capfd, "--rounds", "3", wrong=False)
    assert (status, out) == (0, "draw.py: equal (rounds: 3; lines run: 100 %)\n")
    expected = """\
retromaze: round 1: equal
1 None False
retromaze: round 2: equal
2 None False
retromaze: round 3: equal
3 None False
retromaze: draw.last.py does otherwise than draw.bas:
frame 0, event 1: listing line 2 draws point(1, 3), port draws point(1, 6)
draw.bas:2: GPSET I,I+2
draw.last.py:8: machine.screen.point(i, i + 5)  # 2
values may come from line 7 of draw.last.py
"""
    assert err == expected
    assert Path("draw.py").read_text().endswith("# rewritten\n# rewritten\n")
    assert "i + 2" in Path("draw.py").read_text()
    assert "i + 5" in Path("draw.last.py").read_text()


@pytest.mark.slow
def test_no_version_that_differs_takes_the_place_of_the_port(capfd: pytest.CaptureFixture[str]) -> None:
    changes = """\
port.write_text(text.replace("i + 5", "i + 2") if "i + 5" in text else text.replace("i + 2", "i + 5"))"""
    status, out, err = written_with(changes, capfd, "--rounds", "3")
    assert (status, out) == (1, "")
    assert [line for line in err.splitlines() if line[0].isdigit()] == ["1 1 True", "2 9 True", "3 1 True"]
    assert "retromaze: draw.py is as it was: no version is equal\n" in err
    assert "retromaze: draw.last.py does otherwise than draw.bas:\n" in err
    assert "event 9: listing line 5 prints by print('END'), port prints by print('-END')\n" in err
    assert "\ndraw.last.py:10: " in err
    assert "i + 5" in Path("draw.py").read_text()
    assert "i + 2" in Path("draw.last.py").read_text()


@pytest.mark.slow
def test_a_writer_that_fails_or_gives_up_is_not_called_again(capfd: pytest.CaptureFixture[str]) -> None:
    ends = {
        "pass": "",
        "raise SystemExit(3)": "retromaze: the writer has ended with status 3\n",
        "port.unlink()": "",
    }
    for changes, words in ends.items():
        Path("draw.py").unlink(missing_ok=True)
        status, out, err = written_with(changes, capfd)
        assert (status, out) == (1, "")
        as_it_was = "retromaze: draw.py is as it was: no version is equal\n"
        assert f"1 1 True\n{words}{as_it_was}retromaze: draw.py does otherwise than draw.bas:\n" in err


def test_a_writer_that_fails_leaves_an_equal_port(capfd: pytest.CaptureFixture[str]) -> None:
    assert written_with("raise SystemExit(3)", capfd, wrong=False) == (
        1,
        "draw.py: equal (rounds: 1; lines run: 100 %)\n",
        "retromaze: round 1: equal\n1 None False\nretromaze: the writer has ended with status 3\n",
    )
    assert main(["port", "draw.bas", "--with", "exit 1"]) == 2
    assert capfd.readouterr().err.startswith("retromaze: --with needs -o PORT.py")


def test_a_writer_is_told_what_no_check_has_run(capfd: pytest.CaptureFixture[str]) -> None:
    branch = "".join(f" PRINT {number}\n" for number in range(9))
    Path("few.bas").write_text(f"N=RND(2)\nIF N>1 THEN\n{branch}ENDIF\nPRINT N\n")
    Path("writer.py").write_text(
        "import json, os\n"
        'with open(os.environ["RETROMAZE_VERDICT"], encoding="utf-8") as file:\n'
        "    (verdict,) = json.load(file)\n"
        'print(verdict["verdict"], *(each.rpartition("/")[2] for each in verdict["remarks"]), sep="\\n")\n'
    )
    assert main(["port", "few.bas", "-o", "few.py", "--with", f"{sys.executable} writer.py"]) == 3
    out, err = capfd.readouterr()
    assert out == "few.py: equal so far: 25 % of lines, 50 % of outcomes (rounds: 1)\n"
    low = (
        "few: 25 % of the listing's lines were run, and its conditions had 50 % of their outcomes, which"
        " proves little; more are run with --play 1\n"
    )
    expected = f"""\
retromaze: round 1: equal so far: 25 % of lines, 50 % of outcomes
equal so far
few: no check runs lines 3-11 of few.bas
port.py
few: no check finds the condition in line 2 true
{low}few: no check runs lines 3-11 of few.bas
few: no check runs lines 9-17 of few.py
few: no check finds the condition in line 2 true
{low}"""
    assert err == expected


def test_options_of_check_say_what_a_port_is_checked_with(capfd: pytest.CaptureFixture[str]) -> None:
    Path("ask.bas").write_text('INPUT "A";N\nIF N>5 THEN PRINT "MANY"\nIF BUTTON() THEN PRINT "PRESSED"\n')
    few = "port ask.bas -o ask.py --seeds 1 --play 0"
    assert main(few.split()) == 3
    assert capfd.readouterr() == (
        "ask.py: equal so far: 33 % of lines, 0 % of outcomes\n",
        "ask: no check runs lines 2-3 of ask.bas\n"
        "ask: no check runs lines 9-12 of ask.py\n"
        "ask: 33 % of the listing's lines were run, and its conditions had 0 % of their outcomes,"
        " which proves little; more are run with --answers LINE, --press A@60, --play 1\n",
    )
    wrong = f"{sys.executable} writer.py"
    Path("writer.py").write_text(
        "import json, os, pathlib\n"
        'port = pathlib.Path(os.environ["RETROMAZE_PORT"])\n'
        'verdict = pathlib.Path(os.environ["RETROMAZE_VERDICT"])\n'
        'port.write_text(port.read_text().replace("PRESSED", "UNPRESSED"))\n'
        '(told,) = json.loads(verdict.read_text("utf-8"))\n'
        'print(told["seeds"], told["compared"], told["difference"] and told["difference"]["replay"])\n'
    )
    options = f"{few} --answers 6 --press A@0 --effects --rounds 2 --with"
    assert main([*options.split(), wrong]) == 0
    out, err = capfd.readouterr()
    assert out == "ask.py: same effects (rounds: 2; lines run: 100 %; outcomes: 50 %)\n"
    seen = "at the end, text cell column 0, row 2 of the upper screen is 'P' (15 on 0) in listing, 'U'"
    assert err == (
        "retromaze: round 1: same effects\n[1] effects None\n"
        f"retromaze: round 2: frame 0, event 1: {seen} (15 on 0) in port (and 8 more cells)\n"
        "[1] effects --seeds=1 --effects --press=A@0 --answers=6\n"
        "ask: no check finds the condition in lines 2-3 false\n"
        "retromaze: ask.last.py does otherwise than ask.bas:\n"
        f"frame 0, event 1: {seen} (15 on 0) in port (and 10 more cells)\n"
        'ask.bas:1: INPUT "A";N\n'
    )
    for command in ("port ask.bas --seeds 1", "port ask.bas -o - --play 0"):
        assert main(command.split()) == 2
        words = "retromaze: options of a check need -o PORT.py: a port that is printed is not run\n"
        assert capfd.readouterr() == ("", words)


def test_ctrl_c_keeps_the_port(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any, **named: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("subprocess.run", interrupted)
    status, out, err = written_with("", capfd)
    assert (status, out) == (130, "")
    assert err.splitlines()[-1] == "retromaze: stopped: draw.py is as it was"
    assert "i + 5" in Path("draw.py").read_text()
