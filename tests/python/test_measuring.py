"""What ruff would count."""

import ast
import textwrap

from retromaze.python.measuring import branches, mark_long_functions, statements
from tests.python.trees import text, tree

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
    long = "def f(n):  # 1  noted\n    n = 1" + "\n    n += 1" * 50
    module = ast.Module(tree(long), [])
    mark_long_functions(module)
    assert text(module.body) == long.replace("noted", "noted  # noqa: PLR0915, RUF100")
    method = f"class A:\n{textwrap.indent(long, '    ')}"
    module = ast.Module(tree(method), [])
    mark_long_functions(module)
    assert text(module.body) == method.replace("noted", "noted  # noqa: PLR0915, RUF100")
    short = long.removesuffix("\n    n += 1")
    module = ast.Module(tree(short), [])
    mark_long_functions(module)
    assert text(module.body) == short
