"""Lists that are filled item by item become literals, and tables of the module."""

import ast
from collections.abc import Callable

from retromaze.python.filled_lists import (
    fill_attributes,
    move_constant_lists,
    with_list_literals,
)
from tests.python.trees import text, tree


def unchanged(texts: list[str], change: Callable[[list[ast.stmt]], list[ast.stmt]]) -> list[str]:
    """Those of several texts that a change leaves as they are."""
    return [each for each in texts if text(change(tree(each))) == text(tree(each))]


def test_a_list_is_written_with_its_items() -> None:
    texts = {
        'a = [""] * 2  # 3\na[0] = "x"  # 4\na[1] = "y"  # 5': 'a = ["x", "y"]  # 3-5',
        # the rest is the default, and items may be set in any order
        "a = [0] * 3  # 3\na[2] = -1  # 3\na[0] = RED  # 3": "a = [RED, 0, -1]  # 3",
        "self.a = [0.0] * 2\nself.a[1] = 2.5\nself.a[0] = 1.5": "self.a = [1.5, 2.5]",
        "a = [0] * 2\nb = f(1)\na[0:2] = [3, 4]": "a = [3, 4]\nb = f(1)",
        "a = [0] * 2\na[0] = rgb(1, 2, 3)\na[1] = 5": "a = [rgb(1, 2, 3), 5]",
        # right behind the list also what is worked out, in that order
        "a = [0] * 2\na[0] = x + 1\na[1] = self.f()": "a = [x + 1, self.f()]",
        # otherwise the list is made where they are worked out
        "a = [0] * 2\nx = f()\na[0] = x\na[1] = self.f()": "x = f()\na = [x, self.f()]",
        "if x:\n    a = [0] * 1\n    a[0] = 1": "if x:\n    a = [1]",
        "a = [0] * 2\nfor i in x:\n    print(i)\na[0:2] = [1, 2]": "a = [1, 2]\nfor i in x:\n    print(i)",
    }
    assert {each: text(with_list_literals(tree(each))) for each in texts} == texts


def test_a_list_begins_with_what_is_pushed_first() -> None:
    texts = {
        "s = []  # 1\ns.append(0)  # 2": "s = [0]  # 1-2",
        "s = []  # 1\nx = f()  # 1\ns.append(-1.5)  # 1": "s = [-1.5]  # 1\nx = f()  # 1",
        "s: list[int] = []\ns.append(0)": "s = [0]",
        's: list[str] = []\ns.append("a")\ns.append("b")': 's = ["a", "b"]',
        "s: list[float] = []\ns.append(0)": "s: list[float] = [0]",
        # right behind the list also what is worked out
        "s: list[int] = []\ns.append(x)\ns.append(self.f())": "s: list[int] = [x, self.f()]",
        "s = []\ns.append(1)\nx = 2\ns.append(2)\ns.append(x)": "s = [1, 2]\nx = 2\ns.append(x)",
        # another list, its own length, asked before, in a branch, in a method
        "s = []\nt.append(0)": "",
        "s = []\ns.append(len(s))": "",
        "s = []\nx = len(s)\ns.append(0)": "",
        "s = []\nif x:\n    s.append(0)": "",
        "self.s = []\nself.f()\nself.s.append(0)": "",
        "self.s = []\nself.s.append(self.f())": "",
    }
    found = {each: text(with_list_literals(tree(each))) for each in texts}
    assert found == {each: to or each for each, to in texts.items()}
    source = "s = []  # 1\ns.append(1)  # 2\ns.append(2)  # 3"
    assert text(with_list_literals(tree(source), {3})) == "s = [1]  # 1-2\ns.append(2)  # 3"
    assert text(with_list_literals(tree(source), {2})) == source


def test_other_lists_are_filled_where_they_are() -> None:
    texts = [
        # a single item of two, most of a long one, outside, of a list of unknown length
        "a = [0] * 2\na[0] = 1",
        "a = [0] * 40\na[0] = 1\na[1] = 2",
        "a = [0] * 2\na[1] = 1\na[2] = 2",
        "a = [0] * n\na[0] = 1\na[1] = 2",
        # used before, worked out later, in another order, by a method that may use the list
        "a = [0] * 2\nf(a)\na[0] = 1\na[1] = 2",
        "a = [0] * 2\na[0] = 1\nx = f()\na[1] = x",
        "a = [0] * 2\na[1] = f()\na[0] = f()",
        "self.a = [0] * 2\nself.f()\nself.a[0] = 1\nself.a[1] = 2",
        "a = [1] * 2\na[0] = a[1]\na[1] = 2",
        # not always
        "a = [0] * 2\nif x:\n    return\na[0] = 1\na[1] = 2",
        "a = [0] * 2\nwhile x:\n    raise End\na[0] = 1\na[1] = 2",
        "a = [0] * 2\nif x:\n    a[0] = 1\na[0] = 1\na[1] = 2",
    ]
    assert unchanged(texts, with_list_literals) == texts


def test_a_list_is_made_beside_the_comment_on_its_first_item() -> None:
    source = "a = [0] * 2  # 3\nf()\na[0] = 1  # 4\na[1] = 2  # 5"
    assert text(with_list_literals(tree(source), {4})) == "f()\na = [1, 2]  # 4-5"
    assert text(with_list_literals(tree(source), {6})) == "a = [1, 2]  # 3-5\nf()"
    # two comments at least would be on one line
    for commented in ({5}, {3, 4}):
        assert text(with_list_literals(tree(source), commented)) == text(tree(source))
    assert text(with_list_literals(tree(source), {3})) == "a = [1, 2]  # 3-5\nf()"


CLASS = """
class C:
    def __init__(self):
        self.a, self.b = [""] * 2, [0] * 2  # 2
        self.c: list[int] = []
    def run(self):
        reset()
        n = self.set_up()
        self.c = [1, 2]  # 7
        self.later()
        self.b[0:2] = [1, 2]
    def set_up(self):
        self.a[0:2] = ["x", "y"]  # 4
        for i in range(2):
            f(i)
        return 1
    def later(self):
        print(self.a[0], self.b[0], len(self.a), self.c[1])
"""


def test_lists_of_init_are_filled_by_what_is_done_first() -> None:
    (node,) = tree(CLASS)
    assert isinstance(node, ast.ClassDef)
    init, *methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    fill_attributes(init, methods)
    assert [line.strip() for line in text(init.body).splitlines()] == [
        'self.a = ["x", "y"]  # 2-4',
        "self.b = [0] * 2  # 2",
        "self.c = [1, 2]  # 7",
    ]
    rest = text(node.body)
    assert rest.count("self.c = ") == 1
    assert "self.b[0:2] = [1, 2]" in rest  # behind a method that reads it
    found = move_constant_lists([node], str.upper)
    assert text(found) == 'A = ("x", "y")  # 2-4\nC = (1, 2)  # 7'
    assert "print(A[0], self.b[0], len(A), C[1])" in text([node])
    assert "self.a" not in text([node])


def test_lists_of_init_made_together_have_their_comments_once() -> None:
    (node,) = tree("""class A:
        def __init__(self):
            self.a, self.b = [0] * 2, [0] * 2  # 1  note

        def run(self):
            self.a[0:2] = [1, 2]
            self.b[0:2] = [3, 4]""")
    assert isinstance(node, ast.ClassDef)
    init, run = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    vars(init.body[0])["comments_above"] = ["points"]
    fill_attributes(init, [run])
    assert text(init.body) == "# points\nself.a = [1, 2]  # 1  note\nself.b = [3, 4]  # 1"


def test_lists_of_init_begin_with_what_is_pushed_first() -> None:
    (node,) = tree("""class A:
        def __init__(self):
            self.a: list[str] = []  # 1

        def run(self):
            x = ""
            self.a.append("x")  # 2
            self.a.append("y")  # 3
            self.a.append(x)  # 4""")
    assert isinstance(node, ast.ClassDef)
    init, run = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    fill_attributes(init, [run])
    assert text(init.body) == 'self.a = ["x", "y"]  # 1-3'
    assert text(run.body) == 'x = ""\nself.a.append(x)  # 4'


def tables(body: str, name_of: Callable[[str], str] = str.upper) -> str:
    """The tables of a function, and its statements behind them."""
    (node,) = tree("def f(self):\n" + "\n".join(f"    {line}" for line in body.split("\n")))
    assert isinstance(node, ast.FunctionDef)
    found = move_constant_lists([node], name_of)
    return "\n".join(filter(None, [text(found), text(node.body)]))


def test_lists_that_nothing_changes_are_tuples_of_the_module() -> None:
    texts = {
        "a = [1, 2]\nprint(a[x])": "A = (1, 2)\nprint(A[x])",
        "a, b = [1, 3], [RED, 2]\nprint(a[0], b[1], len(b))": (
            "A = (1, 3)\nB = (RED, 2)\nprint(A[0], B[1], len(B))"
        ),
        "a, b = [1, 3], 2\nfor x in a:\n    print(x, b)": "A = (1, 3)\nb = 2\nfor x in A:\n    print(x, b)",
        # changed, given away, cut, read nowhere, made twice, of what is worked out
        "a = [1, 2]\na[0] = 3\nprint(a[x])": "",
        "a = [1, 2]\nprint(a)": "",
        "a = [1, 2]\nprint(a[1:])": "",
        "a = [1, 2]\nprint(1)": "",
        "a = [1, 2]\na = [3, 4]\nprint(a[0])": "",
        "a = [1, x]\nprint(a[0])": "",
        "a = [1, 3]\na.append(2)\nprint(a[0])": "",
        "a = [1]\nprint(a[0])": "",
    }
    found = {each: tables(each) for each in texts}
    assert found == {each: to or text(tree(each)) for each, to in texts.items()}
    assert tables("a = [1, 2]\nprint(a[x])", lambda _: "") == "a = [1, 2]\nprint(a[x])"
