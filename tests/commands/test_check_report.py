"""`retromaze check --badge` and `--markdown`: the proof to show."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from retromaze.cli import main
from retromaze.commands.check_report import badge, markdown, markdown_escaped, verdict_text
from retromaze.comparison.checks import Tally
from tests.command_line import CommandLine

LISTING = "M_W=4\nFOR I=0 TO M_W:GPSET I,RND(9):NEXT\nIF M_W==9 THEN PRINT 9\n"
PORT = """\
def main(machine, *, m_w=4):
    for x in range(m_w + 1):
        machine.screen.point(x, machine.rng.below(9))
    if m_w == 9:
        machine.console.print("9")
"""
WRONG = PORT.replace("point(x,", "point(x + (machine.seed == 2),")


@pytest.fixture(autouse=True)
def pairs(here: Path) -> None:
    """A pair of which two lines are not run, and another of which one seed differs."""
    for name, port in (("maze", PORT), ("wrong", WRONG)):
        Path(f"{name}.bas").write_text(LISTING)
        Path(f"{name}.py").write_text(port)


def proof(*words: str) -> tuple[int, str, str]:
    """The exit status of a check, the words of its badge, and its color."""
    status = main(["check", *words, "--jobs", "1", "--badge", "proof.svg"])
    picture = ET.parse("proof.svg").getroot()
    (title,) = picture.iter("{http://www.w3.org/2000/svg}title")
    (path,) = picture.iter("{http://www.w3.org/2000/svg}path")
    color = {"#2e7d32": "green", "#c62828": "red", "#757575": "gray"}[path.attrib["fill"]]
    return status, (title.text or "").removeprefix("retromaze: "), color


def test_a_badge_tells_pairs_seeds_and_lines() -> None:
    assert proof("maze.bas", "--seeds", "20") == (0, "1 of 1 equal, 20 seeds, 71 % of lines", "green")
    assert proof("maze.bas", "--seeds", "1", "--set", "M_W=4,9") == (
        0,
        "1 of 1 equal, 1 seed, 100 % of lines",
        "green",
    )
    assert proof("maze.bas", "--pictures") == (0, "1 of 1 same pictures, 3 seeds, 71 % of lines", "green")


def test_a_badge_is_red_where_the_check_fails() -> None:
    assert proof(".") == (1, "1 of 2 equal, 3 seeds, 71 % of lines", "red")


@pytest.mark.slow
def test_a_badge_is_gray_where_too_little_was_run() -> None:
    thin = "0 of 1 equal, 1 so far, 3 seeds, 71 % of lines"
    assert proof("maze.bas", "--lines", "80") == (3, thin, "gray")
    Path("ask.bas").write_text('INPUT "N",N\nPRINT N\nPRINT 1\nPRINT 2\n')
    Path("ask.py").write_text(
        "from retromaze.ports import basic\n\n\ndef main(machine):\n"
        "    n = basic.ask_number(machine, 'N', 0)\n    machine.console.print(str(int(n)))\n"
        "    machine.console.print('1')\n    machine.console.print('2')\n"
    )
    thin = "0 of 1 equal, 1 so far, 3 seeds, 25 % of lines"
    assert proof("ask.bas", "--play", "0") == (3, thin, "gray")
    assert proof("ask.bas", "maze.bas", "--play", "0")[::2] == (3, "gray")
    assert proof("ask.bas", ".", "--play", "0")[::2] == (1, "red")
    assert proof("ask.bas") == (0, "1 of 1 equal, 3 seeds, 7 games, 100 % of lines", "green")
    assert proof("ask.bas", "--answers", "5") == (0, "1 of 1 equal, 3 seeds, 100 % of lines", "green")


def test_a_badge_is_red_where_a_lesson_is_wrong() -> None:
    Path("maze.lesson.md").write_text("# A\n## B\n```lesson\nat line 9\n```\n")
    status, words, color = proof("maze.bas")
    assert (status, words, color) == (1, "1 of 1 equal, 3 seeds, 71 % of lines, lessons are wrong", "red")


def test_one_game_is_no_games() -> None:
    assert verdict_text(Tally("a", runs=1, games=1)) == "equal in 1 game"
    assert verdict_text(Tally("a", runs=1234, games=1234)) == "equal in 1,234 games"


def test_a_page_in_markdown(ran: CommandLine) -> None:
    more = "more are run with --play 1"
    expected = f"""\
**0 of 2 equal, 1 so far, 3 seeds, 71 % of lines**

| pair | seeds | sizes | events | frames | lines run | verdict |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
| maze | 3 | 1 | 30 | 0 | listing 66 %, port 75 % | equal so far: 66 % of lines, 50 % of outcomes |
| wrong | 3 | 1 | 30 | 0 | listing 66 %, port 75 % | DIFFERENT (1 of 3 runs) |

- maze: 66 % of the lines were run, --lines wants 70; {more}
- maze: no check runs line 5 of maze.py
- maze: no check finds the condition in line 3 true
- wrong: no check runs line 5 of wrong.py
- wrong: no check finds the condition in line 3 true

Differences:

    wrong: seed 2, default sizes (1 of 3 runs differ)
    frame 0, event 1: line 2 takes below(9) = 2
    frame 0, event 2: listing line 2 draws point(0, 2), port draws point(1, 2)
    wrong.bas:2: FOR I=0 TO M_W:GPSET I,RND(9):NEXT
    wrong.py:3: machine.screen.point(x + (machine.seed == 2), machine.rng.below(9))
    values may come from line 2 of wrong.py
"""
    assert ran("check . --jobs 1 --lines 70 --markdown", 1).out == expected


def test_names_of_strangers_command_nothing() -> None:
    assert markdown_escaped("a|b <i>*x*</i>\n`$1$` [y](z) #&") == (
        r"a\|b \<i\>\*x\*\</i\> \`\$1\$\` \[y\](z) \#\&"
    )
    page = list(markdown("1 of 1 equal", [("pair", "verdict"), ("a|b", "equal")], [], ["# one\n<b>"]))
    assert page[4:] == [r"| a\|b | equal |", "", "Differences:", "", "    # one", "    <b>"]
    assert "&lt;b&gt;" in badge("<b>", 0)
