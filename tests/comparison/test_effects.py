"""Programs compared by the effects of their calls: what may differ then, and what may not."""

import json
from pathlib import Path

import pytest

import retromaze
from retromaze.cli import main
from retromaze.comparison import Listing, Script, compare_programs
from retromaze.comparison.listing_recording import EFFECTS
from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.testing import assert_same
from tests.command_line import CommandLine


def difference(one: str, other: str, script: Script | None = None) -> str:
    """The words of the first difference of two listings; "" if their effects are the same."""
    made = compare_programs(
        Listing(one, "a.bas"), Listing(other, "b.bas"), seed=1, script=script or Script(), mode=EFFECTS
    )
    return made.difference.words if made.difference else ""


SAME = {
    "fills that do not touch change places": (
        "GFILL 0,0,9,9,-1:GFILL 20,20,29,29,&HFFFF0000:VSYNC",
        "GFILL 20,20,29,29,&HFFFF0000:GFILL 0,0,9,9,-1:VSYNC",
    ),
    "a color that nothing uses": (
        "COLOR 5:GCOLOR -1:PRINT 1:VSYNC",
        "COLOR 5:PRINT 1:GCOLOR 0:COLOR 9:VSYNC",
    ),
    "WAIT 4": ("PRINT 1:WAIT 4:PRINT 2:VSYNC", "PRINT 1:VSYNC:VSYNC:VSYNC:VSYNC:PRINT 2:WAIT"),
    "frames that work has used": ("FOR I=0 TO 60000:NEXT:VSYNC 4:PRINT 1:VSYNC", "WAIT 4:PRINT 1:VSYNC"),
    "a wait for no frame": ("PRINT 1:WAIT 0:PRINT 2:VSYNC", "PRINT 1:PRINT 2:VSYNC"),
    "one PRINT": ('PRINT "A";:PRINT "B":LOCATE 3,3:PRINT "C  "', 'PRINT "AB":LOCATE 3,3:PRINT "C"'),
    "a box of lines": (
        "GBOX 2,2,8,8,-1:VSYNC",
        "GLINE 2,2,8,2,-1:GLINE 8,2,8,8,-1:GLINE 8,8,2,8,-1:GLINE 2,8,2,2,-1:VSYNC",
    ),
    "a pixel drawn twice": ("GPSET 3,3,-1:VSYNC", "GPSET 3,3,-1:GPSET 3,3,-1:VSYNC"),
    "sprites set in another order": (
        "SPSET 1,5:SPSET 2,6:SPOFS 2,8,9:SPOFS 1,3,4:VSYNC",
        "SPSET 2,6:SPOFS 2,8,9:SPSET 1,5:SPOFS 1,3,4:VSYNC",
    ),
    "what is kept of a sprite beside its picture": ("SPSET 1,5:SPVAR 1,0,7:SPCOL 1:VSYNC", "SPSET 1,5:VSYNC"),
    "a hidden sprite that moves": ("SPSET 1,5:SPHIDE 1:SPOFS 1,7,7:VSYNC", "SPSET 1,5:SPHIDE 1:VSYNC"),
    "the other order of series and sounds": (
        'A=RND(9):B=RND(3,9):BEEP 2:SAVE "TXT:A","1":VSYNC:PRINT A;B',
        'SAVE "TXT:A","1":BEEP 2:B=RND(3,9):A=RND(9):VSYNC:PRINT A;B',
    ),
    "an animation over one wait or more": (
        'SPSET 0,5:SPANIM 0,"XY",4,50,0,4,90,9:WAIT 9:PRINT 1:VSYNC',
        'SPSET 0,5:SPANIM 0,"XY",4,50,0,4,90,9:VSYNC:WAIT 3:VSYNC 5:PRINT 1:VSYNC',
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_these_have_the_same_effects(name: str) -> None:
    one, other = SAME[name]
    assert (difference(one, other), difference(other, one)) == ("", "")


DIFFERENT = {
    "order of fills that touch": (
        "GFILL 0,0,9,9,-1:GFILL 5,5,29,29,&HFFFF0000:VSYNC",
        "GFILL 5,5,29,29,&HFFFF0000:GFILL 0,0,9,9,-1:VSYNC",
        "after vsync() in a.bas line 1, pixel (5, 5) of the upper screen is &HFFF80000 in a.bas,"
        " &HFFF8F8F8 in b.bas (and 24 more pixels)",
    ),
    "color that a draw uses": (
        "GCOLOR -1:GPSET 3,3:VSYNC",
        "GPSET 3,3,&HFF00F800:GCOLOR -1:VSYNC",
        "after vsync() in a.bas line 1, pixel (3, 3) of the upper screen is &HFFF8F8F8 in a.bas,"
        " &HFF00F800 in b.bas",
    ),
    "picture between frames": (
        "WAIT 4:PRINT 1:VSYNC",
        "VSYNC 3:PRINT 1:VSYNC 2",
        "after wait(4) in a.bas line 1, text cell column 0, row 0 of the upper screen is empty in"
        " a.bas, '1' (15 on 0) in b.bas",
    ),
    "frames": ("PRINT 1:WAIT 4", "PRINT 1:WAIT 5", "a.bas has ended, b.bas waits by wait(5)"),
    "fewer frames": ("PRINT 1:WAIT 4", "PRINT 1:WAIT 3", "a.bas line 1 waits by wait(4), b.bas has ended"),
    "color of a letter": (
        "COLOR 5:PRINT 1:VSYNC",
        "PRINT 1:COLOR 5:VSYNC",
        "after vsync() in a.bas line 1, text cell column 0, row 0 of the upper screen is '1' (5 on"
        " 0) in a.bas, '1' (15 on 0) in b.bas",
    ),
    "place of a sprite": (
        "SPSET 1,5:SPOFS 1,3,4:VSYNC",
        "SPSET 1,5:SPOFS 1,4,3:VSYNC",
        "after vsync() in a.bas line 1, a.bas has sprite 1 at (3, 4), b.bas has it at (4, 3)",
    ),
    "sprite that is not shown": (
        "SPSET 1,5:VSYNC",
        "SPSET 1,5:SPHIDE 1:VSYNC",
        "after vsync() in a.bas line 1, a.bas has sprite 1 shown, b.bas has it not shown",
    ),
    "cell of a layer": (
        "BGPUT 0,3,4,7:VSYNC",
        "BGPUT 0,3,4,8:VSYNC",
        "after vsync() in a.bas line 1, a.bas has cell (3, 4) of background layer 0 with character"
        " 7, b.bas has it with character 8",
    ),
    "sheet": (
        "SPSET 1,0:GPAGE 0,4:GPSET 1,1,-1:GPAGE 0,0:VSYNC",
        "SPSET 1,0:VSYNC",
        "after vsync() in a.bas line 1, pixel (1, 1) of page 4 is &HFFF8F8F8 in a.bas, &H00000000 in b.bas",
    ),
    "sounds": (
        "BEEP 1:BEEP 2:VSYNC",
        "BEEP 2:BEEP 1:VSYNC",
        "a.bas line 1 sounds by beep(1), b.bas sounds by beep(2)",
    ),
    "sound in another frame": (
        "BEEP 1:VSYNC",
        "VSYNC:BEEP 1",
        "a.bas line 1 sounds by beep(1), b.bas leaves it out and waits by vsync()",
    ),
    "random draws": (
        "A=RND(9):B=RND(8):VSYNC",
        "B=RND(8):A=RND(9):VSYNC",
        "a.bas line 1 takes below(9), b.bas takes below(8)",
    ),
    "order of files": (
        'SAVE "TXT:A","1":SAVE "TXT:B","1"',
        'SAVE "TXT:B","1":SAVE "TXT:A","1"',
        "a.bas line 1 writes a file by write('TXT', 'A', <1 byte, sum 83DCEFB7>), b.bas writes a"
        " file by write('TXT', 'B', <1 byte, sum 83DCEFB7>)",
    ),
    "hidden page at the end": (
        "GPAGE 0,2:GPSET 1,1,-1",
        "GPAGE 0,2",
        "at the end, pixel (1, 1) of page 2 is &HFFF8F8F8 in a.bas, &H00000000 in b.bas",
    ),
    "backdrop": (
        "BACKCOLOR &HFF00F800:VSYNC",
        "VSYNC",
        "after vsync() in a.bas line 1, backdrop of the upper screen is &H0000F800 in a.bas,"
        " &H00000000 in b.bas",
    ),
    "lower screen": (
        "XSCREEN 2:VSYNC",
        "VSYNC",
        "after vsync() in a.bas line 1, the lower screen is shown in a.bas, not shown in b.bas",
    ),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_these_have_different_effects(name: str) -> None:
    one, other, words = DIFFERENT[name]
    assert difference(one, other) == words


def test_a_question_and_its_answer_are_compared() -> None:
    """CLS right after an answer hides the text from every wait."""
    game = 'PRINT "{}":INPUT "A";A:CLS:VSYNC:PRINT A'
    script = Script(answers=("5",))
    assert difference(game.format("ONE"), game.format("ONE").replace("PRINT", "?"), script) == ""
    assert difference(game.format("ONE"), game.format("TWO"), script) == (
        "at ask('A?') in a.bas line 1, text cell column 0, row 0 of the upper screen is 'O' (15 on 0)"
        " in a.bas, 'T' (15 on 0) in b.bas (and 2 more cells)"
    )
    assert difference("VSYNC:INPUT A", "VSYNC:WAIT:INPUT A", script) == (
        "a.bas line 1 asks by ask('?'), b.bas waits by wait()"
    )


GAME = """\
@L
B=BUTTON(0)
GCLS
GFILL X,10,X+3,13,-1
X=X+((B AND 8)!=0)
WAIT 2
GOTO @L
"""


def test_presses_come_in_the_frames_of_the_listing() -> None:
    script = Script(presses=((4, Buttons.RIGHT), (10, Buttons(0))))
    one, other = Listing(GAME, "a.bas"), Listing(GAME.replace("WAIT 2", "VSYNC:VSYNC"), "b.bas")
    made = compare_programs(one, other, seed=1, script=script, frames=60, mode=EFFECTS)
    assert (made.difference, made.frames) == (None, 60)
    wrong = Listing(GAME.replace("AND 8", "AND 4"), "b.bas")
    found = compare_programs(one, wrong, seed=1, script=script, frames=60, mode=EFFECTS).difference
    assert found is not None
    assert found.sentence.startswith("frame 6, event 7: after wait(2) in a.bas line 6, pixel (0, 10)")


MENU = """\
@L
CLS:PRINT "MENU";N
REPEAT:B=BUTTON(2):UNTIL B
CLS:PRINT "GO"
N=N+1
REPEAT:B=BUTTON(0):UNTIL !B
IF N<2 THEN @L
"""


def menu(machine: Machine, word: str = "MENU") -> None:
    for number in range(2):
        machine.console.clear()
        machine.console.print("MENU" if number != 1 else word, end="")
        machine.console.print(str(number))
        while not machine.input.button(2):
            machine.idle()
        machine.console.clear()
        machine.console.print("GO")
        while machine.input.button(0):
            machine.idle()


@pytest.mark.slow
def test_a_listing_that_waits_by_looking_is_compared_at_each_press() -> None:
    presses = tuple((8 * at, Buttons.A if at % 2 else Buttons(0)) for at in range(1, 5))
    script = Script(presses=presses)
    made = compare_programs(Listing(MENU, "a.bas"), menu, seed=1, script=script, mode=EFFECTS)
    assert made.difference is None
    wrong = compare_programs(
        Listing(MENU, "a.bas"), lambda machine: menu(machine, "MEMU"), seed=1, script=script, mode=EFFECTS
    )
    found = wrong.difference
    assert found is not None
    assert found.words == (
        "while listing looks for input, text cell column 2, row 0 of the upper screen is 'N' (15 on 0)"
        " in listing, 'M' (15 on 0) in port"
    )
    assert found.port.text == "while not machine.input.button(2):"


PORT = """\
from retromaze.machine.input import Buttons


def main(machine):
    x = 0
    while True:
        button = machine.input.button()
        machine.screen.clear()
        for y in range(10, 14):
            machine.screen.line(x, y, x + 3, y, 0xFFF8F8F8)
        if button & Buttons.RIGHT:
            x += 1
        machine.vsync()
        machine.vsync()
"""


@pytest.mark.slow
def test_the_levels_in_python_and_on_the_command_line(here: Path, ran: CommandLine) -> None:
    Path("g.bas").write_text(GAME)
    Path("g.py").write_text(PORT)
    options = ["check", "g.bas", "--frames", "60", "--jobs", "1", "--play", "0"]
    row = ran([*options, "--effects"], 0).out.splitlines()[-1]
    assert " ".join(row.split()) == "g 3 1 180 180 listing 100 %, port 90 % same effects for 60 frames"
    (record,) = json.loads(ran([*options, "--effects", "--json"], 0).out)
    assert (record["verdict"], record["compared"]) == ("equal", "effects")
    assert main(options) == 1
    assert retromaze.compare("g.bas", "g.py", seed=1, frames=60, effects=True) is None
    assert retromaze.compare("g.bas", "g.py", seed=1, frames=60) is not None
    assert_same("g.bas", "g.py", frames=60, effects=True, play=0)
    with pytest.raises(UsageError, match=r"^by_pictures and effects are two ways to compare: one of them$"):
        retromaze.compare("g.bas", "g.py", effects=True, by_pictures=True)
