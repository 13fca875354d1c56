"""docs/cards.md shows what its commands print, from a folder of the console to the running game."""

import re
import struct
from pathlib import Path

import pytest
from PIL import Image

from retromaze.cli import main
from tests.console_files import container, numeric

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "cards.md").read_text("utf-8")
MENU = """\
' MENU
ACLS
GAME$="CAVE"
LOCATE 4,4:PRINT "A: PLAY"
EXEC "PRG1:"+GAME$
"""
CAVE = """\
' CAVE
XSCREEN 3
USE "PRG2:LIB"
LEVEL$="LEVEL"
DIM M[20,15]
FILE$="DAT:"+LEVEL$
LOAD FILE$,M,0
LOAD "GRP4:TILES",0
HI=0
IF CHKFILE("DAT:HISCORE") THEN DIM S[1]:LOAD "DAT:HISCORE",S,0:HI=S[0]
LOAD "GRP"+STR$(5)+":EXTRA",0
T$=LOAD("TXT:STORY",0)
DRAWMAP M
LOCATE 0,20:PRINT T$
LOCATE 0,22:PRINT "HI";HI
TALK "WELCOME"
WHILE 1
 VSYNC
 B=BUTTON()
 STICK OUT X,Y
 TOUCH OUT TM,TX,TY
 IF B AND #A THEN SAVESCORE 5
WEND
DEF SAVESCORE N
 DIM S[1]:S[0]=N
 SAVE "DAT:HISCORE",S
END
"""
LIB = """\
COMMON DEF DRAWMAP M
 VAR I,J
 FOR J=0 TO 14
  FOR I=0 TO 19
   GFILL I*12,J*12,I*12+10,J*12+10,M[I,J]
  NEXT
 NEXT
END
"""
OLD_CAVE = 'PRINT "OLD"\nFOO 1\nLOAD "DAT:NOWHERE",A\n'
RED = -0x80000
"""The color &HFFF80000 as a whole number."""


@pytest.fixture(autouse=True)
def card(here: Path) -> None:
    """The folder `sd` of the page, in the current one."""
    Path("store").mkdir()
    sd = Path("sd")
    sd.mkdir()
    for name, source in (("MENU", MENU), ("CAVE", CAVE), ("LIB", LIB), ("OLDCAVE", OLD_CAVE)):
        (sd / f"T{name}").write_bytes(container(0, source.encode(), icon=1))
    (sd / "TSTORY").write_bytes(container(0, b"A cave, once."))
    (sd / "TREADME").write_bytes(container(0, b"Thank you for playing this game. Have fun."))
    (sd / "BLEVEL").write_bytes(container(1, numeric(4, (20, 15), struct.pack("<300i", *[RED] * 300))))
    for name in ("BTILES", "BEXTRA"):
        (sd / name).write_bytes(container(1, numeric(3, (512, 512), bytes(512 * 512 * 2)), icon=2))


def shown(command: str) -> str:
    """What the page prints below a command."""
    found = re.search(rf"```sh\n{re.escape(command)}\n```\n\n```\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_what_doctor_prints(capsys: pytest.CaptureFixture[str]) -> None:
    for place in ("sd/", "sd/TCAVE"):
        assert main(["doctor", place, "--storage", "store"]) == 1
        assert capsys.readouterr().out == shown(f"retromaze doctor {place}")


def test_the_game_runs_from_the_card_and_converted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "sd/", "-o", "game/"]) == 0
    for number, listing in enumerate(("sd/TMENU", "game/MENU.bas")):
        words = ["--headless", "--seed", "1", "--frames", "60", "--storage", "store"]
        assert main(["run", listing, *words, "--picture", f"{number}.png"]) == 0
        assert capsys.readouterr().out.endswith("A cave, once.\n\nHI0\n")
    with Image.open("0.png") as card, Image.open("1.png") as folder:
        assert card.tobytes() == folder.tobytes()
        assert card.convert("RGB").getpixel((5, 5)) == (255, 0, 0)
