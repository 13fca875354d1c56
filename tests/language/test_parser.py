"""Every form of the language, and the nodes it becomes."""

import pytest

from retromaze.errors import BasicSyntaxError
from retromaze.language import nodes
from retromaze.language.parser import parse
from tests.refusals import error_of

TWO_CODE_UNITS = chr(0xD834) + chr(0xDD1E)


def value(source: str) -> nodes.Expression | None:
    """The expression as the right side of an assignment."""
    (statement,) = parse(f"X={source}")
    assert isinstance(statement, nodes.Assign)
    return statement.value


def told(node: object) -> str:
    """A node without places: `Assign(A, (B + 1))`; the spellings of names and words stand between quotes."""
    match node:
        case nodes.Name(name=name):
            return name
        case nodes.LabelText(name=name):
            return f"@{name}"
        case nodes.String(value=text):
            return f'"{text}"'
        case nodes.Number(value=number):
            return repr(number)
        case nodes.Binary(left=left, operator=operator, right=right):
            return f"({told(left)} {operator} {told(right)})"
        case nodes.Node():
            fields = [field for field in node.__dataclass_fields__ if field not in nodes.PLACE]
            return f"{type(node).__name__}({', '.join(told(getattr(node, each)) for each in fields)})"
        case tuple():
            return f"[{', '.join(map(told, node))}]"
    return repr(node)


def all_told(source: str) -> str:
    return "; ".join(map(told, parse(source)))


STATEMENTS: dict[str, str] = {
    "": "",
    "\n\n": "",
    # assignment
    "A=1": "Assign(A, 1)",
    "a%=b#": "Assign(A%, B#)",
    "A[1]=1": "Assign(Index(A, [1]), 1)",
    "A [ I , 1 ] = 1": "Assign(Index(A, [I, 1]), 1)",
    'VAR("X")=VAR("A")': 'Assign(VariableNamed("X"), VariableNamed("A"))',
    'VAR("X")[1]=1': 'Assign(Index(VariableNamed("X"), [1]), 1)',
    "A=B==C": "Assign(A, (B == C))",
    "PI=3.5": "Assign(PI, 3.5)",
    "PRINT1=1": "Assign(PRINT1, 1)",
    "IF$=A": "Assign(IF$, A)",
    "_X_1=1": "Assign(_X_1, 1)",
    # declaration
    "VAR A": "Declare([Declaration('A', None, None)])",
    "DIM A=1,B[1]": "Declare([Declaration('A', None, 1), Declaration('B', [1], None)])",
    "DIM C$[I,1,A,B]": "Declare([Declaration('C$', [I, 1, A, B], None)])",
    "VAR A,B[1],\nA=1": "Declare([Declaration('A', None, None), Declaration('B', [1], None)]); Assign(A, 1)",
    "OPTION strict": "Option('STRICT')",
    "OPTION DEFINT:OPTION TOOL": "Option('DEFINT'); Option('TOOL')",
    # PRINT
    "PRINT": "Print([])",
    "?": "Print([])",
    "?A": "Print([A])",
    "print A;B,C;": "Print([A, ';', B, ',', C, ';'])",
    "?,;,A": "Print([',', ';', ',', A])",
    "PRINT A B=1": "Print([A]); Assign(B, 1)",
    "PRINT A(B)": "Print([Function('A', [B])])",
    "PRINT(1)": "Print([1])",
    "PRINT.": "Print([0.0])",
    # INPUT, LINPUT
    "INPUT A": "Input(None, True, [A])",
    "INPUT A[1],B": "Input(None, True, [Index(A, [1]), B])",
    'INPUT "X",A,B': 'Input("X", False, [A, B])',
    'INPUT "X";A': 'Input("X", True, [A])',
    "INPUT A;B,C": "Input(A, True, [B, C])",
    'INPUT "X"+A;B': 'Input(("X" + A), True, [B])',
    "LINPUT A": "LineInput(None, A)",
    "LINPUT A[1]": "LineInput(None, Index(A, [1]))",
    'LINPUT "X";A': 'LineInput("X", A)',
    "LINPUT B,A": "LineInput(B, A)",
    # INC, DEC, SWAP, READ, DATA, RESTORE
    "INC A": "Increase(A, 1, None)",
    "INC A[I],1": "Increase(Index(A, [I]), 1, 1)",
    "DEC A": "Increase(A, -1, None)",
    "DEC A,B": "Increase(A, -1, B)",
    "SWAP A,B[1]": "Swap(A, Index(B, [1]))",
    "READ A": "Read([A])",
    "READ A,B[1]": "Read([A, Index(B, [1])])",
    'DATA 1,"X",-1,#UP,PI()': 'Data([1, "X", Unary(\'-\', 1), 1, Function(\'PI\', [])])',
    "RESTORE @L": "Restore(@L)",
    'RESTORE "@"+A': 'Restore(("@" + A))',
    "RESTORE": "Restore(None)",
    # IF
    "IF A THEN B=1 ELSE C=1 ENDIF": "If(A); Assign(B, 1); Else(); Assign(C, 1); EndIf()",
    "IF A THEN @L ELSE @1M": "If(A); Goto(@L); Else(); Goto(@1M)",
    "IF A THEN @L:B=1": "If(A); Goto(@L); Assign(B, 1)",
    "IF A THEN\n@L\nELSE\n@M": "If(A); Label('L'); Else(); Label('M')",
    "IF A THEN:@L": "If(A); Empty(); Label('L')",
    "IF A THEN::ELSE :\nENDIF:": "If(A); Empty(); Else(); Empty(); EndIf()",
    'IF A GOTO "X" ELSE B=1': 'If(A); Goto("X"); Else(); Assign(B, 1)',
    "IF A GOTO @L": "If(A); Goto(@L)",
    "IF A THEN GOTO @L": "If(A); Goto(@L)",
    "ELSEIF A THEN @L": "ElseIf(A); Goto(@L)",
    "ELSEIF A GOTO @L": "ElseIf(A); Goto(@L)",
    "ELSE IF A THEN": "Else(); If(A)",
    # loops
    "FOR I=0TO 7": "For(I, 0, 7, None)",
    "FOR A[1]=1 TO B STEP -1": "For(Index(A, [1]), 1, B, Unary('-', 1))",
    "NEXT": "Next()",
    "NEXT I": "Next()",
    "NEXT I,A[1,B],C:A=1": "Next(); Assign(A, 1)",
    "WHILE A:WEND": "While(A); Wend()",
    "REPEAT UNTIL BUTTON(0):GCLS": "Repeat(); Until(Function('BUTTON', [0])); Instruction('GCLS', [], None)",
    "UNTIL": "Until(None)",
    "BREAK:CONTINUE": "Break(); Continue()",
    # jumps
    "@L": "Label('L')",
    "@1up:A=1": "Label('1UP'); Assign(A, 1)",
    "@A B=1@C": "Label('A'); Assign(B, 1); Label('C')",
    "GOTO @L": "Goto(@L)",
    'GOTO "@A"+B': 'Goto(("@A" + B))',
    "GOTO": "Goto(None)",
    "GOSUB A": "Gosub(A)",
    "GOSUB": "Gosub(None)",
    "ON A GOTO @A,@1b": "On(A, False, ['A', '1B'])",
    "ON A[1]+1 GOSUB @A": "On((Index(A, [1]) + 1), True, ['A'])",
    "RETURN": "Return(None)",
    "RETURN A+1": "Return((A + 1))",
    "IF A THEN RETURN ELSE END": "If(A); Return(None); Else(); End()",
    "STOP": "Stop()",
    # DEF
    "DEF F": "Define('F', [], [], False, False)",
    "DEF F A,B$": "Define('F', ['A', 'B$'], [], False, False)",
    "DEF F A OUT B,C": "Define('F', ['A'], ['B', 'C'], False, False)",
    "DEF F OUT A,B": "Define('F', [], ['A', 'B'], False, False)",
    "DEF F$()": "Define('F$', [], [], True, False)",
    "DEF F(A,B)": "Define('F', ['A', 'B'], [], True, False)",
    "DEF F A[],N OUT B$ [ ]": "Define('F', ['A', 'N'], ['B$'], False, False)",
    "DEF F(A%[],N)": "Define('F', ['A%', 'N'], [], True, False)",
    "COMMON DEF F": "Define('F', [], [], False, True)",
    "COMMON DEF F(A)": "Define('F', ['A'], [], True, True)",
    # calls
    "GCLS": "Instruction('GCLS', [], None)",
    "A": "Instruction('A', [], None)",
    "GCLS(0)": "Instruction('GCLS', [0], None)",
    "LOCATE ,1": "Instruction('LOCATE', [None, 1], None)",
    "LOCATE .,.": "Instruction('LOCATE', [0.0, 0.0], None)",
    "LOCATE (X-1)*A,B": "Instruction('LOCATE', [((X - 1) * A), B], None)",
    "BEEP ,,1": "Instruction('BEEP', [None, None, 1], None)",
    "BEEP ,": "Instruction('BEEP', [None, None], None)",
    "BEEP A,": "Instruction('BEEP', [A, None], None)",
    "COLOR A,,B": "Instruction('COLOR', [A, None, B], None)",
    "TOUCH OUT A,,": "Instruction('TOUCH', [], [A, None, None])",
    "DTREAD OUT ,A,B[1]": "Instruction('DTREAD', [], [None, A, Index(B, [1])])",
    "SPOFS 1 OUT A,B C=1": "Instruction('SPOFS', [1], [A, B]); Assign(C, 1)",
    'CALL "F",A OUT B': 'Instruction(\'CALL\', ["F", A], [B])',
    "CALL SPRITE": "Instruction('CALL', [SPRITE], None)",
    "XON MOTION": "Instruction('XON', [MOTION], None)",
    "USE 1:EXEC 1": "Instruction('USE', [1], None); Instruction('EXEC', [1], None)",
    "ACLS:?A": "Instruction('ACLS', [], None); Print([A])",
    # a keyword in place of the right side: nothing is stored, the keyword is the next statement
    "A=": "Assign(A, None)",
    "A=:B=1": "Assign(A, None); Assign(B, 1)",
    "A=STOP": "Assign(A, None); Stop()",
    "A=END": "Assign(A, None); End()",
    "A=PRINT": "Assign(A, None); Print([])",
    "A=RETURN": "Assign(A, None); Return(None)",
    "A=GOTO": "Assign(A, None); Goto(None)",
    "A=GOSUB": "Assign(A, None); Gosub(None)",
    "A=RESTORE": "Assign(A, None); Restore(None)",
    "A=NEXT": "Assign(A, None); Next()",
    "A=WEND": "Assign(A, None); Wend()",
    "A=UNTIL": "Assign(A, None); Until(None)",
    "A=ENDIF": "Assign(A, None); EndIf()",
    # separators, comments, blanks
    "A=1B=1": "Assign(A, 1); Assign(B, 1)",
    "A=1:": "Assign(A, 1)",
    "A=1::B=1": "Assign(A, 1); Assign(B, 1)",
    "\tA = 1\r\n\r\nB=1\r\n": "Assign(A, 1); Assign(B, 1)",
    "A=1\r": "Assign(A, 1)",
    "A=1 'B=1\nB=1": "Assign(A, 1); Assign(B, 1)",
    "REM A=1\nB=1": "Assign(B, 1)",
    "A=1:rem:B=1": "Assign(A, 1)",
    "A=1REM": "Assign(A, 1)",
    "REM\ue200\x00\nB=1": "Assign(B, 1)",
    "'\x00\ue200": "",
    "REMARK=1": "Assign(REMARK, 1)",
    # TO and STEP are names outside FOR
    "TO=STEP": "Assign(TO, STEP)",
    "X=A TO=1": "Assign(X, A); Assign(TO, 1)",
    "FOR TO=TO TO TO STEP STEP": "For(TO, TO, TO, STEP)",
}  # fmt: skip


def test_each_form_becomes_its_nodes() -> None:
    assert {source: all_told(source) for source in STATEMENTS} == STATEMENTS


EXPRESSIONS: dict[str, str] = {
    "1+A*B": "(1 + (A * B))",
    "A-B-C": "((A - B) - C)",
    "A/B DIV C mod 1*X": "((((A / B) DIV C) MOD 1) * X)",
    "A<<B+C>>1": "((A << (B + C)) >> 1)",
    "A<B<<C": "(A < (B << C))",
    "A==B>C": "((A == B) > C)",
    "A!=B<=C>=1": "(((A != B) <= C) >= 1)",
    "A AND B==C": "(A AND (B == C))",
    "A or B and C": "(A OR (B AND C))",
    "A OR B XOR C": "((A OR B) XOR C)",
    "A XOR B AND C": "(A XOR (B AND C))",
    "A && B OR C": "(A && (B OR C))",
    "A || B && C": "(A || (B && C))",
    "A && B || C": "((A && B) || C)",
    "(A+B)*C": "((A + B) * C)",
    "-A*B": "(Unary('-', A) * B)",
    "A*-B": "(A * Unary('-', B))",
    "A--B": "(A - Unary('-', B))",
    "1*-NOT!A": "(1 * Unary('-', Unary('NOT', Unary('!', A))))",
    "not A==B": "(Unary('NOT', A) == B)",
    "-A[1]": "Unary('-', Index(A, [1]))",
    "8AND B": "(8 AND B)",
    # calls and subscripts
    "CHR$(65)": "Function('CHR$', [65])",
    "F()": "Function('F', [])",
    "F(A,,B)": "Function('F', [A, None, B])",
    "F(,A)": "Function('F', [None, A])",
    "F(A,)": "Function('F', [A, None])",
    "A[I,1]": "Index(A, [I, 1])",
    '"ABC"[1]': 'Index("ABC", [1])',
    "A$[I][1]": "Index(Index(A$, [I]), [1])",
    "F(X)[1]": "Index(Function('F', [X]), [1])",
    "(A+B)[1]": "Index((A + B), [1])",
    "@top": "@TOP",
    "@A+B": "(@A + B)",
    'VAR("A")': 'VariableNamed("A")',
    "TRUE": "TRUE",
}


def test_operators_bind_as_on_the_machine() -> None:
    assert {source: told(value(source)) for source in EXPRESSIONS} == EXPRESSIONS


NUMBERS: dict[str, int | float] = {
    "123": 123, "007": 7, "2147483647": 2147483647, "2147483648": 2147483648.0, "4294967294": 4294967294.0,
    "00000000012": 12, "1.5": 1.5, ".5": 0.5, "5.": 5.0, ".": 0.0, "100.0": 100.0, "1E10": 1e10,
    "1e+5": 1e5, "1.5E-3": 0.0015, ".5e2": 50.0, "1E0": 1.0, "123#": 123.0, "1.5#": 1.5, ".#": 0.0,
    "1E2#": 100.0, "&HFF": 255, "&hff": 255, "&H7FFFFFFF": 2147483647, "&HFFFFFFFF": -1, "&H1FFFFFFFF": -1,
    "&B1010": 10, "&b" + 32 * "1": -1, "#ON": 1, "#white": -460552, "#ZL": 4096,
}  # fmt: skip


def test_each_literal_has_its_value_and_type() -> None:
    assert {source: told(value(source)) for source in NUMBERS} == {
        source: repr(number) for source, number in NUMBERS.items()
    }


def test_a_literal_of_any_length_is_a_real() -> None:
    assert (told(value("9" * 5000)), told(value("0" * 5000 + "1"))) == ("inf", "1")


def test_a_number_ends_where_it_must() -> None:
    statements: dict[str, str] = {
        "X=5.E2=1": "Assign(X, 5.0); Assign(E2, 1)",
        "X=1E=1": "Assign(X, 1); Assign(E, 1)",
        "X=1ELSE": "Assign(X, 1); Else()",
        "X=&HFOR I": "Assign(X, (15 OR I))",
    }
    assert {source: all_told(source) for source in statements} == statements
    assert error_of(parse, "X=1.5E+A") == BasicSyntaxError


STRINGS = {
    '"TEXT"': "TEXT", '""': "", '"': "", "\"open: 'B=1": "open: 'B=1", '"é\ue200\x00"': "é\ue200\x00",
    '"\U0001d11e"': TWO_CODE_UNITS, '"a\tb"': "a\tb",
}  # fmt: skip


def test_a_string_ends_at_the_quote_or_with_the_line() -> None:
    assert {source: told(value(source)) for source in STRINGS} == {
        source: f'"{text}"' for source, text in STRINGS.items()
    }


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
