"""A method has no parameter for what its only call always gives it, and none is there for nothing."""

from __future__ import annotations

import ast

import pytest

from retromaze.python.only_calls import without_constant_arguments
from tests.python.trees import text, tree

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
    return text([*without_constant_arguments(methods)])


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


def test_a_method_that_does_nothing_is_not_there() -> None:
    run = "def run(self):\n    if a:\n        self.none()\n    self.none()\n    p()"
    assert simpler(f"{run}\n\ndef none(self):\n    pass") == text(
        tree("def run(self):\n    if a:\n        pass\n    p()")
    )
