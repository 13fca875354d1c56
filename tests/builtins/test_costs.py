"""What is costly passes frames by what it does, and no single piece of it is longer than a tenth of a second.

Both in units of work, a sixtieth of a second being CONSOLE_BUDGET of them: time itself is never asserted.
"""

import pytest

from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS
from retromaze.engine.computer import Computer
from retromaze.machine.machine import CONSOLE_BUDGET, Machine
from retromaze.runner import run_computer

TENTH_OF_A_SECOND = 6 * CONSOLE_BUDGET

LONG_LABEL = "@" + "L" * 40_000

# words -> (what is done before, what is done, least units of work it takes)
# Each is at its largest, or so large that it would be too long in one piece.
LARGEST = {
    "FILL": ("DIM A[1000000]", "FILL A,1", 4_000),
    "COPY of the same kind": ("DIM A[500000],B[0]", "COPY B,A", 3_000),
    "COPY of DATA": ("DIM A[9]", 'COPY A,"@D"', 1),
    "SORT": ("DIM A[200000]:FOR I=0 TO 199999:A[I]=RND(99999):NEXT", "SORT A", 350_000),
    "MAX": ("DIM A[1000000]", "B=MAX(A)", 160_000),
    "MIN": ("DIM A[1000000]", "B=MIN(A)", 160_000),
    "SHIFT": ("DIM A[1000000]", "B=SHIFT(A)", 490),
    "UNSHIFT": ("DIM A[1000000]", "UNSHIFT A,1", 490),
    "DIM": ("", "DIM A[512,512]", 1_500),
    "DIM of four": ("", "DIM A[50000,1,1,1]", 350_000),
    "DIM of rows": ("", "DIM A[175000,1]", 350_000),
    "GSAVE": ("DIM A[262144]", "GSAVE A,0", 262_144),
    "GSAVE of the font": ('FONTDEF 65,"F"*256:DIM A[0]', "GSAVE -1,0,0,1,1,A,0", 4_700),
    "GCOPY of the font": ("", "GCOPY -1,0,0,0,0,0,0,1", 4_700),
    "GLOAD": ("DIM A[262144]", "GLOAD A,0,1", 262_144),
    "FONTDEF": ("DIM A[400000,1]", "FONTDEF 65,A", 30_000),
    "SPDEF": ("DIM A[28672]:FILL A,1", "SPDEF A", 24_000),
    "SPSTART": ("FOR I=0 TO 511:SPSET I,0:NEXT", "SPSTART", 170),
    "SPSTOP": ("FOR I=0 TO 511:SPSET I,0:NEXT", "SPSTOP", 170),
    "SPCLR": ("FOR I=0 TO 511:SPSET I,0:NEXT", "SPCLR", 5_120),
    "SPANIM": ("SPSET 0,0:DIM A[64]:FILL A,1", 'SPANIM 0,"V",A', 160),
    "SPHITSP": ("FOR I=0 TO 511:SPSET I,0:SPOFS I,I*20,0:SPCOL I:NEXT", "H=SPHITSP(0)", 512),
    "SPHITRC": ("FOR I=0 TO 511:SPSET I,0:SPCOL I:NEXT", "H=SPHITRC(99,99,9,9)", 512),
    "BGFILL": ("BGSCREEN 0,16383,1", "BGFILL 0,0,0,16382,0,5", 819),
    "BGCOPY": ("BGSCREEN 0,127,129", "BGCOPY 0,0,0,126,128,1,1", 819),
    "BGSAVE": ("BGSCREEN 0,127,129:DIM A[16383,1]", "BGSAVE 0,A", 16_383),
    "BGSCREEN": ("", "BGSCREEN 0,127,129", 27),
    "BGCLR": ("FOR I=0 TO 3:BGSCREEN I,127,129:NEXT", "BGCLR", 108),
    "BGANIM": ("DIM A[64]:FILL A,1", 'BGANIM 0,"V",A', 160),
    "BGMPLAY": ('A$="CDEF"*25000', "BGMPLAY A$", 400_000),
    "BGMSETD": ("", 'BGMSETD 128,"@D"', 0),
    "PCMSTREAM": ("DIM A[400000]", "PCMSTREAM A,A", 100_000),
    "FFT": ("DIM A[8192],B[0],C[0]", "FFT B,C,A,A,A", 120_000),
    "IFFT": ("DIM A[8192],B[0],C[0]", "IFFT B,C,A,A", 106_000),
    "BIQUAD": ("DIM A[350000],B[0]", "BIQUAD B,A,A", 350_000),
    "WAVSETA": ("DIM A[512]", "WAVSETA 224,0,0,0,0,A", 1_000),
    "WAVSETA of other numbers": ("DIM A%[512]:FILL A%,9", "WAVSETA 224,0,0,0,0,A%", 1_000),
    "WAVSET": ('A$="7F"*512', "WAVSET 224,0,0,0,0,A$", 1_000),
    "TALK": ('A$="X"*4000000', "TALK A$", 40_000),
    "GCIRCLE": ("", "GCIRCLE 255,255,100000", 65_000),
    "GTRI": ("", "GTRI -99999,0,511,511,99999,0", 4_000),
    "GCOPY": ("", "GCOPY 0,0,511,511,0,0,1", 1_300),
    "GCOPY of a column": ("", "GCOPY 0,0,0,99999,1,0,1", 512),
    "GCOPY of opaque pixels": ("", "GCOPY 0,0,511,511,0,0,0", 37_000),
    "GPAINT of a plain page": ("", "GPAINT 0,0,#RED", 19_000),
    "GPUTCHR": ('A$="%"*4000000', "GPUTCHR 0,0,A$", 4_000),
    "GPUTCHR, scaled": ('A$="%"*4000000', "GPUTCHR 0,0,A$,2,2", 2_300),
    "SPFUNC": (LONG_LABEL, f'SPFUNC 0,"{LONG_LABEL}"', 500),
    "BGFUNC": (LONG_LABEL, f'BGFUNC 0,"{LONG_LABEL}"', 500),
    "CALL SPRITE": ('FOR I=0 TO 511:SPSET I,0:SPFUNC I,"@N":NEXT', "CALL SPRITE", 256),
    "CALL SPRITE of one": ('FOR I=0 TO 511:SPSET I,0:NEXT:SPFUNC 511,"@N"', "CALL SPRITE", 256),
    "ACLS": ("", "ACLS 0,0,0", 8_000),
    "CALL of a builtin": ("", 'CALL "ACLS"', 500),
    "PRINT": ('A$="X"*2000000', "PRINT A$", 399_000),
    "FORMAT$": ('A$="%%"*500', "B$=FORMAT$(A$)", 1_900),
    "INSTR": ('A$="X"*4000000', 'B=INSTR(A$,"Y")', 40_000),
    "VAL": ('A$=" "*4000000', "B=VAL(A$)", 40_000),
    "CHKVAR": ('A$="X"*4000000', "B=CHKVAR(A$)", 53_000),
    "CHKCALL": ('A$="X"*4000000', "B=CHKCALL(A$)", 53_000),
    "CHKLABEL": ('A$="@"+"X"*2000000', "B=CHKLABEL(A$)", 26_000),
    "a join": ('A$="X"*2000000', 'B$=A$+"Y"', 1_300),
    "a repetition": ("", 'A$="X"*4000000', 2_600),
    "a comparison": ('A$="X"*2000000:B$="X"*2000000', "C=A$==B$", 1_300),
    "LEFT$": ('A$="X"*2000000', "B$=LEFT$(A$,1999999)", 1_300),
    "RIGHT$": ('A$="X"*2000000', "B$=RIGHT$(A$,1999999)", 1_300),
    "MID$": ('A$="X"*2000000', "B$=MID$(A$,1,1999999)", 1_300),
    "SUBST$": ('A$="X"*2000000', 'B$=SUBST$(A$,1,1,"Y")', 1_300),
    "POP": ('A$="X"*4000000', "B$=POP(A$)", 2_600),
    "PUSH": ('A$="X"*4000000', 'PUSH A$,"Y"', 2_600),
    "SAVE of an array": ("DIM A[200000]", 'SAVE "DAT:A",A', 300_000),
    "LOAD of a text in pairs": ('A$="\U0001f600"*100000:SAVE "TXT:A",A$', 'LOAD "TXT:A" OUT A$', 100_000),
    "SAVE of a text in pairs": ('A$="\U0001f600"*100000', 'SAVE "TXT:A",A$', 100_000),
    "SAVE of a text": ('A$="X"*4000000', 'SAVE "TXT:A",A$', 26_000),
    "LOAD of a text": ('A$="X"*4000000:SAVE "TXT:A",A$:A$=""', 'LOAD "TXT:A" OUT A$', 280_000),
    "EXEC": ('PRGEDIT 1:PRGINS "REM "+"X"*30000', "EXEC 1", 300_000),
    "USE": ('PRGEDIT 1:PRGINS "REM "+"X"*30000', "USE 1", 300_000),
    "PRGEDIT": ('PRGEDIT 1:PRGINS "X"*999999:SAVE "PRG1:P":LOAD "PRG1:P",0', "PRGEDIT 1", 40_000),
    "PRGSIZE": ('PRGEDIT 1:PRGINS "X"*999999:SAVE "PRG1:P":LOAD "PRG1:P",0', "B=PRGSIZE(1)", 40_000),
    "PRGGET$": ('PRGEDIT 1:PRGINS "X"*999999:PRGEDIT 1', "A$=PRGGET$()", 660),
    "PRGSET": ("PRGEDIT 1", "PRGSET CHR$(10)*1000000", 40_000),
    "PRGINS": ("PRGEDIT 1:PRGINS CHR$(10)*999999:PRGEDIT 1", 'PRGINS "A"', 490),
    "PRGDEL": ("PRGEDIT 1:PRGINS CHR$(10)*999999:PRGEDIT 1", "PRGDEL", 490),
}  # fmt: skip
# What takes as much time as all the others; CI tries it.
LENGTHY = {
    "COPY": ("DIM A[350000],B%[0]", "COPY B%,A", 350_000),
    "FILL of rows": ("DIM A[400000,1]", "FILL A,1", 240_000),
    "COPY from rows": ("DIM A[400000,1],B[0]", "COPY B,A,0,1", 30_000),
    "COPY of rows in rows": ("DIM A[200000,2,1],B[1]", "COPY A,B", 26_000),
    "SORT of few, with rows": ("DIM A[400000,1],B[0]", "SORT B,A", 30_000),
    "RSORT": ("DIM A[200000]:FOR I=0 TO 199999:A[I]=RND(99999):NEXT", "RSORT A", 350_000),
    "GSAVE into rows": ("DIM A[262144,1]", "GSAVE A,0", 419_000),
    "GLOAD of few from rows": ("DIM A[400000,1]", "GLOAD 0,0,1,1,A,0,1", 30_000),
    "GLOAD with a palette of rows": ("DIM A[1],B[400000,1]", "GLOAD 0,0,1,1,A,B,1", 30_000),
    "BGLOAD": ("DIM A[400000,1]", "BGLOAD 0,A", 30_000),
    "BGMSET": ('A$="CDEF"*25000', "BGMSET 128,A$", 400_000),
    "PCMSTREAM of rows": ("DIM A[400000,1]", "PCMSTREAM A", 83_000),
    "ARYOP": ("DIM A[350000]", "ARYOP 6,A,A,1,2", 350_000),
    "ARYOP of Integers in rows": ("DIM A%[140000,1]", "ARYOP 0,A%,A%,1", 350_000),
    "FFTWFN": ("DIM A[150000]", "FFTWFN A,3", 450_000),
    "BQPARAM": ("DIM A%[400000,1]", "BQPARAM A%,1,8000,1000,1", 5),
    "WAVSETA of rows": ("DIM A[400000,1]", "WAVSETA 224,0,0,0,0,A", 30_000),
    "MICSAVE": ("XON MIC:DIM A[400000]", "MICSAVE 400000,A", 400_000),
    "GCIRCLE of angles": ("", "GCIRCLE 255,255,100000,0,359,1", 190_000),
    "GPAINT": ("FOR X=1 TO 511 STEP 2:GLINE X,1,X,511:NEXT", "GPAINT 0,0,#RED", 500_000),
    "PRINT of line feeds": ("A$=CHR$(10)*180000", "PRINT A$", 360_000),
    "LOAD of an array": ('DIM A[200000]:SAVE "DAT:A",A', 'LOAD "DAT:A",A', 300_000),
    "LOAD of another kind": ('DIM A[140000]:SAVE "DAT:A",A:DIM B%[0]', 'LOAD "DAT:A",B%', 350_000),
}  # fmt: skip


class Meter(Machine):
    """A machine that keeps every piece of work it is told of."""

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.pieces: list[int] = []

    def spend(self, units: int) -> None:
        self.pieces.append(units)
        super().spend(units)


def pieces_of(before: str, action: str) -> tuple[list[int], int]:
    """The work of an action done after others, in pieces, and the frames that pass by it."""
    machine = Meter()
    computer = Computer(machine)
    computer.load_source(0, f"{before}\nWAIT 1\nSTOP\n{action}\nEND\n@D\nDATA 1,2,3,4,5,6,7,8,9\n@N\nRETURN")
    at_stop: list[int] = []

    def suspend(slot: int, line: int) -> None:
        at_stop.append(machine.frame)
        machine.pieces.clear()

    computer.on_suspend = suspend
    error = run_computer(computer, frames=60_000)
    assert error is None
    return machine.pieces, machine.frame - at_stop[0]


@pytest.mark.slow
@pytest.mark.parametrize("calls", [LARGEST, LENGTHY], ids=["short", "lengthy"])
def test_a_costly_call_counts_what_it_does_in_pieces(calls: dict[str, tuple[str, str, int]]) -> None:
    wrong = {}
    for name, (before, action, least) in calls.items():
        pieces, frames = pieces_of(before, action)
        work, longest = sum(pieces), max(pieces)
        if work < least or longest > TENTH_OF_A_SECOND or frames < work // CONSOLE_BUDGET - 1:
            wrong[name] = {"work": work, "longest piece": longest, "frames": frames}
    assert wrong == {}


def test_every_word_with_a_rate_is_tried_at_its_largest() -> None:
    load_all()
    tried = " ".join(f"{before} {action}" for before, action, _ in (LARGEST | LENGTHY).values())
    missing = [name for name, each in BUILTINS.items() if each.rates and name not in tried]
    assert missing == []


# In one frame each of these did as much as in minutes.
ENDLESS = {
    "lines in a loop of GOTO": "@L:GLINE RND(512),RND(512),RND(512),RND(512),RND(65536):GOTO @L",
    "statements in a row": "WHILE 1\n" + "GCLS\n" * 400 + "WEND",
    "statements without a loop": "GCOPY 0,0,511,511,0,0,1\n" * 300,
    "a DEF that is called again and again": "WHILE 1:F:WEND\nDEF F\n" + "GCLS\n" * 300 + "END",
    "a GOSUB that is called again and again": "@L:GOSUB @S:GOTO @L\n@S\n" + "GCLS\n" * 300 + "RETURN",
    "waits that do not wait": "WHILE 1:WAIT 0:VSYNC 0:WEND",
    "sorting": "DIM A[262144]:WHILE 1:SORT A:WEND",
    "a string that is made again and again": 'A$="X"*2000000:WHILE 1:B$="":B$=A$+"X":WEND',
}


@pytest.mark.slow
def test_frames_pass_whatever_a_listing_does() -> None:
    passed = {}
    for name, source in ENDLESS.items():
        machine = Machine(seed=1)
        frames: list[int] = []
        computer = Computer(machine)
        computer.load_source(0, source)
        machine.on_frame = lambda each, frames=frames: frames.append(each.frame)
        assert run_computer(computer, frames=2) is None, name
        passed[name] = frames[:2]
    assert passed == {name: [1, 2] for name in ENDLESS}


# What takes an array or a text and costs the same whatever their size, and why that is right.
SMALL = {
    "ASC": "looks at one character",
    "BGPUT": "a text for a cell has four digits, and a longer one is refused",
    "CHKFILE": "a name of more than 14 characters is refused",
    "CLIPBOARD": "keeps the text as it is, without a copy",
    "DELETE": "a name of more than 14 characters is refused",
    "DIALOG": "nobody is shown the text",
    "DTREAD": "a date has ten characters, and another text is refused",
    "FILES": "a name of more than 14 characters is refused",
    "KEY": "keeps the text as it is, without a copy",
    "LEN": "both know their length",
    "MPSEND": "nobody gets the text",
    "MPSTART": "nobody reads the text",
    "PROJECT": "not for programs",
    "RENAME": "a name of more than 14 characters is refused",
    "TMREAD": "a time has eight characters, and another text is refused",
    "XOFF": "four words can stand there, and another is refused",
    "XON": "four words can stand there, and another is refused",
}
SIZES = 40_000, 80_000


def test_every_word_with_an_array_or_a_text_counts_it_or_is_argued_for() -> None:
    load_all()
    uncounted = {
        name
        for name, word in BUILTINS.items()
        for form in word.forms
        for each in (*form.parameters, *((form.rest,) if form.rest else ()))
        if each.kind in {"array", "str", "value"} and not word.rates
    }
    assert uncounted == SMALL.keys()


def test_what_a_word_counts_grows_with_the_size() -> None:
    growing = {
        "TALK": ('A$="X"*{}', "TALK A$"),
        "CHKVAR": ('A$="X"*{}', "B=CHKVAR(A$)"),
        "FILL": ("DIM A[{}]", "FILL A,1"),
        "SORT": ("DIM A[{}]", "SORT A"),
        "MAX": ("DIM A[{}]", "B=MAX(A)"),
    }
    for name, (before, action) in growing.items():
        less, more = (sum(pieces_of(before.format(size), action)[0]) for size in SIZES)
        assert 1.9 <= more / less <= 2.3, name
    for count in (4, 128, 512):
        wave, _ = pieces_of(f"DIM A[{count}]", "WAVSETA 224,0,0,0,0,A")
        assert sum(wave) >= 2 * count
