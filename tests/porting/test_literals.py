"""Numbers as colors and buttons if they are nothing else, and as the listing writes them if they are more."""

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS
from retromaze.machine.machine import Machine
from retromaze.porting.literals import COLOR_PARAMETERS
from tests.porting.agreeing import differing
from tests.porting.bodies import body, port_text

RED, SIGNED = "RED = 0xFFF80000", "RED = -524288"


def test_arguments() -> None:
    written = {
        "GCOLOR #RED": "machine.screen.set_color(RED)",
        "GCOLOR -524288": "machine.screen.set_color(RED)",
        "GCOLOR &HfFf80000": "machine.screen.set_color(RED)",
        "GCOLOR #CYAN": "machine.screen.set_color(CYAN)",
        "GCLS &HFF123456": "machine.screen.clear(0xFF123456)",
        "GCLS -1": "machine.screen.clear(0xFFFFFFFF)",
        "GCLS 0": "machine.screen.clear(0)",
        "BACKCOLOR &H102030": "machine.screen.set_backdrop(0x102030)",
        "GPSET 1,2,&H80FFFFFF": "machine.screen.point(1, 2, 0x80FFFFFF)",
        "GPAINT 1,2,-1,-16777216": "machine.screen.paint(1, 2, 0xFFFFFFFF, BLACK)",
        'GPUTCHR 1,2,"A",-1': 'machine.screen.put_text(1, 2, "A", color=0xFFFFFFFF)',
        # what is no color
        "GPSET -1,-2,1": "machine.screen.point(-1, -2, 1)",
        "PRINT &HFFF80000;RND(2)": 'machine.console.print(f"-524288{machine.rng.below(2)}")',
        "GCOLOR RND(2)-524288": "machine.screen.set_color(machine.rng.below(2) - 524288)",
    }
    assert {statement: body(statement) for statement in written} == written
    assert differing(written) == {}


def test_a_number_that_is_only_drawn_with_has_no_sign() -> None:
    sources = [
        "GCOLOR #RED",
        "GCOLOR #RED\nDATA #RED",  # which nothing reads
        "C=#RED\nGCOLOR C",
        "VAR C%=#RED\nD=C%\nGLINE 0,0,5,5,D",
        "DIM C%[2]\nC%[RND(2)]=#RED\nPRINT LEN(C%)\nGBOX 0,0,5,5,C%[1]",
        "F #RED\nDEF F C\nGCLS C\nEND",
        "GCLS F(1)\nDEF F(I)\nIF I THEN RETURN #RED\nRETURN 0\nEND",
        "C=#RED\nGOSUB @L\nEND\n@L\nGCLS C\nRETURN",
        "RGBREAD #RED OUT R,G,B\nPRINT R;G;B",
    ]
    texts = {source: port_text(source) for source in sources}
    assert [source for source, text in texts.items() if RED not in text or SIGNED in text] == []
    assert differing(sources) == {}


def test_a_number_that_is_more_keeps_its_sign() -> None:
    sources = [
        "PRINT #RED;RND(2)*#RED",
        "C=#RED\nGCLS C:PRINT C",
        "C=#RED\nD=C\nGCLS C:PRINT D",
        "C=#RED\nGCLS C+1",
        "C=#RED\nGCLS C:INC C\nPRINT RND(2)",
        "C=#RED:D=RND(9)\nSWAP C,D\nGCLS C:PRINT D",
        "C=#RED\nGCLS C:IF C==GSPOIT(0,0) THEN PRINT 1",
        "DIM C[2]\nC[0]=#RED\nGCLS C[0]:SORT C:PRINT C[1]",
        "DIM C%[2]\nC%[RND(2)]=#RED\nGBOX 0,0,C%[0]==C%[1],5,C%[0]",
        "DIM C[2],D[2]\nC[0]=#RED\nD=C\nGCLS C[0]:PRINT D[0]",
        "DIM C[2]\nF C\nGCLS C[0]:PRINT C[0]\nDEF F A\nA[0]=#RED:GCLS A[0]\nEND",
        "DIM C[2]\nC[0]=#RED\nGCLS C[0]:F C\nDEF F A\nPRINT A[0]\nEND",
        "F OUT C:PRINT C\nDEF F OUT C\nC=#RED:GCLS C\nEND",
        "PRINT F(1);:GCLS F(0)\nDEF F(I)\nRETURN #RED*I\nRETURN #RED\nEND",
        "C=#RED\nGCLS C:GCOLOR OUT D\nPRINT D\nINPUT C:GCLS C",
        "A%=#RED\nGOSUB @L\nGCLS A%\nEND\n@L\nPRINT A% DIV 2\nRETURN",
    ]
    unsigned = []
    for source in sources:
        text = port_text(source)
        if RED in text or (SIGNED not in text and "0xFFF80000" in text):
            unsigned.append(source)
    assert unsigned == []
    assert differing(sources, "7") == {}


def test_data() -> None:
    written = [
        ("READ C,D:GCLS C:GCLS D\nDATA &HFFF80000,-1", "RED, 0xFFFFFFFF"),
        ("READ C:D=C:GCLS D:PRINT C\nDATA -460552,#RED", "WHITE, RED"),
        # what is more than a color, as it was written
        ("READ C:PRINT C\nDATA &HFFF80000,-1,&H1F", "0xFFF80000, -1, 0x1F"),
        ("READ X,C:GPSET X,1,C\nDATA -1,&HFFFFFFFF", "-1, 0xFFFFFFFF"),
        # a Real, and an array that COPY fills
        ("READ C:PRINT C\nDATA &HFFF80000,0.5", "-524288, 0.5"),
        ("DIM A[RND(1)+1]\nCOPY A,@L:PRINT A[0]\n@L\nDATA &HFFF80000", "-524288"),
    ]
    # where READ is, is not known
    sources = {f"IF Q THEN RESTORE @Z\n{source}\n@Z": data for source, data in written}
    assert [
        source for source, data in sources.items() if f"basic.Data({data})" not in port_text(source)
    ] == []
    assert differing([*sources, *(source for source, _ in written)]) == {}


def test_colors_in_a_table_that_is_read_have_the_sign_that_the_listing_sees() -> None:
    start = "DIM P[2]\nFOR I=0 TO 1:READ P[I]:NEXT\nDATA #RED,#LIME\nGCLS P[1]"
    colors = {
        start: "LIME, RED = 0xFF00F800, 0xFFF80000",
        f"{start}\nIF GSPOIT(1,1)==P[1] THEN PRINT 1": "LIME, RED = rgb(0, 248, 0), rgb(248, 0, 0)",
    }
    for source, constants in colors.items():
        assert constants in port_text(source)
        assert "P = (RED, LIME)" in port_text(source)
    assert differing(colors) == {}


def test_pi_has_its_name_wherever_it_is_folded() -> None:
    source = "X=RND(9)*PI()/8:A=PI():PRINT X;A"
    assert "math.pi / 8" in port_text(source)
    assert "a = math.pi" in port_text(source)
    assert differing([source]) == {}


def test_every_color_of_a_word_is_one_of_the_machine() -> None:
    load_all()
    forms = [(word, form) for word, each in BUILTINS.items() for form in each.forms]
    found = {word for word, form in forms if COLOR_PARAMETERS & {each.name for each in form.parameters}}
    # GCIRCLE's arc and GPUTCHR are written by hand; RGBREAD takes 32 bits apart
    assert found == {
        *("BACKCOLOR", "BGCOLOR", "FADE", "GBOX", "GCIRCLE", "GCLS", "GCOLOR", "GFILL", "GLINE", "GPAINT"),
        *("GPSET", "GPUTCHR", "GTRI", "RGBREAD", "SPCOLOR"),
    }
    machine = Machine()
    for owner, method in (form.method.split(".") for word, form in forms if word in found and form.method):
        kinds = type(getattr(machine, owner)).__dict__[method].__annotations__
        assert str(kinds["color"]).startswith("Color"), method


MASKS = [
    ("IF BUTTON() AND 64 THEN PRINT 1", "if machine.input.button() & Buttons.X:"),
    ("IF &H10 AND BUTTON(2) THEN PRINT 1", "if Buttons.A & machine.input.button(2):"),
    ("B=BUTTON(1)\nIF B AND 96 THEN PRINT B", "if buttons & (Buttons.B | Buttons.X):"),
    (
        "B=BUTTON(1)\nIF !(B AND #L) && RND(2) THEN PRINT B",
        "if not buttons & Buttons.L and machine.rng.below(2):",
    ),
    (
        "B=BUTTON(1)\nIF (B AND 1) OR (B AND 2) THEN PRINT B",
        "if buttons & Buttons.UP or buttons & Buttons.DOWN:",
    ),
    ("B=BUTTON(1)\nA=!!(B AND 4096)\nPRINT A", "a = int(bool(buttons & Buttons.ZL))"),
    ("BUTTON OUT B\nIF B AND 1 THEN PRINT B", "if b & Buttons.UP:"),
    ("B=#X\nWHILE B AND #X\nB=BUTTON(1)\nWEND\nPRINT B", "b: int = Buttons.X"),
    (
        "B%=#X\nGOSUB @L\nEND\n@L\nIF B% AND 64 THEN B%=BUTTON():GOTO @L\nRETURN",
        "if not b & Buttons.X:",
    ),
    ("READ B:PRINT B\nB=BUTTON()\nIF B AND 1 THEN PRINT 1\nDATA 9", "if b & Buttons.UP:"),
    ("B=BUTTON()\nIF (B AND 16)==16 THEN PRINT B", "if (buttons & Buttons.A) == Buttons.A:"),
    ("B=BUTTON()\nIF (B AND 16)==0 THEN PRINT B", "if not buttons & Buttons.A:"),
    ("B=BUTTON()\nIF (B AND 16)!=0 THEN PRINT B", "if buttons & Buttons.A:"),
    (
        "B=BUTTON()\nX=((B AND 8)>0)-(0<(B AND 4))\nPRINT X",
        "x = ((buttons & Buttons.RIGHT) > 0) - ((buttons & Buttons.LEFT) > 0)",
    ),
    ("B=BUTTON()\nX=(B AND 8)/8-(B AND 1)\nPRINT X", "x = (buttons & 8) / 8 - (buttons & 1)"),
    ("B=BUTTON()\nIF B==2 THEN PRINT B", "if buttons == Buttons.DOWN:"),
    ("B=BUTTON()\nIF B!=48 THEN PRINT B", "if buttons != (Buttons.A | Buttons.B):"),
    # what is no button, is more than tested, or may be something else
    ("IF BUTTON() AND 1024 THEN PRINT 1", "if machine.input.button() & 1024:"),
    ("PRINT BUTTON() AND 16", "machine.console.print(str(machine.input.button() & 16))"),
    ("B=BUTTON()\nPRINT B\nB=RND(9)\nIF B AND 16 THEN PRINT B", "if b & 16:"),
    ("B=16\nIF B AND 16 THEN PRINT B", "if b & 16:"),
    ("READ B\nIF B AND 1 THEN PRINT B\nB=BUTTON()\nPRINT B\nDATA 3", "if b & 1:"),
]


def test_masks() -> None:
    ports = {
        source: [each.split("  #")[0].strip() for each in port_text(source).splitlines()]
        for source, _ in MASKS
    }
    assert {source: line for source, line in MASKS if line not in ports[source]} == {}
    assert differing(source for source, _ in MASKS) == {}


def test_a_name_beside_a_mask_stays_a_constant() -> None:
    assert body("PRINT #A+RND(2)") == "machine.console.print(str(A + machine.rng.below(2)))"
