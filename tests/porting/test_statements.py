"""Statements of a listing and its comments in Python."""

import ast

from retromaze.comparison import Listing, compare_programs
from retromaze.porting.comments import comments_in
from retromaze.porting.preparing import PortWarning
from retromaze.porting.writing import port, write_port
from tests.porting.agreeing import difference
from tests.porting.bodies import body, loaded, port_text, with_margins

STATEMENTS = [
    ("A=RND(2):B=RND(2)\nSWAP A,B\nPRINT A;B", "a, b = b, a"),
    ("DIM A[0]\nPUSH A,RND(2)\nB=SHIFT(A)\nPRINT B", "b = a.pop(0)"),
    ("DIM A[4]\nFILL A,RND(3)\nPRINT A[0]", "a[:] = [machine.rng.below(3)] * len(a)"),
    ("DIM A[2,2]\nFILL A,1\nPRINT A[0,0]", "basic.fill(a, 1)"),
    ("DIM A[4]\nRSORT A\nPRINT A[0]", "basic.sort(a, backward=True)"),
    ('A$="AB"\nA$[1]="X"\nPRINT A$', 'a = basic.replaced(a, 1, 1, "X")'),
    ('A$="AB"\nINC A$,"X"\nPRINT A$', 'a += "X"'),
    ("DIM A[3]\nI=RND(3):A[I]=A[I]+RND(5)\nPRINT A[I]", "a[i] += machine.rng.below(5)"),
    ("A=RND(2)\nDEC A,2\nPRINT A", "a -= 2"),
    ("A=RND(9)\nA=FLOOR(A/2)\nPRINT A", "a //= 2"),
    ("A=RND(9)\nA=A MOD 4\nPRINT A", "a %= 4"),
    ("A=RND(9)/4\nA=A/2\nPRINT A", "a /= 2"),
    ('INPUT "HOW";A$\nPRINT A$', 'answer = basic.ask_text(machine, "HOW?", "")'),
    ('LINPUT "> ";A$\nPRINT A$', 'line = basic.ask_line(machine, "> ")'),
    ("STICK OUT X,Y\nPRINT X;Y", "stick_x, stick_y = machine.input.stick()"),
    ("GCIRCLE 1,2,3,0,90,1", "machine.screen.arc(1, 2, 3, 0, 90, True)"),
    ('GPUTCHR 1,2,"A",#RED', 'machine.screen.put_text(1, 2, "A", color=RED)'),
    ("COLOR ,5", "machine.console.set_color(None, 5)"),
    ("RANDOMIZE 0,5", "machine.rng.seed(5, 0)"),
    ("A=RND(9)/9\nB=ROUND(A)\nPRINT B", "b = basic.rounded(a)"),
    ("A=RND(9)/9\nB=CEIL(A)\nPRINT B", "b = basic.ceiling(a)"),
    ("A=RND(9)/9\nB=FLOOR(A)\nPRINT B", "b = math.floor(a)"),
    ("A=RND(9)/9\nB%=ROUND(A)\nPRINT B%", "b = int(basic.rounded(a))"),
    ("TABSTEP=8", "machine.tab_step = 8"),
    ("TMREAD OUT A,B,C\nPRINT A;B;C", "hour, minute, second = basic.read_time(machine)"),
    ('TMREAD "01:02:03" OUT A,,C\nPRINT A;C', 'hour, _, second = basic.read_time(machine, "01:02:03")'),
    ("DTREAD OUT A,B,C\nPRINT A;B;C", "year, month, day = basic.read_date(machine)"),
    (
        "T$=DATE$\nDTREAD T$ OUT A,B,C,D\nPRINT A;B;C;D",
        "year, month, day, weekday = basic.read_weekday(machine, t)",
    ),
    ("GCLIP 1,0,0,9,9", "machine.screen.set_clip((0, 0, 9, 9))"),
    ("BEEP", "machine.sound.beep()"),
    ("BEEP 9,-500,80", "machine.sound.beep(9, -500, 80)"),
    ("BEEP 9,,RND(9)", "machine.sound.beep(9, volume=machine.rng.below(9))"),
    ("BEEP ,,,10", "machine.sound.beep(pan=10)"),
    ("BEEP RND(5)/2", "machine.sound.beep(machine.rng.below(5) // 2)"),
    ('BGMPLAY "T120C"', 'machine.sound.play("T120C")'),
    ("BGMPLAY 5", "machine.sound.play(5)"),
    (
        "BGMPLAY RND(8),RND(9),5",
        "machine.sound.play(track=machine.rng.below(8), tune=machine.rng.below(9), volume=5)",
    ),
    ("BGMVOL 5", "machine.sound.set_volume(5)"),
    ("BGMVOL 3,5", "machine.sound.set_volume(track=3, volume=5)"),
    ("BGMSTOP 0,0.5", "machine.sound.stop(0, 0.5)"),
    ('BGMSETD 128,@T\nEND\n@T:DATA "C","D",0', 'machine.sound.set_tune(128, "CD")'),
    ("EFCSET 2", "machine.sound.set_effect(2)"),
    ("EFCSET 1,2,3,0.1,0,0.2,0.1", "machine.sound.set_reverb(1, 2, 3, 0.1, 0, 0.2, 0.1)"),
    ('WAVSET 224,1,2,3,4,"[7F]"', 'machine.sound.set_wave(224, 1, 2, 3, 4, "[7F]")'),
    ("SNDSTOP:BGMPAUSE 1", "machine.sound.pause(1)"),
    ("WHILE BGMCHK(0):WEND", "while machine.sound.playing(0):"),
    ("A=TALKCHK():PRINT A", "a = int(machine.sound.talking())"),
    ("PRINT BGMVAR(0,1)", "machine.console.print(str(machine.sound.variable(0, 1)))"),
]


def test_statements() -> None:
    bodies = [(source, line, body(source).splitlines()) for source, line in STATEMENTS]
    assert [(source, lines) for source, line, lines in bodies if line not in lines] == []


def test_data_in_rows() -> None:
    text, numbers = "X" * 40, ",".join(["123456789"] * 12)
    source = f'IF Q THEN READ T$\nDATA "{text}"\nREM\nDATA "{text}",{numbers}\nDATA 1,2'
    assert with_margins(source) == (
        "data = basic.Data(\n"
        f'    "{text}",  # 2\n'
        f'    "{text}", {"123456789, " * 3}123456789,  # 4\n'
        f"    {'123456789, ' * 7}123456789,\n"
        "    1, 2,  # 5\n"
        ")  # fmt: skip\n"
        "q = 0\n"
        "if q:  # 1\n"
        "    t = data.text()  # 1"
    )


def test_strings_that_two_names_share_are_objects() -> None:
    assert body('A$="AB"\nB$=A$\nINC A$,"C"\nPRINT B$;LEN(A$)') == (
        'a = basic.Text("AB")\n'
        "b = a\n"
        'a.append("C")\n'
        'machine.console.print(f"{b.characters}{len(a.characters)}")'
    )


def test_a_string_that_a_def_makes_and_returns_is_no_object() -> None:
    made = 'DEF F$(N)\nVAR S$=""\nWHILE LEN(S$)<N\nINC S$,CHR$(65+LEN(S$))\n{}WEND\nRETURN S${}\nEND\n'
    calls = "A$=F$(3):B$=A$\nPRINT F$(9);A$;B$;K$\n"
    for inside, result in (("", ""), ("", '+"!"')):
        assert "basic.Text" not in port(made.format(inside, result) + calls).text
    # another name for it while it is made, and a change of what was returned
    kept = "K$=S$\n"
    for source in (made.format(kept, "") + calls, made.format("", "") + calls + 'INC A$,"Z":PRINT B$\n'):
        assert "basic.Text" in port(source).text
        assert difference(source) is None


def test_comments_stand_where_they_stood() -> None:
    source = "'TITLE\n'more\n\nA=RND(3)\n'what follows\nPRINT A 'beside\nREM the end"
    assert with_margins(source) == (
        "a = machine.rng.below(3)  # 4\n# what follows\nmachine.console.print(str(a))  # 6  beside\n# the end"
    )


def test_the_first_comment_is_the_docstring_though_options_stand_above_it() -> None:
    source = "OPTION STRICT\n'TOWERS\nVAR N=RND(9):PRINT N"
    assert ast.get_docstring(ast.parse(write_port(source))) == (
        "TOWERS\n\nWritten by `retromaze port`; the margin names the listing's lines."
    )


def test_the_comment_at_a_label_is_the_docstring_of_what_gosub_reaches() -> None:
    source = """\
GOSUB @A:GOSUB @B:GOSUB @C:END
'what stands above
@A 'and beside
PRINT 1:PRINT 2
RETURN
@B:PRINT 3 'of a statement
PRINT 4
RETURN
'not right above

@C
PRINT 5:PRINT 6
RETURN
"""
    methods = {
        each.name: each
        for each in ast.walk(ast.parse(port_text(source)))
        if isinstance(each, ast.FunctionDef)
    }
    about = {name: ast.get_docstring(each) for name, each in methods.items() if name in {"a", "b", "c"}}
    assert about == {"a": "what stands above\n\nand beside", "b": None, "c": None}
    assert "# 6  of a statement\n" in port_text(source)
    assert "# not right above\n" in port_text(source)


DATA_COPIED = """\
DIM A[3],B%[2],C$[2],D[2,2]
COPY A,@L
COPY B%,1,@L,1
COPY C$,"@m",2
COPY D,RND(2),@L,2
COPY A,5,@L
PUSH A,1
READ X
PRINT A[0];A[2];A[5];B%[1];C$[1];D[0,1];D[1,0];LEN(A);X
@L
DATA 1,2.5,-3
@M
DATA "x","y"
"""


def test_data_are_copied_from_a_label_on() -> None:
    """Each argument is worked out once, and READ goes on where it was."""
    assert body(DATA_COPIED).splitlines()[3:8] == [
        "data.copy_numbers(a, 0, 0)",
        "data.copy_wholes(b, 1, 0, 1)",
        "data.copy_texts(c, 0, 3, 2)",
        "data.copy_numbers(d, machine.rng.below(2), 0, 2)",
        "data.copy_numbers(a, 5, 0)",
    ]
    difference = compare_programs(Listing(DATA_COPIED), loaded(write_port(DATA_COPIED)), seed=1).difference
    assert difference is None


def test_restore_finds_a_label_by_a_text_that_is_worked_out() -> None:
    source = """\
FOR I=0 TO 2
 RESTORE "@map"+STR$(I):READ A,B$
 PRINT A;B$
NEXT
INPUT L$
RESTORE "@MAP"+L$:READ A
@OTHER
@MAP0
DATA 1,"X"
@MAP1
DATA 2,"Y"
@MAP2
DATA 3,"Z"
"""
    expected = """\
data = basic.Data(1, "X", 2, "Y", 3, "Z")
data.labels = {"@MAP0": 0, "@MAP1": 2, "@MAP2": 4}
answer = ""
for i in range(3):
    data.restore_at(f"@map{i}")
    a = data.whole()
    b = data.text()
    machine.console.print(f"{a}{b}")
answer = basic.ask_text(machine, "?", answer)
data.restore_at("@MAP" + answer)
a = data.whole()"""
    assert body(source) == expected
    assert [difference(source, given) for given in ("2", "3")] == [None, None]
    named = source.replace('"@MAP"+L$', "L$")
    assert '"@OTHER": 0' in body(named)
    assert [difference(named, given) for given in ("@other", "@Map1", "MAP1", "@")] == [None] * 4


def test_data_that_cannot_be_copied() -> None:
    refusals = [
        ("DIM A[3]\nCOPY A,@NO\nDATA 1", "line 2: there is no label @NO to COPY"),
        ("SPANIM 0,1,@NO\nDATA 1", "line 1: there is no label @NO to SPANIM"),
        ('DIM A[3]\nCOPY A,"NO"\nDATA 1', "line 2: COPY of a label that is worked out is not known to ports"),
        ("DIM A[3]\n@L COPY A,@L,1,1\nDATA 1", "line 2: COPY of DATA into this array is not known to ports"),
    ]
    assert [(source, *port(source).not_ported) for source, _ in refusals] == refusals


def test_a_clock_is_warned_of() -> None:
    source = (
        "A=MAINCNT\nF\nPRINT MAINCNT,TIME$\nTMREAD DATE$ OUT H,M,S\nDEF F\nTMREAD OUT H,M,S:B=MILLISEC\nEND"
    )
    reason = "tells time, which passes while a listing works and not while its port does"
    assert port(source).warnings == [
        PortWarning(1, f"MAINCNT {reason}"),
        PortWarning(3, f"TIME$ {reason}"),
        PortWarning(6, f"MILLISEC {reason}"),
        PortWarning(6, f"TMREAD {reason}"),
    ]
    assert port("PRINT DATE$\nDTREAD OUT Y,M,D").warnings == []
    tells, moves = reason, reason.replace("tells", "moves with")
    source = 'A=1\nA=BGMCHK(0)+BGMCHK()\nSPSET 0,0\nSPANIM 0,"XY",9,9,9\nIF FADECHK() THEN BGANIM 0,"Z",9,9'
    assert port(source).warnings == [
        PortWarning(2, f"BGMCHK {tells}"),
        PortWarning(4, f"SPANIM {moves}"),
        PortWarning(5, f"BGANIM {moves}"),
        PortWarning(5, f"FADECHK {tells}"),
    ]


def test_a_list_literal_has_what_is_pushed_first() -> None:
    begins = {
        "DIM S[0]:PUSH S,4:PRINT S[0]": "s = [4]",
        "DIM S[0]\nX=RND(2)\nPUSH S,4:PRINT S[0];X": "s = [4]",
        "DIM S[0]:PUSH S,RND(4):PRINT S[0]": "s: list[int] = [machine.rng.below(4)]",
        # the value is no constant, the push may not happen, or happens again
        "DIM S[0]:X=RND(2):PUSH S,X+1:PRINT S[0]": "s: list[int] = []",
        "DIM S[0]:IF RND(2) THEN PUSH S,4\nPRINT LEN(S)": "s: list[int] = []",
        "DIM S[0]\n@L\nPUSH S,4:IF LEN(S)<3 THEN GOTO @L\nPRINT LEN(S)": "s: list[int] = []",
        # the length is asked before
        "DIM S[0]:PRINT LEN(S):PUSH S,4:PRINT S[0]": "s: list[int] = []",
    }
    assert {source: body(source).splitlines()[0] for source in begins} == begins


def test_assignments_of_one_line_are_one_statement() -> None:
    written = {
        "X=N+1:Y=N+2": ["x, y = n + 1, n + 2"],
        # the second looks at what the first stores
        "X=N+1:Y=X+2": ["x = n + 1", "y = x + 2"],
        # numbers are drawn one after the other
        "X=RND(5):Y=RND(5)": ["x = machine.rng.below(5)", "y = machine.rng.below(5)"],
        # what is stored twice is not stored at once
        "X=N+1:X=X+2:Y=0": ["x = n + 1", "x += 2", "y = 0"],
        "SWAP X,Y": ["x, y = y, x"],
    }
    found = {}
    for line in written:
        source = f"N=RND(9)\nX=RND(N)\nY=RND(X)\nPRINT 0\n{line}\nPRINT X;Y"
        _, _, behind = body(source).partition('machine.console.print("0")\n')
        found[line] = behind.splitlines()[:-1]
    assert found == written


def test_comments() -> None:
    source = ["PRINT \"it's\" 'aside", "'alone", "A=1:REM also", "REMARK=1", "'", " ' \"indented"]
    assert comments_in(source) == ({1: "aside", 3: "also"}, {2: "alone", 6: '"indented'})


def test_comments_below_option_strict_are_the_first_ones() -> None:
    for option in ("OPTION STRICT\n", "VAR I\n"):
        first = write_port(f"{option}'a game\nVAR N=RND(9)\nPRINT N\n").splitlines()[0]
        assert (first == '"""a game') is option.startswith("OPTION"), option
