"""An expression is printed with the parentheses that it needs, and those that a reader wants."""

import ast

from retromaze.python.fragments import fstring_node, hex_literal
from retromaze.python.printer import expression_text, fits_fstring, statement_line

AS_WRITTEN = """
a + b * (c - d)
a * b // (c * d)
a - b - (c - d)
(a & 1) == 0
not (a and b)
not a == b
(a and b) or c
a and (b or not c)
-(a * b)
--a
-(a**2) if a else (-a) ** 2
(a - b) ** 2 + a.b**2
(a**2) ** 2 * b ** (c + 1)
~(a | b) & c
a | b & (c ^ d << 2)
(a | b)[0]
f(a, b=c, d=(1, 2))
text[: n + 1]
text[-3:]
text[2:5]
text[i : i + 1]
rows[:] == [0] * len(rows)
[[0] * n for _ in range(m)]
(a, b)[0]
(a,)
()
d[a, b]
str(5).rjust(3)
(5).real
"\\n\\"\\\\'"
f"{a}{{}} \\"{f('b')}\\" {c:g}"
f"{f'{c:g}'.rjust(5)}"
a in ("x", "y")
1e-05
0.1
""".splitlines()[1:]


def test_an_expression_is_printed_as_a_reader_has_it() -> None:
    texts = {each: expression_text(ast.parse(each, mode="eval").body) for each in AS_WRITTEN}
    found = {each: text for each, text in texts.items() if text != each}
    assert found == {}


def test_what_is_printed_is_read_as_the_same() -> None:
    for each in (*AS_WRITTEN, "(a == b) == c"):
        tree = ast.parse(each, mode="eval").body
        assert ast.dump(ast.parse(expression_text(tree), mode="eval").body) == ast.dump(tree), each


def test_a_number_may_be_spelled_and_characters_that_nobody_sees_are_escaped() -> None:
    assert expression_text(hex_literal("FF").node) == "0xFF"
    assert expression_text(ast.Constant("\u202e\ud800é\t")) == '"\\u202e\\ud800é\\t"'


def test_neighbouring_texts_of_an_f_string_are_one() -> None:
    parts = [ast.Constant("a"), ast.Constant("{"), ast.Constant(""), ast.Name("b"), ast.Constant("")]
    assert expression_text(fstring_node(parts)) == 'f"a{{{b}"'
    assert len(fstring_node(parts).values) == 2


def test_python_311_wants_other_quotes_and_no_backslash_inside_an_f_string() -> None:
    texts = ("a", 'f("b")', """f("it's")""", 'f("\\n")', "f'{a:g}'.rjust(2)", """f'{f("a"):g}'.b""")
    found = [fits_fstring(ast.parse(each, mode="eval").body) for each in texts]
    assert found == [True, True, False, False, True, False]


STATEMENTS = """
a, b = 1, 2
a = b = 0
self.x: list[int] = []
a: int
a += b | c
return
return a, b
raise basic.End
pass
break
continue
import math
from a.b import C, d
f(a)
""".splitlines()[1:]
HEADINGS = """
if a or b:
while True:
for a in range(3):
with a, b:
def f(a: int, *, b: str = "c") -> None:
class A:
""".splitlines()[1:]


def test_a_statement_is_printed_in_a_line() -> None:
    for each in STATEMENTS:
        assert statement_line(ast.parse(each).body[0]) == each
    for each in HEADINGS:
        assert statement_line(ast.parse(f"{each}\n pass").body[0]) == each
    (match,) = ast.parse('match a:\n case 1 | 2:\n  pass\n case "b":\n  pass\n case _:\n  pass').body
    assert isinstance(match, ast.Match)
    assert [statement_line(match), *map(statement_line, match.cases)] == [
        "match a:",
        "case 1 | 2:",
        'case "b":',
        "case _:",
    ]


def test_a_literal_is_written_as_a_formatter_writes_it() -> None:
    assert expression_text(ast.Constant('"')) == "'\"'"
    assert expression_text(ast.Constant("\"'")) == '"\\"\'"'
    assert expression_text(ast.Constant(1e300)) == "1e300"
