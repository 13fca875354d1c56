"""What a program asks of the console is found with its lines, and the files that its texts name."""

from retromaze.analysis.programs import analyse_listing
from retromaze.builtins.form import Device
from retromaze.builtins.reference import all_words
from retromaze.builtins.registry import BUILTINS
from retromaze.editor.console_needs import ROLES, Needs, Screens, file_uses, needs_of


def needs(source: str, *others: str) -> Needs:
    return needs_of(analyse_listing(source), others)


def test_devices() -> None:
    wanted: dict[str, tuple[Device, dict[str, list[int]]]] = {
        "A=BUTTON():'\nBREPEAT 0\nB=BUTTON(1)": (Device.BUTTONS, {"BUTTON": [1, 3], "BREPEAT": [2]}),
        "STICK OUT X,Y": (Device.STICK, {"STICK": [1]}),
        "XON EXPAD\nSTICKEX OUT X,Y": (Device.SECOND_STICK, {"XON EXPAD": [1], "STICKEX": [2]}),
        "TOUCH OUT T,X,Y": (Device.STYLUS, {"TOUCH": [1]}),
        "INPUT A\nLINPUT A$\nA$=INKEY$()": (Device.KEYBOARD, {"INPUT": [1], "LINPUT": [2], "INKEY$": [3]}),
        'A=DIALOG("?")': (Device.DIALOG, {"DIALOG": [1]}),
        "XON MOTION\nGYROA OUT P,R,Y\nACCEL OUT X,Y,Z": (
            Device.MOTION,
            {"XON MOTION": [1], "GYROA": [2], "ACCEL": [3]},
        ),
        "XON MIC\nMICSTART 0,0,1\nPRINT MICPOS": (
            Device.MICROPHONE,
            {"XON MIC": [1], "MICSTART": [2], "MICPOS": [3]},
        ),
        'MPSTART 2,"X":PRINT MPCOUNT\nN$=MPNAME$(0)': (
            Device.WIRELESS,
            {"MPSTART": [1], "MPCOUNT": [1], "MPNAME$": [2]},
        ),
        'DEF F\nCALL "TOUCH" OUT T,X,Y\nEND': (Device.STYLUS, {"TOUCH": [2]}),
    }
    absent = {Device.MOTION, Device.MICROPHONE, Device.WIRELESS}
    found = {source: needs(source) for source in wanted}
    assert {source: each.devices for source, each in found.items()} == {
        source: {device: words} for source, (device, words) in wanted.items()
    }
    assert {source: bool(each.absent) for source, each in found.items()} == {
        source: device in absent for source, (device, _) in wanted.items()
    }


def test_every_word_of_a_device_family_says_which() -> None:
    families = {"devices", "input"}
    assert not [name for name, word in all_words().items() if word.family in families and not word.device]


def test_words_that_nothing_answers() -> None:
    found = needs('TALK "A"\nFOO 1\nA=BAR(1)\nCALL "FOO"\nLENT\nOWN\nCALL N$\nDEF OWN\nEND', "LENT")
    assert found.silent == {"TALK": [1]}
    assert found.unknown == {"FOO": [2, 4], "BAR": [3]}
    assert needs("XON 3DS\nCALL SPRITE\nCALL BG\nPRINT MAINCNT").unknown == {}


def test_forms_that_a_word_does_not_have() -> None:
    found = needs("LOCATE 1,2,3,4\nA=CLS()\nSTICK OUT X\nB$=INKEY$(1)\nPUSH A$\nXON MIC\nRND 1\nLOCATE 1,2")
    assert found.refused == {"LOCATE": [1], "CLS": [2], "STICK": [3], "INKEY$": [4], "RND": [7]}


def test_calls_of_a_def_with_other_arguments() -> None:
    found = needs('F 1\nA=G(1,2)\nCALL "F",1,2\nF 1,2\nDEF F A,B\nEND\nDEF G(A)\nRETURN A\nEND')
    assert found.refused == {"F": [1], "G": [2]}


def test_texts_where_numbers_belong_and_numbers_where_texts_do() -> None:
    found = needs(
        'LOCATE 1,"A"\nA=VAL(3)\nCOLOR "RED"\nBGMPLAY 0,"CDE"\nBGMPLAY "CDE"\nPRINT LEN("A");CHR$(65)'
    )
    assert found.refused == {"LOCATE": [1], "VAL": [2], "COLOR": [3], "BGMPLAY": [4]}


def test_labels_that_are_not_visible() -> None:
    found = needs('GOTO @A\nGOSUB @B\nON X GOTO @A,@C\nRESTORE @D\nGOTO "@E"\nGOTO L$\n@A\nDEF F\n@B\nEND')
    assert found.unknown == {"@B": [2], "@C": [3], "@D": [4]}
    # of a DEF: GOTO sees its labels, RESTORE also those of the main program, GOSUB none
    found = needs("@A\nDEF F\n@B\nGOTO @A\nGOTO @B\nRESTORE @A\nRESTORE @B\nGOSUB @A\nGOSUB @B\nEND")
    assert found.unknown == {"@A": [4, 8], "@B": [9]}
    # words that take a label as a value look for it in the main program; CHKLABEL asks, BGMSETD does nothing
    calls = "COPY X,@A\nCOPY X,@B\nSPANIM 0,1,@B\nSPFUNC 0,@C\nBGMSETD 128,@B\n?CHKLABEL(@D)"
    found = needs(f"@A\nDEF F\n@B\n{calls}\nEND\nDIM X[1]")
    assert found.unknown == {"@B": [5, 6], "@C": [7]}


def test_variables_that_nothing_sets_and_that_are_called_like_a_function_or_a_constant() -> None:
    def misread(source: str) -> tuple[tuple[str, str, int, int], ...]:
        return needs(source).misread

    count = "DEF COUNT(A)\nRETURN A\nEND\n"
    assert misread(count + "IF COUNT>0 THEN GCLS BLUE\nA$=INKEY$:WHILE BUTTON:WEND") == (
        ("COUNT", "COUNT(A)", 4, 4),
        ("BLUE", "#BLUE", 4, 22),
        ("INKEY$", "INKEY$()", 5, 4),
        ("BUTTON", "BUTTON()", 5, 17),
    )
    harmless = (
        "COUNT=0:?COUNT",
        "READ COUNT,RED:INPUT BLUE:FOR PI=RED TO BLUE+COUNT:?PI:NEXT\nDATA 1,2",
        "DIM PI[9]:VAR RED:?PI[0],RED",
        'VAR("COUNT")=1:?COUNT',
        'V$="COUNT":VAR(V$)=1:?COUNT',
        "USE 1:?COUNT",
        "DEF F(COUNT) RETURN COUNT:END",
        # a global variable in a DEF
        "COUNT=1\nDEF F() RETURN COUNT:END",
        # the letters A, B, X, Y, L and R are names of buttons, too
        "?A,X,DRAW,COUNTER\nDEF DRAW:END",
    )
    assert {source: misread(count + source) for source in harmless} == dict.fromkeys(harmless, ())


def test_screens() -> None:
    screens = {
        "PRINT 1": Screens(False, False, ("text",)),
        "GCLS:SPSET 0,1:BGCLR": Screens(False, False, ("graphics", "sprites", "backgrounds")),
        "DISPLAY 0:XSCREEN 0": Screens(False, False, ()),
        "XSCREEN 2": Screens(True, False, ()),
        "XSCREEN N": Screens(True, False, ()),
        "DISPLAY 1": Screens(True, False, ()),
        "XSCREEN 4": Screens(False, True, ()),
    }
    assert {source: needs(source).screens for source in screens} == screens


def test_every_word_that_is_given_a_file_has_a_role() -> None:
    assert {name for name, word in BUILTINS.items() if word.names_file} == set(ROLES) - {"FILES"}


def loaded(source: str) -> list[str]:
    """The names that LOAD, EXEC and USE are given, "" for what is worked out."""
    return [use.text for use in file_uses(analyse_listing(source))]


NAMES = {
    'LOAD "DAT:MAP",A': ["DAT:MAP"],
    'N$="MAP":LOAD "DAT:"+N$,A': ["DAT:MAP"],
    'VAR N$="MAP",D$="DAT:"\nF$=D$+N$\nLOAD F$,A': ["DAT:MAP"],
    'IF X THEN F$="A" ELSE F$="B"\nEXEC "PRG1:"+F$': ["PRG1:A", "PRG1:B"],
    'DEF GET N$\nLOAD "GRP0:"+N$,0\nEND\nGET "A"\nGET "B"': ["GRP0:A", "GRP0:B"],
    'A$=LOAD("TXT:A")': ["TXT:A"],
    'LOAD "TXT:A" OUT A$': ["TXT:A"],
    'CALL "LOAD","DAT:A",B': ["DAT:A"],
    'LOAD "A"+STR$(I),A': [""],
    "INPUT F$:LOAD F$,A": [""],
    "LINPUT F$:LOAD F$,A": [""],
    'READ F$:LOAD F$,A\nDATA "X"': [""],
    'F$="A":INC F$,"B":LOAD F$,A': [""],
    'F$="A":PUSH F$,"B":LOAD F$,A': [""],
    'F$="A":G$="B":SWAP F$,G$:LOAD F$,A': [""],
    'F$="A":F$[0]="B":LOAD F$,A': [""],
    'F$="A":VAR(N$)="B":LOAD F$,A': [""],
    "A$=B$:B$=A$:LOAD A$,A": [""],
    "LOAD A$,A": [""],
    'DIM F$[2]:F$[0]="A":LOAD F$[0],A': [""],
    'COMMON DEF GET N$\nLOAD N$\nEND\nGET "A"': [""],
    'DEF GET N$\nLOAD N$\nEND\nGET "A":CALL F$,"B"': [""],
    "\n".join(f"A{n}$=A{n + 1}$:" * 16 for n in range(40)) + "\nLOAD A0$": [""],
    "\n".join(f"A{n}$=A{n + 1}$+A{n + 1}$" for n in range(14)) + '\nA14$="AB":LOAD A0$': [""],
    "EXEC 1:USE N": [],
    'EXEC N$:USE N$+"X"': ["", ""],
    "\n".join(f'F$="A{each}"' for each in range(17)) + "\nLOAD F$": [""],
    "A$=" + "+".join(['"A"'] * 5000) + "\nLOAD A$": [""],
}


def test_names() -> None:
    assert {source: loaded(source) for source in NAMES} == NAMES
