"""What ruff would count."""

import ast

from retromaze.porting.lines import BLANK, PortLine, text_of
from retromaze.porting.measuring import branches, mark_long_functions, statements

TEXT = '''\
def f(n):
    """A few of everything."""
    for i in range(n):
        if i:
            print(1)
        elif n:
            print(2)
        else:
            print(3)
    while n:
        n -= 1
    else:
        print(4)
    match n:
        case 1:
            print(5)
        case _:
            return
    with n:
        print(6)
'''


def test_counts_are_those_of_ruff() -> None:
    (function,) = ast.parse(TEXT).body
    assert isinstance(function, ast.FunctionDef)
    # ruff --select PLR0912,PLR0915 with limits of 0 says so
    assert (branches(function.body), statements(function.body)) == (8, 16)


def test_long_functions_are_marked() -> None:
    body = [PortLine(1, "n = 1"), *[PortLine(1, "n += 1")] * 50]
    code = [PortLine(0, "", note="a remark"), BLANK, PortLine(0, "def f(n):", 1, "noted"), *body]
    tree = ast.parse("\n".join(["def f(n):", "    n = 1", *["    n += 1"] * 50]))
    assert [*text_of(mark_long_functions(code, tree))][2] == "def f(n):  # 1  noted  # noqa: PLR0915, RUF100"
    assert mark_long_functions(code[:-1], ast.parse("def f(n):" + "n = 1;" * 50)) == code[:-1]
