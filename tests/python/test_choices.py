"""Branches between values become one statement: a choice of two, or a value looked up in a dictionary."""

import ast
from textwrap import dedent

import pytest

from retromaze.python.choices import with_conditional_values, with_tables
from retromaze.python.layout import Margin, margin_of, set_margin
from retromaze.python.printer import statement_line
from tests.python.trees import text, tree

CHOSEN = {
    "if a & 4:\n    x = 2\nelse:\n    x = 1": "x = 2 if a & 4 else 1",
    "if not a:\n    self.x = y\nelse:\n    self.x = y + 1": "self.x = y + 1 if a else y",
    "if a:\n    return 1, b\nelse:\n    return 2, b": "return (1, b) if a else (2, b)",
    "if a == 1:\n    x = True\nelse:\n    x = False": "x = a == 1",
    "if a == 1:\n    x = False\nelse:\n    x = True": "x = a != 1",
    "if a:\n    draw(x + 1, RED, by=2)\nelse:\n    draw(x + 1, 0, by=2)": (
        "draw(x + 1, RED if a else 0, by=2)"
    ),
    "if a:\n    draw(x, by=1)\nelse:\n    draw(x, by=2)": "draw(x, by=1 if a else 2)",
    # a default before the test
    "x = 1\nif a:\n    x = 2": "x = 2 if a else 1",
    "self.x = y + 1\nif a > y:\n    self.x = row[a]": "self.x = row[a] if a > y else y + 1",
    "x = False\nif a == 1:\n    x = True": "x = a == 1",
    "if a:\n    s += 'C'\nelse:\n    s += 'R'": 's += "C" if a else "R"',
    # the test may fail or have an effect, but nothing is computed before it
    "if row[a]:\n    draw(x, 1)\nelse:\n    draw(x, 2)": "draw(x, 1 if row[a] else 2)",
    "if ask():\n    draw('*')\nelse:\n    draw('.')": 'draw("*" if ask() else ".")',
    "if ask():\n    s += 1\nelse:\n    s += 2": "s += 1 if ask() else 2",
    # a longer test, where the statement is one line
    "if a == self.cx and b == self.cy:\n    draw(1)\nelse:\n    draw(2)": (
        "draw(1 if a == self.cx and b == self.cy else 2)"
    ),
}
KEPT = [
    # other places, more than a statement, more than one argument, other names of arguments
    "if a:\n    x = 2\nelse:\n    y = 1",
    "if a:\n    x = 2\n    y = 3\nelse:\n    x = 1",
    "if a:\n    draw(1, 2)\nelse:\n    draw(2, 1)",
    "if a:\n    draw(x, by=1)\nelse:\n    draw(x, to=2)",
    # the test would come behind what may change it, or may fail
    "if a:\n    draw(read(), 1)\nelse:\n    draw(read(), 2)",
    "if row[a]:\n    draw(x + 1, 1)\nelse:\n    draw(x + 1, 2)",
    "if ask():\n    draw(self.x, 1)\nelse:\n    draw(self.x, 2)",
    "if ask():\n    self.s += 1\nelse:\n    self.s += 2",
    "if a:\n    s += 1\nelse:\n    s -= 2",
    # a default that may fail or have an effect, that the test or the other value reads, or may change
    "x = row[0]\nif a:\n    x = 2",
    "x = 1\nif x < a:\n    x = 2",
    "x = 1\nif a:\n    x = x + 1",
    "x = self.y\nif ask():\n    x = 2",
    "self.x = 1\nif self.ask():\n    self.x = 2",
    "x = 1\nif a:\n    x = 2\nif b:\n    x = 3",
    # neither True nor False
    "if a:\n    x = True\nelse:\n    x = False",
    # all branches of a chain are read in one way
    "if a:\n    x = 1\nelif b:\n    x = 2\nelse:\n    x = 3",
    f"if a:\n    x = {'a' * 30}\nelse:\n    x = 3",
]


@pytest.mark.parametrize("source", CHOSEN)
def test_two_values(source: str) -> None:
    assert text(with_conditional_values(tree(source))) == CHOSEN[source]


@pytest.mark.parametrize("source", KEPT)
def test_what_stays_a_branch(source: str) -> None:
    assert text(with_conditional_values(tree(source))) == source


def test_the_lines_of_both_branches() -> None:
    (node,) = tree("if a:\n    x = 2\nelse:\n    x = 1")
    assert isinstance(node, ast.If)
    for each, line in ((node, 3), (node.body[0], 3), (node.orelse[0], 5)):
        set_margin(each, Margin(line))
    (found,) = with_conditional_values([node])
    assert (statement_line(found), margin_of(found)) == ("x = 2 if a else 1", Margin(3, "", 5))


def test_a_branch_with_a_comment_stays() -> None:
    source = dedent("""\
        if a:
            x = 2
        else:
            x = 1""")
    (node,) = tree(source)
    assert isinstance(node, ast.If)
    set_margin(node.orelse[0], Margin(5, "slow"))
    assert with_conditional_values([node]) == [node]


TABLES = {
    "d = -1\nif c == 'N':\n    d = 0\nelif c == 'E':\n    d = 1\nelif c == 'S':\n    d = 2": (
        'd = {"N": 0, "E": 1, "S": 2}.get(c, -1)'
    ),
    "if a == 1:\n    s = 'A'\nelif a == 2:\n    s = 'B'\nelif a == 7:\n    s = 'C'\nelse:\n    s = ''": (
        's = {1: "A", 2: "B", 7: "C"}.get(a, "")'
    ),
    # several variables, in the order of their defaults; a statement before these stays
    "go()\nx = 0\ny = 0\nif b == Buttons.UP:\n    y = 9\nelif b == 2:\n    y = 1\nelif b == 4:\n    x = 1": (
        "go()\nx, y = {Buttons.UP: (0, 9), 2: (0, 1), 4: (1, 0)}.get(Buttons(b), (0, 0))"
    ),
    # a default that is computed before the tests
    "s = str(v + 1)\nif v == 0:\n    s = 'A'\nelif v == 11:\n    s = 'J'\nelif v == 12:\n    s = 'Q'": (
        's = {0: "A", 11: "J", 12: "Q"}.get(v, str(v + 1))'
    ),
    # other cases follow; the order of the cases is all the same
    "x = 0\nif a == 1:\n    x = 5\nelif a == 9:\n    f()\nelif a == 2:\n    x = 7\nelif a == 3:\n    x = 9": (
        "x = {1: 5, 2: 7, 3: 9}.get(a, 0)\nif a == 9:\n    f()"
    ),
    # a value without a name
    "x = 0\nif a[i] == 1:\n    x = 5\nelif a[i] == 2:\n    x = 7\nelif a[i] == 3:\n    x = 9": (
        "x = {1: 5, 2: 7, 3: 9}.get(a[i], 0)"
    ),
}
CHAIN = "if a == 1:\n    x = 5\nelif a == 2:\n    x = 7\nelif a == 3:\n    x = 9"
NO_TABLES = [
    # two cases, no value in other cases, one constant twice, a variable that chooses is set
    "x = 0\nif a == 1:\n    x = 5\nelif a == 2:\n    x = 7",
    CHAIN,
    "x = 0\nif a == 1:\n    x = 5\nelif a == 2:\n    x = 7\nelif a == 1:\n    x = 9",
    "x = 0\nif a == 1:\n    x = 5\nelif a == 2:\n    x = 7\nelif a == 1.0:\n    x = 9",
    f"y = 0\n{CHAIN}\nelse:\n    y = 1",
    f"{CHAIN}\nelif a == 4:\n    f()\nelse:\n    x = 0",
    "a = 0\n" + CHAIN.replace("x =", "a ="),
    "x = 0\n" + CHAIN.replace("a ==", "a[x] =="),
    # all values are the same
    "x = 0\n" + CHAIN.replace("7", "5").replace("9", "5"),
    # another value is compared, or by another sign; a call would be made once instead of three times
    "x = 0\n" + CHAIN.replace("a == 3", "b == 3"),
    "x = 0\n" + CHAIN.replace("a == 3", "a > 3"),
    "x = 0\n" + CHAIN.replace("a ==", "ask() =="),
    # values and defaults that may fail, or have an effect
    "x = 0\n" + CHAIN.replace("x = 7", "x = y"),
    "x = 0\n" + CHAIN.replace("x = 7", "x = 7\n    draw(x)"),
    f"x = ask()\n{CHAIN}",
    f"x = row[0]\n{CHAIN}",
    f"y = 1\nx = y\ndraw()\n{CHAIN}",
]


@pytest.mark.parametrize("source", TABLES)
def test_constants_by_constants(source: str) -> None:
    assert text(with_tables(tree(source))) == TABLES[source]


@pytest.mark.parametrize("source", NO_TABLES)
def test_what_is_no_table(source: str) -> None:
    assert text(with_tables(tree(source))) == source


def test_a_table_has_the_lines_of_the_chain() -> None:
    source = (
        "x = 0  # 4\nif a == 1:  # 5\n    x = 5\nelif a == 2:  # 6\n    x = 7\nelif a == 3:\n    x = 9  # 8"
    )
    assert text(with_tables(tree(source))) == "x = {1: 5, 2: 7, 3: 9}.get(a, 0)  # 4-8"
    commented = f"{source.replace('# 6', '# 6  east')}"
    assert text(with_tables(tree(commented))) == commented


RETURNS = """\
if b:  # 2
    return 7
if a == 1:  # 3
    return 5
if a == 2:  # 4
    return 6
if a == 3:  # 5
    return 8
return 0  # 6"""


def test_returned_constants() -> None:
    written = "if b:  # 2\n    return 7\nreturn {1: 5, 2: 6, 3: 8}.get(a, 0)  # 3-6"
    chain = RETURNS.replace("if a == 2", "elif a == 2").replace("if a == 3", "elif a == 3")
    chain = chain.replace("return 0  # 6", "else:\n    return 0  # 6")
    assert [text(with_tables(tree(each))) for each in (RETURNS, chain)] == [written, written]
    # no constant, another value, a statement between, a comment, no return at the end
    changes = [("6", "x"), ("a == 2", "c == 2"), ("if a == 3", "f()\nif a == 3"), ("# 4", "# 4  why")]
    stay = [RETURNS.replace(*change, 1) for change in changes] + [RETURNS.replace("return 0", "f()")]
    assert [text(with_tables(tree(each))) for each in stay] == stay
