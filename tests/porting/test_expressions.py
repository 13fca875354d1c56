"""Python's own operators where they mean the same, functions of `basic` where they do not."""

from tests.porting.agreeing import differing
from tests.porting.bodies import body, port_text


def value(
    expression: str, before: str = "A%=VAL(STR$(MAINCNT)):B=RND(9):C=RND(5)-2:S$=INKEY$():DIM R[3,3],Q[0]"
) -> str:
    """What stands for an expression."""
    return (
        body(f"{before}\nGPSET 0,0,{expression}")
        .splitlines()[-1]
        .removeprefix("machine.screen.point(0, 0, ")[:-1]
    )


def test_numbers() -> None:
    written = {
        "B DIV 2": "b // 2",
        "C DIV 2": "basic.divide(c, 2)",
        "C MOD 4": "basic.remainder(c, 4)",
        "(C AND 3)*2+1": "(c & 3) * 2 + 1",
        "B<<2": "b << 2",
        "A%*1000000": "basic.wrap(a * 1000000)",
        "NOT B": "~b",
        "!B": "int(not b)",
        "(B==1)-(B==2)": "(b == 1) - (b == 2)",
        "B>1 && C": "int(bool(b > 1 and c))",
        "1<B": "int(b > 1)",
        "B/2": "b // 2",
        "FLOOR(B/2)": "b // 2",
        "MIN(B,C,3)": "min(b, c, 3)",
        "R[B,C+1]": "r[b][c + 1]",
        "Q[LEN(Q)-1]": "q[-1]",
        "ASC(S$)": "ord(key[0])",
        'INSTR(S$,"X")': 'key.find("X")',
        "VAL(MID$(S$,B,2))": "int(basic.value(key[b : b + 2]))",
        "VAL(MID$(S$,B,1))": "basic.digit(key[b : b + 1])",
        "#RED": "RED",
        "&HFF": "0xFF",
        "RGB(1,2,B)": "rgb(1, 2, b)",
        "GSPOIT(B,C)": "machine.screen.spoit(b, c)",
        "ATAN(B,C)*2": "int(math.atan2(b, c) * 2)",
    }
    assert {expression: value(expression) for expression in written} == written


def test_print() -> None:
    written = {
        '"A";B': 'print(f"A{b}")',
        "B": "print(str(b))",
        "S$": "print(key)",
        "S$;": 'print(key, end="")',
        "": "print()",
        "C/4": "print(basic.printed(c / 4))",
        "ROUND(C/4)": "print(basic.printed(basic.rounded(c / 4)))",
        "-CEIL(C/4)": "print(basic.printed(-basic.ceiling(c / 4)))",
        "FLOOR(C/4)": "print(str(c // 4))",
        "STR$(ROUND(C/4))": "print(basic.number_text(basic.rounded(c / 4)))",
        '"{}";B;"\\"': 'print(f"{{}}{b}\\\\")',
        "STR$(B);CHR$(65);HEX$(B)": 'print(f"{b}A{basic.hexadecimal(b)}")',
        '"-"*B;"+"': "print(f\"{'-' * b}+\")",
        "STR$(B*1000000)": 'print(f"{b * 1000000:g}")',
    }
    lines = {items: body(f"B=RND(9):C=RND(5)-2:S$=INKEY$()\nPRINT {items}").splitlines() for items in written}
    assert {items: each[-1].removeprefix("machine.console.") for items, each in lines.items()} == written


def test_a_comma_is_a_tab() -> None:
    assert body('PRINT 1,"A"').splitlines() == [
        'machine.console.print("1", end="")',
        "machine.console.tab()",
        'machine.console.print("A")',
    ]


def test_conditions() -> None:
    source = "A=RND(9):B=RND(9)\nIF A || B && !A THEN PRINT 1\nIF !(A<B) THEN PRINT 2"
    lines = body(source).splitlines()
    assert lines[2:] == [
        "if a or (b and not a):",
        '    machine.console.print("1")',
        "if a >= b:",
        '    machine.console.print("2")',
    ]


def condition(text: str) -> str:
    """A condition of IF in a port."""
    lines = body(f"A=RND(9):B=RND(9):C=RND(9)/4:DIM M[9]\nIF {text} THEN PRINT 1").splitlines()
    return lines[-2].removeprefix("if ").removesuffix(":")


def test_numbers_of_either_type_are_compared_by_python() -> None:
    written = {"MAX(M)>B": "max(m) > b", "B!=VAL(STR$(A)+A$)": "b != basic.value(str(a) + a_text)"}
    assert {text: condition(text) for text in written} == written


def test_bitwise_operators_that_join_truths() -> None:
    written = {
        "A==1 OR B==2": "a == 1 or b == 2",
        "A==1 AND B==2 AND C>1": "a == 1 and b == 2 and c > 1",
        "A OR B": "a or b",
        "A>=0 AND A<9 AND M[A]==0": "0 <= a < 9 and m[a] == 0",
        "A==1 OR A==3": "a in (1, 3)",
        "!(A<1 OR A>3)": "1 <= a <= 3",
        "!(C<1)": "c >= 1",
        "(A && B) OR B==3": "(a and b) or b == 3",
        "(A==1 AND B==2) OR B==3": "(a == 1 and b == 2) or b == 3",
        # the random number is drawn in any case
        "A==1 AND RND(2)==0": "machine.rng.below(2) == 0 and a == 1",
        "RND(2)==0 AND A==1": "machine.rng.below(2) == 0 and a == 1",
        "RND(2)==0 AND RND(3)==0": "(machine.rng.below(2) == 0) & (machine.rng.below(3) == 0)",
        # what is polled in any case moves too, what is polled twice does not
        "A==1 OR BUTTON()": "machine.input.button() or a == 1",
        "(B-A) MOD 2==0": "(b - a) % 2 == 0",
        "(B-A) MOD 2": "(b - a) % 2",
        "(B-A) MOD 2==1": "basic.remainder(b - a, 2) == 1",
        "C MOD 2==0": "basic.remainder(c, 2) == 0",
        # bits
        "A AND B": "a & b",
        "A AND B==1": "a & (b == 1)",
        "C OR A": "basic.truncate(c) | a",
    }
    assert {each: condition(each) for each in written} == written
    assert (
        body("A=RND(9)\nPRINT A==1 OR A==2").splitlines()[-1]
        == "machine.console.print(str(int(a in (1, 2))))"
    )


def test_a_port_agrees() -> None:
    sources = [
        "PRINT 1E999;-1E999;1E999-1E999",
        "N=1E999\nPRINT N\nDATA 1E999\nREAD A\nPRINT A",
        "A=RND(1)\nON A GOTO @A\n@A\nPRINT A",
        "N%=1E5\nM%=-2147483647\nPRINT N%;M%",
        'N=9999999+RND(9)\nPRINT STR$(N)+"}";N;"{x}"',
        'PRINT STR$(9999999+RND(9))+"}"',
        "WAIT 1E999",
        "PRINT RND(1E10);RND(0,4294967297)\nGPSET -1E10,9",
        'PRINT FORMAT$("%D %5D",1E10,-1E10)',
    ]
    assert differing(sources) == {}


def test_what_fails_when_it_runs_is_written() -> None:
    for source in ['A$=MID$("A",0,1E999)', "N%=1E999", "ON 1E999 GOTO @A\n@A"]:
        assert port_text(source)


def test_ports_show_what_listings_show() -> None:
    sources = [
        "D=RND(9)\nD=(D+1) AND 3\nPRINT D\nD=D+1 AND 3\nPRINT D\nD=D+1 XOR 7\nPRINT D\nD=(D+1)+2-1\nPRINT D",
        "A=RND(2)\nPRINT MIN(A==1,5);MAX(A==1,A);MIN(A==1,0.5)",
        'A=RND(2)\nPRINT A==1;STR$(A==1);ABS(A==1);FORMAT$("%D",A==1);-(A==1);(A==1)==1;NOT (A==1)',
        "A=RND(2)\nDIM B[1]\nPUSH B,A==1\nFILL B,A==1\nSWAP B[0],A\nPRINT A;B[0];B[1]",
        'PRINT -VAL("0");-VAL("0.0");VAL("0")*-1;VAL("2000000000")*2;VAL("5")/2;STR$(VAL("1234567"))',
        'Y=VAL("0")\nPRINT -Y;MIN(VAL("0"),5)*-1;VAL("3")+0.5',
        'PRINT MAX(VAL("2.5"),VAL("3"))+2147483647;MIN(VAL("2"),VAL("2.5"))*2147483647',
        'PRINT MAX(VAL("2"),VAL("3"))+2147483647;MIN(VAL("2"),3)*2147483647',
        "X=RND(1)\nPRINT X*-1;-X;0*-1;ATAN(X*-1,-1);MIN(-X,5);-MIN(X,2.5)",
        "B=123456789\nFOR I=1 TO 9\nA=B<<3:SWAP A,B\nPRINT A;B\nNEXT",
        "N%=2147483647\nN%=N%+F(1)\nPRINT N%\nDEC N%,F(1)\nPRINT N%\nDEF F(X)\nRETURN X\nEND",
        "A=1:B=2\nFOR I=1 TO 75\nSWAP A,B\nA=A<<1\nPRINT A;B\nNEXT",
        "A=1:B=1\nFOR I=1 TO 200\nC=A+B:A=B:B=C\nNEXT\nPRINT A",
        "A=1\nFOR I=1 TO 99\nA=A+A\nNEXT\nPRINT A+1",
        "DIM B[2]\nA=1\nFOR I=1 TO 99\nB[0]=A:B[1]=A+1:A=B[0]+B[1]\nNEXT\nPRINT A",
        "A=1\nFOR I=1 TO 99\nA=G(A)+G(A+1)\nNEXT\nPRINT A\nDEF G(X)\nRETURN X\nEND",
        'DIM A$[3]\nA$[0]="x"\nB$=A$[0]\nINC A$[1],"q"\nPRINT A$[2]\nFILL A$,"z"\nINC A$[1],"q"\nPRINT A$[0]',
        "A%=RND(9)\nFOR I=0 TO 3\nV=2147483645+I\nPRINT A% MOD (1+V)\nNEXT",
    ]
    assert differing(sources) == {}


def test_what_becomes_of_a_target_in_its_own_value() -> None:
    written = {
        "D=(D+1) AND 3": "d = d + 1 & 3",
        "D=D+1+2": "d += 1 + 2",
        "D=D+(D AND 1)": "d += d & 1",
        "D=(D AND 7)+1": "d = (d & 7) + 1",
        "D=D-1": "d -= 1",
        "D=MIN(D==1,5)": "d = min(int(d == 1), 5)",
    }
    bodies = {each: body(f"D=RND(9)\n{each}\nPRINT D").splitlines() for each in written}
    assert {each: lines for each, lines in bodies.items() if written[each] not in lines} == {}


def test_texts_that_are_joined_are_one_f_string() -> None:
    written = {
        '"<"+STR$(B)+">"': 'f"<{b}>"',
        '"LV"+STR$(B)': 'f"LV{b}"',
        'S$+"{"+S$': 'f"{key}{{{key}"',
        '"is \'"+S$+"\'"': "f\"is '{key}'\"",
        'STR$(B)+","+S$+CHR$(10)': 'f"{b},{key}\\n"',
        # a text alone, no number, quotes inside, and what is long
        "S$+S$": "key + key",
        'S$+"x"': 'key + "x"',
        '"x"+" "*B+"y"': '"x" + " " * b + "y"',
        '"x"+CHR$(34)+STR$(B)': '"x" + \'"\' + str(b)',
        f'"{"x" * 57}"+STR$(B)': f'"{"x" * 57}" + str(b)',
    }
    assert {each: value(f"LEN({each})") for each in written} == {
        each: f"len({to})" for each, to in written.items()
    }
    assert body('S$=INKEY$()\nS$=S$+"<"+STR$(RND(9))+">"\nPRINT S$,S$+" "+S$') == (
        's = machine.input.inkey()\ns += f"<{machine.rng.below(9)}>"\n'
        'machine.console.print(s, end="")\nmachine.console.tab()\nmachine.console.print(f"{s} {s}")'
    )
