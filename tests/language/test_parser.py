"""Every form of the language, and the nodes it becomes."""

import math

import pytest

from retromaze.errors import BasicSyntaxError
from retromaze.language import nodes
from retromaze.language.parser import parse
from tests.refusals import error_of

HERE = (0, 0)  # places stay out of comparison
TWO_CODE_UNITS = chr(0xD834) + chr(0xDD1E)


def number(value: int | float) -> nodes.Number:
    return nodes.Number(*HERE, value)


def string(value: str) -> nodes.String:
    return nodes.String(*HERE, value)


def name(spelling: str) -> nodes.Name:
    return nodes.Name(*HERE, spelling)


def label(spelling: str) -> nodes.LabelText:
    return nodes.LabelText(*HERE, spelling)


def index(target: nodes.Expression, *subscripts: nodes.Expression) -> nodes.Index:
    return nodes.Index(*HERE, target, subscripts)


def function(spelling: str, *arguments: nodes.Expression | None) -> nodes.Function:
    return nodes.Function(*HERE, spelling, arguments)


def unary(operator: str, operand: nodes.Expression) -> nodes.Unary:
    return nodes.Unary(*HERE, operator, operand)


def binary(left: nodes.Expression, operator: str, right: nodes.Expression) -> nodes.Binary:
    return nodes.Binary(*HERE, operator, left, right)


def assign(target: nodes.Target, value: nodes.Expression | None) -> nodes.Assign:
    return nodes.Assign(*HERE, target, value)


def printed(*items: nodes.Expression | str) -> nodes.Print:
    return nodes.Print(*HERE, items)


def instruction(
    spelling: str,
    *arguments: nodes.Expression | None,
    out: tuple[nodes.Target | None, ...] | None = None,
) -> nodes.Instruction:
    return nodes.Instruction(*HERE, spelling, arguments, out)


def goto(target: nodes.Expression | None) -> nodes.Goto:
    return nodes.Goto(*HERE, target)


def declaration(
    spelling: str,
    sizes: tuple[nodes.Expression, ...] | None = None,
    value: nodes.Expression | None = None,
) -> nodes.Declaration:
    return nodes.Declaration(*HERE, spelling, sizes, value)


def value(source: str) -> nodes.Expression | None:
    """The expression as the right side of an assignment."""
    (statement,) = parse(f"X={source}")
    assert isinstance(statement, nodes.Assign)
    return statement.value


def without_places(node: object) -> object:
    """Returns a node as a tuple without places, and numbers with their type: 1 == 1.0 in Python."""
    if isinstance(node, nodes.Node):
        fields = [field for field in node.__dataclass_fields__ if field not in {"line", "column"}]
        return (type(node).__name__, *(without_places(getattr(node, field)) for field in fields))
    if isinstance(node, tuple):
        return tuple(without_places(part) for part in node)
    return repr(node)


A, B, C, I, X = (name(letter) for letter in "ABCIX")  # noqa: E741  so they are called in BASIC
ONE = number(1)

STATEMENTS: dict[str, tuple[nodes.Statement, ...]] = {
    "": (),
    "\n\n": (),
    # assignment
    "A=1": (assign(A, ONE),),
    "a%=b#": (assign(name("A%"), name("B#")),),
    "A[1]=1": (assign(index(A, ONE), ONE),),
    "A [ I , 1 ] = 1": (assign(index(A, I, ONE), ONE),),
    'VAR("X")=VAR("A")': (
        assign(nodes.VariableNamed(*HERE, string("X")), nodes.VariableNamed(*HERE, string("A"))),
    ),
    'VAR("X")[1]=1': (assign(index(nodes.VariableNamed(*HERE, string("X")), ONE), ONE),),
    "A=B==C": (assign(A, binary(B, "==", C)),),
    "PI=3.5": (assign(name("PI"), number(3.5)),),
    "PRINT1=1": (assign(name("PRINT1"), ONE),),
    "IF$=A": (assign(name("IF$"), A),),
    "_X_1=1": (assign(name("_X_1"), ONE),),
    # declaration
    "VAR A": (nodes.Declare(*HERE, (declaration("A"),)),),
    "DIM A=1,B[1],C$[I,1,A,B]": (
        nodes.Declare(
            *HERE,
            (declaration("A", None, ONE), declaration("B", (ONE,)), declaration("C$", (I, ONE, A, B))),
        ),
    ),
    "VAR A,B[1],\nA=1": (nodes.Declare(*HERE, (declaration("A"), declaration("B", (ONE,)))), assign(A, ONE)),
    "OPTION strict": (nodes.Option(*HERE, "STRICT"),),
    "OPTION DEFINT:OPTION TOOL": (nodes.Option(*HERE, "DEFINT"), nodes.Option(*HERE, "TOOL")),
    # PRINT
    "PRINT": (printed(),),
    "?": (printed(),),
    "?A": (printed(A),),
    "print A;B,C;": (printed(A, ";", B, ",", C, ";"),),
    "?,;,A": (printed(",", ";", ",", A),),
    "PRINT A B=1": (printed(A), assign(B, ONE)),
    "PRINT A(B)": (printed(function("A", B)),),
    "PRINT(1)": (printed(ONE),),
    "PRINT.": (printed(number(0.0)),),
    # INPUT, LINPUT
    "INPUT A": (nodes.Input(*HERE, None, True, (A,)),),
    "INPUT A[1],B": (nodes.Input(*HERE, None, True, (index(A, ONE), B)),),
    'INPUT "X",A,B': (nodes.Input(*HERE, string("X"), False, (A, B)),),
    'INPUT "X";A': (nodes.Input(*HERE, string("X"), True, (A,)),),
    "INPUT A;B,C": (nodes.Input(*HERE, A, True, (B, C)),),
    'INPUT "X"+A;B': (nodes.Input(*HERE, binary(string("X"), "+", A), True, (B,)),),
    "LINPUT A": (nodes.LineInput(*HERE, None, A),),
    "LINPUT A[1]": (nodes.LineInput(*HERE, None, index(A, ONE)),),
    'LINPUT "X";A': (nodes.LineInput(*HERE, string("X"), A),),
    "LINPUT B,A": (nodes.LineInput(*HERE, B, A),),
    # INC, DEC, SWAP, READ, DATA, RESTORE
    "INC A": (nodes.Increase(*HERE, A, 1, None),),
    "INC A[I],1": (nodes.Increase(*HERE, index(A, I), 1, ONE),),
    "DEC A": (nodes.Increase(*HERE, A, -1, None),),
    "DEC A,B": (nodes.Increase(*HERE, A, -1, B),),
    "SWAP A,B[1]": (nodes.Swap(*HERE, A, index(B, ONE)),),
    "READ A": (nodes.Read(*HERE, (A,)),),
    "READ A,B[1]": (nodes.Read(*HERE, (A, index(B, ONE))),),
    'DATA 1,"X",-1,#UP,PI()': (
        nodes.Data(*HERE, (ONE, string("X"), unary("-", ONE), ONE, function("PI"))),
    ),
    "RESTORE @L": (nodes.Restore(*HERE, label("L")),),
    'RESTORE "@"+A': (nodes.Restore(*HERE, binary(string("@"), "+", A)),),
    "RESTORE": (nodes.Restore(*HERE, None),),
    # IF
    "IF A THEN B=1 ELSE C=1 ENDIF": (
        nodes.If(*HERE, A), assign(B, ONE), nodes.Else(*HERE), assign(C, ONE), nodes.EndIf(*HERE),
    ),
    "IF A THEN @L ELSE @1M": (
        nodes.If(*HERE, A), goto(label("L")), nodes.Else(*HERE), goto(label("1M")),
    ),
    "IF A THEN @L:B=1": (nodes.If(*HERE, A), goto(label("L")), assign(B, ONE)),
    "IF A THEN\n@L\nELSE\n@M": (
        nodes.If(*HERE, A), nodes.Label(*HERE, "L"), nodes.Else(*HERE), nodes.Label(*HERE, "M"),
    ),
    "IF A THEN:@L": (nodes.If(*HERE, A), nodes.Empty(*HERE), nodes.Label(*HERE, "L")),
    "IF A THEN::ELSE :\nENDIF:": (
        nodes.If(*HERE, A),
        nodes.Empty(*HERE),
        nodes.Else(*HERE),
        nodes.Empty(*HERE),
        nodes.EndIf(*HERE),
    ),
    'IF A GOTO "X" ELSE B=1': (
        nodes.If(*HERE, A), goto(string("X")), nodes.Else(*HERE), assign(B, ONE),
    ),
    "IF A GOTO @L": (nodes.If(*HERE, A), goto(label("L"))),
    "IF A THEN GOTO @L": (nodes.If(*HERE, A), goto(label("L"))),
    "ELSEIF A THEN @L": (nodes.ElseIf(*HERE, A), goto(label("L"))),
    "ELSEIF A GOTO @L": (nodes.ElseIf(*HERE, A), goto(label("L"))),
    "ELSE IF A THEN": (nodes.Else(*HERE), nodes.If(*HERE, A)),
    # loops
    "FOR I=0TO 7": (nodes.For(*HERE, I, number(0), number(7), None),),
    "FOR A[1]=1 TO B STEP -1": (nodes.For(*HERE, index(A, ONE), ONE, B, unary("-", ONE)),),
    "NEXT": (nodes.Next(*HERE),),
    "NEXT I": (nodes.Next(*HERE),),
    "NEXT I,A[1,B],C:A=1": (nodes.Next(*HERE), assign(A, ONE)),
    "WHILE A:WEND": (nodes.While(*HERE, A), nodes.Wend(*HERE)),
    "REPEAT UNTIL BUTTON(0):GCLS": (
        nodes.Repeat(*HERE), nodes.Until(*HERE, function("BUTTON", number(0))), instruction("GCLS"),
    ),
    "UNTIL": (nodes.Until(*HERE, None),),
    "BREAK:CONTINUE": (nodes.Break(*HERE), nodes.Continue(*HERE)),
    # jumps
    "@L": (nodes.Label(*HERE, "L"),),
    "@1up:A=1": (nodes.Label(*HERE, "1UP"), assign(A, ONE)),
    "@A B=1@C": (nodes.Label(*HERE, "A"), assign(B, ONE), nodes.Label(*HERE, "C")),
    "GOTO @L": (goto(label("L")),),
    'GOTO "@A"+B': (goto(binary(string("@A"), "+", B)),),
    "GOTO": (goto(None),),
    "GOSUB A": (nodes.Gosub(*HERE, A),),
    "GOSUB": (nodes.Gosub(*HERE, None),),
    "ON A GOTO @A,@1b": (nodes.On(*HERE, A, False, ("A", "1B")),),
    "ON A[1]+1 GOSUB @A": (nodes.On(*HERE, binary(index(A, ONE), "+", ONE), True, ("A",)),),
    "RETURN": (nodes.Return(*HERE, None),),
    "RETURN A+1": (nodes.Return(*HERE, binary(A, "+", ONE)),),
    "IF A THEN RETURN ELSE END": (
        nodes.If(*HERE, A), nodes.Return(*HERE, None), nodes.Else(*HERE), nodes.End(*HERE),
    ),
    "STOP": (nodes.Stop(*HERE),),
    # DEF
    "DEF F": (nodes.Define(*HERE, "F", (), (), False, False),),
    "DEF F A,B$": (nodes.Define(*HERE, "F", ("A", "B$"), (), False, False),),
    "DEF F A OUT B,C": (nodes.Define(*HERE, "F", ("A",), ("B", "C"), False, False),),
    "DEF F OUT A,B": (nodes.Define(*HERE, "F", (), ("A", "B"), False, False),),
    "DEF F$()": (nodes.Define(*HERE, "F$", (), (), True, False),),
    "DEF F(A,B)": (nodes.Define(*HERE, "F", ("A", "B"), (), True, False),),
    "DEF F A[],N OUT B$ [ ]": (nodes.Define(*HERE, "F", ("A", "N"), ("B$",), False, False),),
    "DEF F(A%[],N)": (nodes.Define(*HERE, "F", ("A%", "N"), (), True, False),),
    "COMMON DEF F": (nodes.Define(*HERE, "F", (), (), False, True),),
    "COMMON DEF F(A)": (nodes.Define(*HERE, "F", ("A",), (), True, True),),
    # calls
    "GCLS": (instruction("GCLS"),),
    "A": (instruction("A"),),
    "GCLS(0)": (instruction("GCLS", number(0)),),
    "LOCATE ,1": (instruction("LOCATE", None, ONE),),
    "LOCATE .,.": (instruction("LOCATE", number(0.0), number(0.0)),),
    "LOCATE (X-1)*A,B": (instruction("LOCATE", binary(binary(X, "-", ONE), "*", A), B),),
    "BEEP ,,1": (instruction("BEEP", None, None, ONE),),
    "BEEP ,": (instruction("BEEP", None, None),),
    "BEEP A,": (instruction("BEEP", A, None),),
    "COLOR A,,B": (instruction("COLOR", A, None, B),),
    "TOUCH OUT A,,": (instruction("TOUCH", out=(A, None, None)),),
    "DTREAD OUT ,A,B[1]": (instruction("DTREAD", out=(None, A, index(B, ONE))),),
    "SPOFS 1 OUT A,B C=1": (instruction("SPOFS", ONE, out=(A, B)), assign(C, ONE)),
    'CALL "F",A OUT B': (instruction("CALL", string("F"), A, out=(B,)),),
    "CALL SPRITE": (instruction("CALL", name("SPRITE")),),
    "XON MOTION": (instruction("XON", name("MOTION")),),
    "USE 1:EXEC 1": (instruction("USE", ONE), instruction("EXEC", ONE)),
    "ACLS:?A": (instruction("ACLS"), printed(A)),
    # a keyword in place of the right side: nothing is stored, the keyword is the next statement
    "A=": (assign(A, None),),
    "A=:B=1": (assign(A, None), assign(B, ONE)),
    "A=STOP": (assign(A, None), nodes.Stop(*HERE)),
    "A=END": (assign(A, None), nodes.End(*HERE)),
    "A=PRINT": (assign(A, None), printed()),
    "A=RETURN": (assign(A, None), nodes.Return(*HERE, None)),
    "A=GOTO": (assign(A, None), goto(None)),
    "A=GOSUB": (assign(A, None), nodes.Gosub(*HERE, None)),
    "A=RESTORE": (assign(A, None), nodes.Restore(*HERE, None)),
    "A=NEXT": (assign(A, None), nodes.Next(*HERE)),
    "A=WEND": (assign(A, None), nodes.Wend(*HERE)),
    "A=UNTIL": (assign(A, None), nodes.Until(*HERE, None)),
    "A=ENDIF": (assign(A, None), nodes.EndIf(*HERE)),
    # separators, comments, blanks
    "A=1B=1": (assign(A, ONE), assign(B, ONE)),
    "A=1:": (assign(A, ONE),),
    "A=1::B=1": (assign(A, ONE), assign(B, ONE)),
    "\tA = 1\r\n\r\nB=1\r\n": (assign(A, ONE), assign(B, ONE)),
    "A=1\r": (assign(A, ONE),),
    "A=1 'B=1\nB=1": (assign(A, ONE), assign(B, ONE)),
    "REM A=1\nB=1": (assign(B, ONE),),
    "A=1:rem:B=1": (assign(A, ONE),),
    "A=1REM": (assign(A, ONE),),
    "REM\ue200\x00\nB=1": (assign(B, ONE),),
    "'\x00\ue200": (),
    "REMARK=1": (assign(name("REMARK"), ONE),),
    # TO and STEP are names outside FOR
    "TO=STEP": (assign(name("TO"), name("STEP")),),
    "X=A TO=1": (assign(X, A), assign(name("TO"), ONE)),
    "FOR TO=TO TO TO STEP STEP": (
        nodes.For(*HERE, name("TO"), name("TO"), name("TO"), name("STEP")),
    ),
}  # fmt: skip


def test_each_form_becomes_its_nodes() -> None:
    found = {source: without_places(parse(source)) for source in STATEMENTS}
    assert found == {source: without_places(expected) for source, expected in STATEMENTS.items()}


EXPRESSIONS: dict[str, nodes.Expression] = {
    "1+A*B": binary(ONE, "+", binary(A, "*", B)),
    "A-B-C": binary(binary(A, "-", B), "-", C),
    "A/B DIV C mod 1*X": binary(binary(binary(binary(A, "/", B), "DIV", C), "MOD", ONE), "*", X),
    "A<<B+C>>1": binary(binary(A, "<<", binary(B, "+", C)), ">>", ONE),
    "A<B<<C": binary(A, "<", binary(B, "<<", C)),
    "A==B>C": binary(binary(A, "==", B), ">", C),
    "A!=B<=C>=1": binary(binary(binary(A, "!=", B), "<=", C), ">=", ONE),
    "A AND B==C": binary(A, "AND", binary(B, "==", C)),
    "A or B and C": binary(A, "OR", binary(B, "AND", C)),
    "A OR B XOR C": binary(binary(A, "OR", B), "XOR", C),
    "A XOR B AND C": binary(A, "XOR", binary(B, "AND", C)),
    "A && B OR C": binary(A, "&&", binary(B, "OR", C)),
    "A || B && C": binary(A, "||", binary(B, "&&", C)),
    "A && B || C": binary(binary(A, "&&", B), "||", C),
    "(A+B)*C": binary(binary(A, "+", B), "*", C),
    "-A*B": binary(unary("-", A), "*", B),
    "A*-B": binary(A, "*", unary("-", B)),
    "A--B": binary(A, "-", unary("-", B)),
    "1*-NOT!A": binary(ONE, "*", unary("-", unary("NOT", unary("!", A)))),
    "not A==B": binary(unary("NOT", A), "==", B),
    "-A[1]": unary("-", index(A, ONE)),
    "8AND B": binary(number(8), "AND", B),
    # calls and subscripts
    "CHR$(65)": function("CHR$", number(65)),
    "F()": function("F"),
    "F(A,,B)": function("F", A, None, B),
    "F(,A)": function("F", None, A),
    "F(A,)": function("F", A, None),
    "A[I,1]": index(A, I, ONE),
    '"ABC"[1]': index(string("ABC"), ONE),
    "A$[I][1]": index(index(name("A$"), I), ONE),
    "F(X)[1]": index(function("F", X), ONE),
    "(A+B)[1]": index(binary(A, "+", B), ONE),
    "@top": label("TOP"),
    "@A+B": binary(label("A"), "+", B),
    'VAR("A")': nodes.VariableNamed(*HERE, string("A")),
    "TRUE": name("TRUE"),
}


def test_operators_bind_as_on_the_machine() -> None:
    found = {source: without_places(value(source)) for source in EXPRESSIONS}
    assert found == {source: without_places(expected) for source, expected in EXPRESSIONS.items()}


NUMBERS: dict[str, int | float] = {
    "123": 123,
    "007": 7,
    "2147483647": 2147483647,
    "2147483648": 2147483648.0,
    "4294967294": 4294967294.0,
    "00000000012": 12,
    "1.5": 1.5,
    ".5": 0.5,
    "5.": 5.0,
    ".": 0.0,
    "100.0": 100.0,
    "1E10": 1e10,
    "1e+5": 1e5,
    "1.5E-3": 0.0015,
    ".5e2": 50.0,
    "1E0": 1.0,
    "123#": 123.0,
    "1.5#": 1.5,
    ".#": 0.0,
    "1E2#": 100.0,
    "&HFF": 255,
    "&hff": 255,
    "&H7FFFFFFF": 2147483647,
    "&HFFFFFFFF": -1,
    "&H1FFFFFFFF": -1,
    "&B1010": 10,
    "&b" + 32 * "1": -1,
    "#ON": 1,
    "#white": -460552,
    "#ZL": 4096,
}


def test_each_literal_has_its_value_and_type() -> None:
    found = {source: without_places(value(source)) for source in NUMBERS}
    assert found == {source: without_places(number(written)) for source, written in NUMBERS.items()}


def test_a_literal_of_any_length_is_a_real() -> None:
    assert without_places(value("9" * 5000)) == without_places(number(math.inf))
    assert without_places(value("0" * 5000 + "1")) == without_places(number(1))


def test_a_number_ends_where_it_must() -> None:
    statements: dict[str, tuple[nodes.Statement, ...]] = {
        "X=5.E2=1": (assign(X, number(5.0)), assign(name("E2"), ONE)),
        "X=1E=1": (assign(X, ONE), assign(name("E"), ONE)),
        "X=1ELSE": (assign(X, ONE), nodes.Else(*HERE)),
        "X=&HFOR I": (assign(X, binary(number(15), "OR", I)),),
    }
    found = {source: without_places(parse(source)) for source in statements}
    assert found == {source: without_places(expected) for source, expected in statements.items()}
    assert error_of(parse, "X=1.5E+A") == BasicSyntaxError


STRINGS = {
    '"TEXT"': "TEXT",
    '""': "",
    '"': "",
    "\"open: 'B=1": "open: 'B=1",
    '"é\ue200\x00"': "é\ue200\x00",
    '"\U0001d11e"': TWO_CODE_UNITS,
    '"a\tb"': "a\tb",
}


def test_a_string_ends_at_the_quote_or_with_the_line() -> None:
    found = {source: without_places(value(source)) for source in STRINGS}
    assert found == {source: without_places(string(text)) for source, text in STRINGS.items()}


RESERVED = (
    "IF THEN ELSE ELSEIF ENDIF FOR NEXT WHILE WEND REPEAT UNTIL DEF END COMMON OUT BREAK CONTINUE "
    "GOTO GOSUB RETURN ON STOP DATA READ RESTORE DIM VAR OPTION "
    "PRINT INPUT LINPUT INC DEC SWAP AND OR XOR NOT DIV MOD"
)


def test_a_reserved_word_is_never_a_name() -> None:
    forms = ("{}=1", "A=1+{}", "DIM {}", "DEF {}", "DEF F A,{}", "READ {}", "A=(1){}=1")
    sources = [
        form.format(spelling)
        for word in RESERVED.split()
        for spelling in (word, word.lower())
        for form in forms
    ]
    assert [source for source in sources if error_of(parse, source) != BasicSyntaxError] == []


REJECTED: dict[str, tuple[int, int]] = {
    # lines and separators
    ":A=1": (1, 1),
    "A=1\n\n:B=1": (3, 1),
    "'X\n  :B=1": (2, 3),
    "A=1;B=2": (1, 4),
    # no statements
    "5": (1, 1),
    "1+2": (1, 1),
    '"HI"': (1, 1),
    "+1": (1, 1),
    "-A": (1, 1),
    "(A)": (1, 1),
    "A[1]": (1, 5),
    "THEN": (1, 1),
    "OUT A": (1, 1),
    "A=+1": (1, 3),
    "A^2=1": (1, 2),
    "A=B\\C": (1, 4),
    "A<>B": (1, 2),
    "A=B=C": (1, 4),
    "F(X)=1": (1, 5),
    "A=(1": (1, 5),
    "A=1+\nB=2": (1, 5),
    "A=B[1": (1, 6),
    "A=B[]": (1, 5),
    # keywords as values
    "A=1+STOP": (1, 5),
    "A=(STOP)": (1, 4),
    "A=-STOP": (1, 4),
    "A=FOR": (1, 6),
    "A=IF": (1, 5),
    "A=WHILE": (1, 8),
    "A=DIM": (1, 6),
    "A=DEF": (1, 6),
    "IF=1": (1, 3),
    # calls
    "ABS(5,6)": (1, 6),
    "GCOLOR()": (1, 8),
    "F OUT": (1, 6),
    "F OUT 1": (1, 7),
    'A=LINPUT("X")': (1, 14),
    # conditions and loops
    "IF A": (1, 5),
    'IF A THEN "X"': (1, 11),
    'ELSE "X"': (1, 6),
    "IF A GOSUB @L": (1, 6),
    "IF A GOTO": (1, 10),
    "FOR I=1": (1, 8),
    "FOR I=1 TO 2 STEP": (1, 18),
    "FOR I=A TO B STEP=1": (1, 18),
    "FOR 1=1 TO 2": (1, 5),
    # jumps and definitions
    "RETURN A,B": (1, 9),
    "END 1": (1, 5),
    "STOP 1": (1, 6),
    'ON A GOTO "@A"': (1, 11),
    "ON A GOTO": (1, 10),
    "ON A @A": (1, 6),
    "DEF F(A) OUT B": (1, 10),
    "DEF F A[1]": (1, 9),
    "F A[]": (1, 5),
    "DEF F(": (1, 7),
    "DEF F A OUT": (1, 12),
    "COMMON F": (1, 8),
    "COMMON DEFX": (1, 8),
    "@": (1, 1),
    "A=@": (1, 3),
    # declarations, data, input
    "DIM A(3)": (1, 6),
    "VAR A(3,2)": (1, 6),
    "DIM A[]": (1, 7),
    "DIM A[1,2,3,4,5]": (1, 5),
    "DIM A=": (1, 7),
    "OPTION": (1, 7),
    "OPTION LOOSE": (1, 8),
    'OPTION "STRICT"': (1, 8),
    "DATA": (1, 5),
    "DATA 1,": (1, 8),
    "INPUT 5": (1, 8),
    "INPUT A,5": (1, 9),
    'INPUT "X"+A,B': (1, 12),
    "INPUT": (1, 6),
    "LINPUT 5": (1, 9),
    "INC 5": (1, 5),
    "SWAP A,5": (1, 8),
    "READ 5": (1, 6),
    # characters and constants
    "A=1.2.3": (1, 6),
    "?#NOTACONSTANT": (1, 2),
    "A=1\nDATA #BAR": (2, 6),
    "?#": (1, 2),
    "?&H": (1, 2),
    "?&B2": (1, 2),
    "Ａ=1": (1, 1),
    "XＡ=9": (1, 2),
    "１A=1": (1, 1),
    "\u212a=1": (1, 1),  # the sign of Kelvin, which folds to k
    "A=1\x00": (1, 4),
    "\U0001d11e": (1, 1),
}


def test_a_syntax_error_names_the_first_token_that_cannot_stand_there() -> None:
    found = {}
    for source in REJECTED:
        with pytest.raises(BasicSyntaxError) as caught:
            parse(source, slot=2)
        assert (caught.value.slot, caught.value.number) == (2, 3)
        found[source] = caught.value.line, caught.value.column
    assert found == REJECTED


def test_statements_and_expressions_know_their_place() -> None:
    source = "A=1:B=2\r\n\n  'X\n\tIF C[1]+2>-D THEN @L"
    places = [(type(node).__name__, node.line, node.column) for node in parse(source)]
    assert places == [("Assign", 1, 1), ("Assign", 1, 5), ("If", 4, 2), ("Goto", 4, 20)]
    condition = parse(source)[2]
    assert isinstance(condition, nodes.If)
    assert repr(condition.condition) == (
        "Binary(line=4, column=5, operator='>', "
        "left=Binary(line=4, column=5, operator='+', "
        "left=Index(line=4, column=5, target=Name(line=4, column=5, name='C'), "
        "subscripts=(Number(line=4, column=7, value=1),)), "
        "right=Number(line=4, column=10, value=2)), "
        "right=Unary(line=4, column=12, operator='-', operand=Name(line=4, column=13, name='D')))"
    )


def test_depth_and_length_do_not_matter() -> None:
    assert parse("A=" + "(" * 5000 + "1" + ")" * 5000)
    assert parse("A=" + "-" * 5000 + "1")
    assert parse("A=1" + "+1" * 5000)
    assert parse("IF A THEN " * 5000)
    assert error_of(parse, "A=" + "F(" * 5000) == BasicSyntaxError
