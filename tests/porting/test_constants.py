"""Variables that are set once, before any read, are constants of the module."""

from retromaze.porting.writing import write_port
from tests.porting.agreeing import differing
from tests.porting.bodies import port_text

GAME = (
    "W=9\nX=RND(2)\nCLS:SEA=6:SAND=4:GRASS=1:TREE=16:HILL=19 'tiles\n"
    'SPEED=0.5:NAME$="ISLE":LOW=-3 \'and more\n'
    "PRINT NAME$;SEA;SAND;GRASS;TREE;HILL;LOW\n@L\nX=X+SPEED:DRAW\nIF X<W GOTO @L\n"
    "DEF DRAW\nGPSET X,HILL,#RED\nEND"
)


def constants(text: str) -> list[str]:
    """The lines between the imports of a port and its `main`."""
    return [
        each
        for each in text.split("\ndef main", maxsplit=1)[0].splitlines()
        if each[:1].isupper() and " = " in each
    ]


def test_constants_stand_before_main() -> None:
    text = write_port(GAME)
    assert constants(text) == [
        "RED = 0xFFF80000",
        "SEA, SAND, GRASS, TREE = 6, 4, 1, 16  # 3",
        "HILL = 19",
        'SPEED, NAME, LOW = 0.5, "ISLE", -3  # 4  and more',
    ]
    assert "def main(machine: Machine, *, w: int = 9)" in text
    assert "machine.screen.point(int(self.x), HILL, RED)" in text
    assert "machine.console.clear()  # 3  tiles" in text
    assert differing([GAME]) == {}


def test_a_constant_with_the_word_of_a_builtin_needs_no_underscore() -> None:
    source = 'DIM M$[2] \'map\nM$[0]="##":M$[1]=".."\nPRINT M$[RND(2)]'
    assert constants(write_port(source)) == [
        'VARIABLES = {"MAP": "M$"}  # the listing\'s names, for retromaze check',
        'MAP = ("##", "..")  # 1-2',
    ]
    assert differing([source]) == {}


def test_a_subroutine_sets_constants_that_others_read() -> None:
    source = "X=RND(2)\nGOSUB @SET\nPRINT X+SEA\nGOSUB @SET\nEND\n@SET\nSEA=6:D=2\nPRINT D+D*X\nRETURN"
    assert constants(write_port(source)) == ["SEA = 6  # 7"]
    assert differing([source]) == {}


def test_what_is_set_twice_or_read_before_stays_a_variable() -> None:
    others = {
        "SEA=7": "SEA",
        "INC SEA": "SEA",
        "READ SEA\nDATA 3": "SEA",
        "FOR SEA=1 TO 2:NEXT": "SEA",
        "SEA=6": "SEA",
    }
    for each, name in others.items():
        assert not any(
            name in line for line in constants(write_port(f"X=RND(2)\nSEA=6\nPRINT SEA\n{each}"))
        ), each
    for source in (
        "X=RND(2)\nPRINT SEA\nSEA=6\nPRINT SEA",
        "X=RND(2)\nIF RND(2) THEN SEA=6\nPRINT SEA",
        "X=RND(2)\n@L\nN=N+1:PRINT SEA:SEA=6\nIF N<3 GOTO @L",
        "X=RND(2)\nSHOW\nSEA=6\nSHOW\nDEF SHOW\nPRINT SEA\nEND",
        "X=RND(2)\nSEA=6\nPRINT SEA:SHOW 3\nDEF SHOW SEA\nPRINT SEA\nEND",
        "X=RND(2)\nIF X THEN GOSUB @I\nPRINT SEA\nEND\n@I\nSEA=6\nRETURN",
        "X=RND(2)\nRED=6\nPRINT RED;#RED",
    ):
        assert constants(port_text(source).replace("RED = -524288", "")) == [], source
        assert differing([source]) == {}


def test_a_declaration_is_no_other_store() -> None:
    source = (
        "OPTION STRICT\nVAR W=3\nVAR A[W],X#,PW=60,PY=220 'paddle\nVAR N,M=RND(2)\nN=3\nX#=N/2\n"
        "PRINT PW;PY;X#;M\nX#=1/4:PRINT X#;A[0]"
    )
    text = port_text(source)
    assert constants(text) == ["PW, PY = 60, 220  # 3", "N = 3  # 5"]
    assert differing([source]) == {}
