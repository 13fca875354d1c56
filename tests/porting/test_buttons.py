"""Buttons by their names where a mask of them is tested, numbers as they are everywhere else."""

from retromaze.porting.writing import write_port
from tests.porting.agreeing import differing
from tests.porting.bodies import body

MASKS = [
    ("IF BUTTON() AND 64 THEN PRINT 1", "if machine.input.button() & Buttons.X:"),
    ("IF &H10 AND BUTTON(2) THEN PRINT 1", "if Buttons.A & machine.input.button(2):"),
    ("B=BUTTON(1)\nIF B AND 96 THEN PRINT B", "if b & (Buttons.B | Buttons.X):"),
    (
        "B=BUTTON(1)\nIF !(B AND #L) && RND(2) THEN PRINT B",
        "if not b & Buttons.L and machine.rng.below(2):",
    ),
    ("B=BUTTON(1)\nIF (B AND 1) OR (B AND 2) THEN PRINT B", "if b & Buttons.UP | b & Buttons.DOWN:"),
    ("B=BUTTON(1)\nA=!!(B AND 4096)\nPRINT A", "a = int(bool(b & Buttons.ZL))"),
    ("BUTTON OUT B\nIF B AND 1 THEN PRINT B", "if b & Buttons.UP:"),
    ("B=#X\nWHILE B AND #X\nB=BUTTON(1)\nWEND\nPRINT B", "b = int(Buttons.X)"),
    (
        "B%=#X\nGOSUB @L\nEND\n@L\nIF B% AND 64 THEN B%=BUTTON():GOTO @L\nRETURN",
        "if self.b & Buttons.X:",
    ),
    ("READ B:PRINT B\nB=BUTTON()\nIF B AND 1 THEN PRINT 1\nDATA 9", "if b & Buttons.UP:"),
    # what is no button, is more than tested, or may be something else
    ("IF BUTTON() AND 1024 THEN PRINT 1", "if machine.input.button() & 1024:"),
    ("PRINT BUTTON() AND 16", "machine.console.print(str(machine.input.button() & 16))"),
    ("B=BUTTON()\nIF (B AND 16)==16 THEN PRINT B", "if (b & 16) == 16:"),
    ("B=BUTTON()\nPRINT B\nB=RND(9)\nIF B AND 16 THEN PRINT B", "if b & 16:"),
    ("B=16\nIF B AND 16 THEN PRINT B", "if b & 16:"),
    ("READ B\nIF B AND 1 THEN PRINT B\nB=BUTTON()\nPRINT B\nDATA 1", "if b & 1:"),
]


def test_masks() -> None:
    ports = {
        source: [each.split("  #")[0].strip() for each in write_port(source).splitlines()]
        for source, _ in MASKS
    }
    assert {source: line for source, line in MASKS if line not in ports[source]} == {}
    assert differing(source for source, _ in MASKS) == {}


def test_a_name_beside_a_mask_stays_a_constant() -> None:
    assert body("PRINT #A+RND(2)") == "machine.console.print(str(A + machine.rng.below(2)))"
