"""Methods of one statement stand where a branch calls them; branches that set one attribute are a table."""

from __future__ import annotations

import ast

from retromaze.python.inlining import with_inlined_methods
from tests.python.trees import text, tree


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
    assert (
        methods(CHOICE)
        == """\
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
    )


TABLE = """
def run(self):
    match self.kind:  # 2
        case 0:
            self.zero()
        case 1:
            self.ch = 16
        case 2:
            self.ch = -1
def zero(self):  # @ZERO
    self.ch = 9  # 5
"""


def test_branches_that_set_one_attribute_are_a_table() -> None:
    head = "def run(self):\n    "
    assert methods(TABLE) == head + "self.ch = {0: 9, 1: 16, 2: -1}.get(self.kind, self.ch)  # 2"
    other = TABLE.replace("case 2:", "case 2:\n            self.ch = 3\n        case _:")
    assert methods(other) == head + "self.ch = {0: 9, 1: 16, 2: 3}.get(self.kind, -1)  # 2"


def test_other_methods_and_branches_stay() -> None:
    texts = [
        # a DEF, a parameter, a result, two statements, another attribute, no constant
        CHOICE.replace("def zero(self):  # @ZERO", "def zero(self):  # 5-7"),
        CHOICE.replace("def zero(self)", "def zero(self, x)"),
        CHOICE.replace("machine.vsync(1)", "return machine.vsync(1)"),
        CHOICE.replace("machine.vsync(1)", "machine.vsync(1)\n    machine.vsync(2)"),
    ]
    assert [each for each in texts if "def zero" not in methods(each)] == []
    tables = [
        TABLE.replace("self.ch = 16", "self.cx = 16"),
        TABLE.replace("self.ch = 16", "self.ch = self.n"),
    ]
    assert [each for each in tables if "match" not in methods(each)] == []


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
