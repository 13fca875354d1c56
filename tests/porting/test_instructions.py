"""Instructions: the sound package in ports."""

import pytest

from retromaze.errors import BasicError
from retromaze.porting.writing import port, write_port
from retromaze.ports import signals
from tests.porting.agreeing import difference, differing
from tests.porting.bodies import body

GIVEN = "DIM A[16],B[16],R[0],I[0],W[16],F[0],Y[0],G[2,8]\nFOR K=0 TO 15:A[K]=SIN(K):NEXT\n"
SHOWN = "\nPRINT A[0];A[9];B[1];G[1,2];LEN(R);LEN(Y)"


def test_what_is_written() -> None:
    written = {
        f"{GIVEN}{statement}{SHOWN}": line
        for statement, line in [
            ("ARYOP #AOPADD,B,A,RND(3)", "signals.combine(signals.ADD, b, a, float(machine.rng.below(3)))"),
            ("ARYOP #AOPLIP,G,A,B,0.5", "signals.combine(signals.INTERPOLATE, g, a, b, 0.5)"),
            ("FFTWFN W,#WFHANN", "signals.make_window(w, signals.HANN)"),
            ("FFT R,I,A,B,W", "signals.transform(r, i, a, b, w)"),
            ("IFFT R,I,A,B", "signals.restore(r, i, a, b)"),
            (
                "BQPARAM F,#BQPEQ,8000,K*9,0.7,3",
                "signals.make_filter(f, signals.PEAKING, 8000, k * 9, 0.7, 3)",
            ),
            ("BIQUAD Y,A,W", "signals.filter_wave(y, a, w)"),
        ]
    }
    assert {each: line for each, line in written.items() if line not in body(each).splitlines()} == {}
    assert differing(written) == {}


def test_ports_show_what_listings_show() -> None:
    sources = [
        GIVEN + "FFTWFN W,1:FFT R,I,A,B,W:PRINT R[3];I[4]:IFFT R,I,R,I:PRINT R[5];I[5]",
        GIVEN + "BQPARAM F,1,8000,1000,0.7:BIQUAD Y,A,F:BIQUAD A,Y,F:PRINT F[0];F[4];Y[9]" + SHOWN,
        "DIM A[2],N%[2]\nFILL A,1:FILL N%,3\nARYOP 3,A,A,2:ARYOP 4,A,N%,A,N%\nPRINT A[0];A[1]+1",
        *(
            f"{GIVEN}ARYOP {each},B,A,{{}}:PRINT B[0];B[9]".format("G" if each < 4 else "1,A")
            for each in (0, 2, 5, 6)
        ),
    ]
    assert differing(sources) == {}


def test_refusals() -> None:
    refusals = [
        ("ARYOP K,A,A,B", "line 3: ARYOP of a kind that is worked out is not known to ports"),
        ("ARYOP 7,A,A,B", "line 3: ARYOP is called in a way that always fails"),
        ("ARYOP 4,A,A,B", "line 3: ARYOP is called in a way that always fails"),
        ("BQPARAM F,1,8000,9,1,1", "line 3: BQPARAM is called in a way that always fails"),
        ("DIM N%[9]:FFTWFN N%,1", "line 3: FFTWFN into an array of Integers or texts is not known to ports"),
        ('ARYOP 0,A,A,"B"', "line 3: ARYOP of an array that has another name is not known to ports"),
        ("BIQUAD A,A,K", "line 3: BIQUAD of an array that has another name is not known to ports"),
    ]
    assert [(each, *port(GIVEN + each).not_ported) for each, _ in refusals] == refusals


def test_dialogs() -> None:
    source = """\
DIALOG "HELLO"
DIALOG "HELLO",,"TITLE",3
R=DIALOG("YES?",1,"ASK")
IF DIALOG("GO?",-4)!=1 THEN PRINT R;RESULT
N$=DIALOG("BOB","NAME?",8)
M$=DIALOG("ANN","NAME?")
PRINT N$;M$;RESULT"""
    expected = """\
machine.system.dialog("HELLO")
machine.system.dialog("HELLO", caption="TITLE", seconds=3)
r = machine.system.dialog("YES?", kind=1, caption="ASK")
if machine.system.dialog("GO?", kind=-4) != 1:
    machine.console.print(f"{r}{machine.system.result}")
n = basic.dialog_text(machine, "BOB", "NAME?", 8)
m = basic.dialog_text(machine, "ANN", "NAME?")
machine.console.print(f"{n}{m}{machine.system.result}")"""
    assert body(source) == expected
    assert difference(source) is None
    assert difference(source, "KIM", "LONGER THAN EIGHT") is None


def test_function_keys_and_the_clipboard_are_the_machine_s() -> None:
    source = 'KEY 1,"PAUSE"+CHR$(13)\nCLIPBOARD KEY(1)+"X"\nPRINT CLIPBOARD()'
    expected = """\
machine.system.set_key(1, "PAUSE" + "\\r")
machine.system.keep(machine.system.keys[1 - 1] + "X")
machine.console.print(machine.system.clipboard)"""
    assert body(source) == expected
    assert difference(source) is None


def test_the_circle_pad_pro_is_switched() -> None:
    source = """\
XON EXPAD
DIALOG "X",-8
XON EXPAD:PRINT RESULT
XOFF "EXPAD"
XON MOTION"""
    expected = """\
machine.input.expand(True)
machine.system.result = 1
machine.system.dialog("X", kind=-8)
machine.input.expand(True)
machine.system.result = 1
machine.console.print(str(machine.system.result))
machine.input.expand(False)
basic.not_ported("line 5: XON switches a device, which ports do not know")"""
    assert body(source) == expected
    assert difference(source.removesuffix("\nXON MOTION")) is None


def test_ports_refuse_what_listings_refuse() -> None:
    short, long = [0.0] * 8, [0.0] * 16
    for call, number in (
        (lambda: signals.combine(signals.ADD, long, short, 1.0), 31),
        (lambda: signals.combine(signals.DIVIDE, long, long, 0.0), 7),
        (lambda: signals.transform([], [], short, short), 4),
        (lambda: signals.restore([], [], long, short), 31),
        (lambda: signals.transform([], [], long, long, short), 31),
        (lambda: signals.make_filter([], signals.LOW_PASS, 8000.0, 4000.0, 1.0), 10),
        (lambda: signals.filter_wave([], long, [1.0]), 31),
    ):
        with pytest.raises(BasicError) as caught:
            call()
        assert caught.value.number == number


CALLBACKS = """\
DIM K$[2]:K$[0]="SPIN":K$[1]="FALL"
FOR I=0 TO 1:SPSET I,0:SPFUNC I,K$[I]:NEXT
SPSET 2,0:SPFUNC 2,"FALL":BGFUNC 1,@SLIDE
FOR T=1 TO 9:CALL SPRITE:CALL BG:VSYNC 1:NEXT
END
DEF SPIN:SPROT CALLIDX,T:END
DEF FALL:SPOFS CALLIDX,CALLIDX*20,T:END
@SLIDE:BGOFS CALLIDX,T,0:RETURN
"""


def test_call_sprite_and_call_bg_are_loops_over_what_spfunc_and_bgfunc_have_named() -> None:
    text = write_port(CALLBACKS.replace("CALL BG:", ""), "tiny.bas", "none")
    assert (
        """\
            for sprite in range(512):
                callback = machine.sprites.callback(sprite)
                if callback == "SPIN":
                    self.spin(sprite)
                elif callback == "FALL":
                    self.fall(sprite)
"""
        in text
    )
    assert "machine.sprites.set_callback(i, K[i])" in text
    assert "    def fall(self, sprite: int) -> None:\n" in text
    assert difference(CALLBACKS) is None
    # of a text that may name a label, the label's slot would have to be found when the port runs
    label = 'A$="@L":SPFUNC 0,A$\n@L'
    assert "SPFUNC of a label that is worked out is not known to ports" in write_port(label, "tiny.bas")


def test_a_callback_s_label_may_have_a_slot_and_small_letters() -> None:
    for label in ("0:@SPIN", "@spin", "spin"):
        assert difference(f'SPSET 0,0:SPFUNC 0,"{label}":CALL SPRITE:END\n@SPIN:SPROT 0,9:RETURN') is None
