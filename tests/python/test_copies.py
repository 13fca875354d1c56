"""Methods that say the same are one."""

from __future__ import annotations

import ast

from retromaze.python.copies import without_duplicate_methods
from tests.python.trees import text, tree


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
    assert (
        kept(source)
        == """\
def run(self) -> None:
    self.cell(True)
    self.cell(self.n[self.cell(1)])
def cell(self, v: float) -> None:  # 3
    f(v)"""
    )


def test_methods_that_call_copies_become_copies() -> None:
    source = """\
def a(self) -> None:
    self.c()
def b(self) -> None:
    self.d()
def c(self) -> None:
    f()
def d(self) -> None:
    f()
"""
    assert kept(source) == "def a(self) -> None:\n    self.c()\ndef c(self) -> None:\n    f()"


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
