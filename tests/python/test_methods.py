"""Methods of a port's class: copies, parameters for constants, and short methods go."""

import ast

import pytest

from retromaze.python.methods import (
    move_constant_arguments,
    move_constant_results,
    with_inlined_methods,
    without_duplicate_methods,
)
from tests.python.trees import text, tree

# ---- methods that end the program


# ---- methods that say the same


def kept(source: str) -> str:
    methods = [each for each in tree(source) if isinstance(each, ast.FunctionDef)]
    return text([*without_duplicate_methods(methods)]).replace("\n\n", "\n").replace("\n\n", "\n")


def test_copies_are_one_method_for_the_wider_number() -> None:
    source = """\
def run(self) -> None:
    self.cell(True)
    self.cell_2(self.n[self.cell_3(1)])
def cell(self, v: bool) -> None:  # 3
    f(v)
def cell_2(self, v: float) -> None:  # 3  CELL
    f(v)
def cell_3(self, v: int) -> None:  # 3  CELL
    f(v)
"""
    expected = """\
def run(self) -> None:
    self.cell(True)
    self.cell(self.n[self.cell(1)])
def cell(self, v: float) -> None:  # 3
    f(v)"""
    assert kept(source) == expected


def test_copies_that_call_copies_or_themselves_are_one_method() -> None:
    source = """\
def quick(self, lo: int) -> None:  # 4
    self.less(lo)
    self.quick(lo - 1)
    self.quick_2(lo + 1)
def quick_2(self, lo: int) -> None:  # 4  QUICK
    self.less_2(lo)
    self.quick_2(lo - 1)
    self.quick_2(lo + 1)
def less(self, i: int) -> None:  # 9
    f(i)
def less_2(self, i: int) -> None:  # 9  LESS
    f(i)
def other(self, lo: int) -> None:  # 12
    self.less(lo)
    self.quick(lo - 1)
    self.less(lo + 1)"""
    expected = """\
def quick(self, lo: int) -> None:  # 4
    self.less(lo)
    self.quick(lo - 1)
    self.quick(lo + 1)
def less(self, i: int) -> None:  # 9
    f(i)
def other(self, lo: int) -> None:  # 12
    self.less(lo)
    self.quick(lo - 1)
    self.less(lo + 1)"""
    assert kept(source) == expected


def test_others_stay() -> None:
    stay = [
        # other statements, another result, another number of parameters, another name, a text
        "def a(self) -> None:\n    f()\ndef b(self) -> None:\n    g()",
        "def a(self) -> int:\n    return f()\ndef b(self) -> float:\n    return f()",
        "def a(self) -> None:\n    f()\ndef b(self, x: int) -> None:\n    f()",
        "def a(self, x: int) -> None:\n    f()\ndef b(self, y: int) -> None:\n    f()",
        "def a(self, x: int) -> None:\n    f(x)\ndef b(self, x: str) -> None:\n    f(x)",
    ]
    assert [kept(each) for each in stay] == stay


# ---- constants that only calls give


RUN = """\
def run(self):
    a, b, c = 0, 1, 2
    d = e = 5
    p(c)
    while p():
        self.play(a, b, c, d)
    p(e)

def play(self, a: int, b: int, c: int, d: int) -> None:
    p(a, b, c, d)"""


def simpler(source: str) -> str:
    methods = [each for each in tree(source) if isinstance(each, ast.FunctionDef)]
    move_constant_arguments(methods)
    return text([*methods])


def test_constants_for_the_only_call_stand_in_the_method() -> None:
    expected = """\
def run(self):
    c = 2
    e = 5
    p(c)
    while p():
        self.play(c)
    p(e)

def play(self, c: int) -> None:
    a = 0
    b = 1
    d = 5
    p(a, b, c, d)"""
    assert simpler(RUN) == text(tree(expected))


@pytest.mark.parametrize(
    "source",
    [
        "def run(self):\n    a = 1\n    self.play(a)\n    self.play(2)\n\ndef play(self, a):\n    p(a)",
        "def run(self):\n    a = f()\n    self.play(a)\n\ndef play(self, a):\n    p(a)",
        "def run(self):\n    a = 1\n    self.play(a)\n    a = 2\n\ndef play(self, a):\n    p(a)",
        "def run(self):\n    for a in p():\n        self.play(a)\n\ndef play(self, a):\n    p(a)",
        "def run(self):\n    a = 1\n    p(self.play)\n    self.play(a)\n\ndef play(self, a):\n    p(a)",
        "def run(self, a):\n    self.play(a)\n    a = 1\n\ndef play(self, a):\n    p(a)",
        "def run(self):\n    p(self.none())\n\ndef none(self):\n    pass",
        "def run(self):\n    self.none(f())\n\ndef none(self, a):\n    pass",
    ],
)
def test_other_arguments_and_methods_stay(source: str) -> None:
    assert simpler(source) == text(tree(source))


def test_a_constant_that_nobody_reads_is_gone() -> None:
    method = "def play(self):\n    while True:\n        a = f()\n        p(a)"
    source = f"def run(self):\n    a = 1\n    self.play(a)\n\n{method.replace('self', 'self, a')}"
    assert simpler(source) == text(tree(f"def run(self):\n    self.play()\n\n{method}"))
    again = source.replace("a = f()", "a = a * 2")
    kept = method.replace("    while", "    a = 1\n    while").replace("a = f()", "a = a * 2")
    assert simpler(again) == text(tree(f"def run(self):\n    self.play()\n\n{kept}"))


# ---- methods of one statement


def methods(source: str) -> str:
    """The text of methods behind the change."""
    found = [each for each in tree(source) if isinstance(each, ast.FunctionDef)]
    return text([*with_inlined_methods(found)])


CHOICE = """
def run(self):
    match self.kind:  # 2
        case 0:  # @ZERO
            self.zero()
        case 1:  # @ONE
            self.one()
        case 2:
            self.two()
def zero(self):  # @ZERO
    machine = self.machine
    machine.vsync(1)  # 7
def one(self):  # @ONE
    self.two()
def two(self):  # @TWO
    f()
def three(self):  # @THREE
    if self.kind:
        self.two()
"""


def test_a_method_of_one_statement_stands_where_it_is_called() -> None:
    expected = """\
def run(self):
    machine = self.machine
    match self.kind:  # 2
        case 0:  # @ZERO
            machine.vsync(1)  # 7
        case 1:  # @ONE
            self.two()
        case 2:
            self.two()


def two(self):  # @TWO
    f()


def three(self):  # @THREE
    if self.kind:
        self.two()"""
    assert methods(CHOICE) == expected


def test_other_methods_stay() -> None:
    texts = [
        # a DEF, a parameter, a result, two statements
        CHOICE.replace("def zero(self):  # @ZERO", "def zero(self):  # 5-7"),
        CHOICE.replace("def zero(self)", "def zero(self, x)"),
        CHOICE.replace("machine.vsync(1)", "return machine.vsync(1)"),
        CHOICE.replace("machine.vsync(1)", "machine.vsync(1)\n    machine.vsync(2)"),
    ]
    assert [each for each in texts if "def zero" not in methods(each)] == []


RESULTS = """
def run(self):
    match self.kind:
        case 0:
            x, y = self.zero()
        case 1:
            x, y = self.one()
def zero(self):  # @ZERO
    x, y = 0, -1  # 5
    return x, y
def one(self):  # @ONE
    x, y = 1, 0
    return x, y
"""


def test_locals_that_a_method_only_sets_and_returns_are_set_where_it_is_called() -> None:
    assert methods(RESULTS).splitlines()[3:] == [
        "            x, y = 0, -1  # 5",
        "        case 1:",
        "            x, y = 1, 0",
    ]
    others = [
        RESULTS.replace("return x, y\ndef", "return y, x\ndef"),
        RESULTS.replace("x, y = self.zero()", "x, _ = self.zero()"),
        RESULTS.replace("x, y = self.zero()", "self.zero()"),
    ]
    assert [each for each in others if "def zero" not in methods(each)] == []


def called_and_method(call: str, result: str, body: str) -> str:
    """A method `s` with this result and body, and one that calls it."""
    indented = "".join(f"\n    {line}" for line in body.split("\n"))
    calling = "".join(f"\n    {line}" for line in call.split("\n"))
    parameters = "self, n" if "self.s(n)" in call else "self"
    return text(tree(f"def run(self):{calling}\n\ndef s({parameters}) -> {result}:{indented}"))


def test_constants_that_the_only_call_gets_stand_behind_it() -> None:
    cases = [
        # all results, one of two, one that is not used
        (
            ("n = self.s()\np(n)", "int", "n = 0  # 3\np(1)\nreturn n"),
            ("self.s()\nn = 0  # 3\np(n)", "None", "p(1)"),
        ),
        (
            ("n, m = self.s()", "tuple[int, str]", "n = 0\np(1)\nreturn n, a"),
            ("m = self.s()\nn = 0", "str", "p(1)\nreturn a"),
        ),
        (
            ("a, _ = self.s()", "tuple[int, str]", "n = 5\np(1)\nreturn p(), n"),
            ("a = self.s()", "int", "p(1)\nreturn p()"),
        ),
        # two calls, and returns of several values
        (
            ("n = self.s()\nn = self.s()", "int", "n = 0\nreturn n"),
            ("n = self.s()\nn = self.s()", "int", "return 0"),
        ),
        (("n = self.s()", "int", "if p():\n    return 1\nreturn 0"), None),
        # a local that is used otherwise, too, and a comment
        (("n = self.s()", "int", "n = 0\np(n)\nreturn n"), None),
        (("n = self.s()", "int", "n = 0  # 3  a word\np(1)\nreturn n"), None),
    ]
    # a parameter that is set on one way only
    cases.append((("n = self.s(n)", "int", "if p():\n    n = 0\nreturn n"), None))
    for before, after in cases:
        methods = [each for each in tree(called_and_method(*before)) if isinstance(each, ast.FunctionDef)]
        move_constant_results(methods)
        assert text([*methods]) == called_and_method(*(after or before))
