"""A long main program is cut into methods at its labels, comments and loops."""

import re

from retromaze.porting.stretches import name_of_comment
from tests.porting.agreeing import differing
from tests.porting.bodies import port_text

FRAME = "LOCATE 0,0\n" + "PRINT 1\n" * 20
COUNT = ":".join(f"{each}={each}+1" for each in "ABCDEFGHIJ")
SCENE = "'--- draw border\n" + 'FOR I=0 TO 9\nLOCATE I,0\nPRINT "#";\nLOCATE I,9\nPRINT "#";\nNEXT\n' * 2


def methods(source: str) -> list[str]:
    """The headings of a port's methods, and the calls that have no line of the listing."""
    text = port_text(source)
    text = text.partition("    def run(self)")[2] or text.partition("\ndef main(")[2]
    return re.findall(r"^ *(?:def .*|(?:.* = )?(?:self\.)?[a-z_]+\(.*\))$", text, re.MULTILINE)


def test_a_scene_with_a_name() -> None:
    source = f"PRINT 0\n@AGAIN\n{FRAME}{SCENE}@PLAY\n{FRAME}IF RND(4) THEN @PLAY\n"
    source += f"{FRAME}IF RND(2) THEN @AGAIN"
    text = port_text(source)
    found = """\
def main(machine: Machine) -> None:
    machine.console.print("0")  # 1
    while True:  # @AGAIN
        again(machine)
        draw_border(machine)
        play(machine)
        machine.console.locate(0, 0)  # 60
"""
    assert found in text
    method = """\
def draw_border(machine: Machine) -> None:
    for i in range(10):  # 25
"""
    assert method in text
    assert differing([source]) == {}


def test_a_scene_with_the_name_of_a_subroutine() -> None:
    subroutine = "@DRAW_BORDER\nPRINT 5\nPRINT RND(3)\nRETURN"
    loop = f"@PLAY\n{FRAME}{FRAME}GOSUB @DRAW_BORDER\nVSYNC\nGOTO @PLAY\n{subroutine}"
    source = f"PRINT 0\n{SCENE}{loop}"
    assert "def set_up_draw_border(machine: Machine) -> None:" in methods(source)
    ending = f"{FRAME}{FRAME}GOSUB @DRAW_BORDER\n{SCENE}END\n{subroutine}"
    assert "def draw_border_2(machine: Machine) -> None:" in methods(ending)
    assert differing([ending]) == {}


def test_constants_before_and_behind_a_scene_stay_where_they_are_used() -> None:
    source = f"ACLS:LIVES=3\nN=0\n{FRAME}X=200\nY=8\n@PLAY\n{FRAME}{FRAME}N=N+X+Y:X=X+1:Y=Y+N\n"
    source += "IF N>999 THEN PRINT N;X;Y;LIVES:END\nGOTO @PLAY"
    text = port_text(source)
    found = """\
    machine.reset()
    n = 0.0  # 2
    set_up(machine)
    x = 200  # 24
    y = 8.0  # 25
    while True:  # @PLAY
"""
    assert found in text
    assert "set_up(machine: Machine) -> None:" in text
    assert differing([source]) == {}


CUT = {
    # what comes before the first loop that has a name; declarations stay
    f"DIM A[9]\nN=RND(3)\nFOR I=0 TO 8\nA[I]=N\nNEXT\n{FRAME}@PLAY\n{FRAME}{FRAME}PRINT A[1];N\nGOTO @PLAY": [
        "        n = self.set_up()", "    def set_up(self) -> int:",
    ],
    # what is stored in both
    f"{FRAME}{FRAME}X=RND(5)\n@PLAY\n{FRAME}X=X+1\nPRINT X\nIF RND(4) THEN @PLAY\nPRINT X\n{FRAME}": [
        "        self.set_up()", "        self.play()",
        "    def set_up(self) -> None:", "    def play(self) -> None:",
    ],
    # what the program ends in
    f"{FRAME}{FRAME}A=RND(5)\n@PLAY\n{FRAME}IF RND(9)==A THEN END\nPRINT 1\nGOTO @PLAY": [
        "    play(machine, a)", "def play(machine: Machine, a: int) -> None:",
    ],
    # a loop that is left to two places: its method tells to which; what begins the loop around it is another
    f"@AGAIN\n{FRAME}@PLAY\n{FRAME}IF RND(2) THEN END\nIF RND(4) THEN @PLAY\n{FRAME}IF A THEN @AGAIN": [
        "        again(machine)",
        "def again(machine: Machine) -> None:", "def play(machine: Machine) -> bool:",
    ],
    f"@AGAIN\n{FRAME}@PLAY\n{FRAME}IF RND(2) THEN @AGAIN\nIF RND(4) THEN @PLAY\n{FRAME}": [
        "    again(machine)",
        "def again(machine: Machine) -> None:", "def play(machine: Machine) -> bool:",
    ],
    # what an ON leads to
    f"@MENU\n{FRAME}ON RND(2) GOTO @COUNT,@STOP\n@COUNT\n{FRAME}GOTO @MENU\n@STOP\n{FRAME}": [
        "                stop(machine)", "def stop(machine: Machine) -> None:",
    ],
    # short, without a name, without a loop at its end but an END, left to three places, with much that passes
    f"@PLAY\n{FRAME}IF RND(4) THEN @PLAY\nPRINT 1": [],
    f"@L1\n{FRAME}IF RND(4) THEN @L1\n@L2\n{FRAME}IF RND(4) THEN @L2\n@L3\n{FRAME}IF RND(4) THEN @L3": [],
    f"{FRAME}@PLAY\n{FRAME}IF RND(2) THEN END\n@SHOW\n{FRAME}": [],
    f"@AGAIN\n{FRAME}@PLAY\n{FRAME}ON RND(4) GOTO @AGAIN,@PLAY,@OFF\n{FRAME}IF A THEN @AGAIN\n@OFF": [],
    f"{COUNT}\n@PLAY\n{FRAME}{COUNT}\nIF RND(4) THEN @PLAY\n{FRAME}PRINT A;B;C;D;E;F;G;H;I;J": [],
}  # fmt: skip


def test_where_a_program_is_cut() -> None:
    found = {source: methods(source) for source in CUT}
    assert found == CUT
    assert differing(each for each in CUT if "GOTO" not in each) == {}


def test_a_loop_without_a_name_that_is_played_in() -> None:
    loop = f"@B\n{FRAME}VSYNC 1\nX=X+((BUTTON() AND 8)!=0)\nIF X<9 THEN @B\n"
    source = f"@A\n{FRAME}X=RND(5)\n{loop}{FRAME}PRINT X\nIF RND(2) THEN @A"
    assert methods(source) == [
        "            self.main_loop()",
        "    def main_loop(self) -> None:",
    ]
    assert methods(source.replace("VSYNC 1", "PRINT 2")) == []
    assert methods(source.replace("BUTTON()", "RND(9)")) == []


def test_comments_that_name_a_stretch() -> None:
    names = {
        "pick a start that is not in the maze": "PICK_START",
        "retrace and carve": "RETRACE_AND_CARVE",
        "--- The border!": "BORDER",
        # too short, too long, begins with what a name leaves out, not Latin
        "x y": "",
        "now we draw all": "",
        "while it runs": "",
        "つうろ the way": "",
    }
    assert {each: name_of_comment(each) for each in names} == names


def test_the_comments_at_the_top_are_the_modules() -> None:
    source = f"'A GAME\nPRINT 0\n{FRAME}@PLAY\n{FRAME}IF RND(4) THEN @PLAY\n{FRAME}{FRAME}"
    text = port_text(source)
    assert text.startswith('"""A GAME\n')
    assert "def set_up(machine: Machine) -> None:\n    machine" in text
