"""Conditions as Python's readers have them."""

import ast

from retromaze.python.conditions import join_conditions, negated, write_tested_finds, write_tested_lengths
from retromaze.python.printer import expression_text
from tests.python.trees import text, tree


def condition(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def joined_text(text: str) -> str:
    """A condition whose outermost terms are joined again."""
    found = condition(text)
    assert isinstance(found, ast.BoolOp)
    return expression_text(join_conditions(found.op, found.values))


def test_comparisons_of_one_value_are_one_comparison() -> None:
    texts = {
        "x >= 0 and x < 9": "0 <= x < 9",
        "x < w and x > -1": "-1 < x < w",
        "x >= 0 and y >= 0 and x < 9 and y < 9": "0 <= x < 9 and 0 <= y < 9",
        "a[i] > 0 and a[i] <= b": "0 < a[i] <= b",
        "(a and x > 0) and x < 9": "a and 0 < x < 9",
        "x == 1 or x == 2 or y": "x in (1, 2) or y",
        'a or s == "a" or s == "b" or t == "a"': 'a or s in ("a", "b") or t == "a"',
        "b != Buttons.A and b != Buttons.B": "b not in (Buttons.A, Buttons.B)",
        "(a or x == 1) or x == 2": "a or x in (1, 2)",
        "machine.console.code_at(x, 0) == 1 or machine.console.code_at(x, 0) == 2": (
            "machine.console.code_at(x, 0) in (1, 2)"
        ),
        # several values, one bound, calls, which are made as often as before, constants
        "x >= 0 and y < 9": "",
        "x > 0 and x >= 1": "",
        "f() > 0 and f() < 9": "",
        "x > 0 and f() and x < 9": "",
        "f() == 1 or f() == 2": "",
        "x == y or x == z": "",
        "1 == 2 or 1 == 3": "",
        "x == 1 and x == 2": "",
        # all others are outside of a range, but the range must have numbers
        "x < 0 or x > 8": "not 0 <= x <= 8",
        "x < 0 or y < 0 or x >= w or y >= h": "not (0 <= x < w and 0 <= y < h)",
        "a or x >= w or x < 0 or f()": "a or not 0 <= x < w or f()",
        "x < 0 or f() or x > 8": "",
        "x > 0 or x < 9": "",
    }
    assert {each: joined_text(each) for each in texts} == {each: to or each for each, to in texts.items()}


def test_the_opposite_needs_a_not_only_for_what_is_long() -> None:
    texts = {
        "x": "not x",
        "not x": "x",
        "x < 1": "x >= 1",
        "x in (1, 2)": "x not in (1, 2)",
        "x < 0 or x > 9": "0 <= x <= 9",
        "x == 1 and not y": "x != 1 or y",
        "0 <= x < 9": "not 0 <= x < 9",
        "x and y": "not (x and y)",
        "x < 1 or x > w or y < 1 or y > h": "1 <= x <= w and 1 <= y <= h",
        "x < 1 or f(y) or z < 1": "not (x < 1 or f(y) or z < 1)",
    }
    assert {each: expression_text(negated(condition(each))) for each in texts} == texts


def test_a_list_or_text_is_tested_itself_instead_of_its_length() -> None:
    texts = {
        "if len(a) > 0:\n    x = 1": "if a:\n    x = 1",
        "while len(self.a) == 0:\n    x = 1": "while not self.a:\n    x = 1",
        "if x and len(a[i]) != 0 or len(b) < 1:\n    x = 1": "if (x and a[i]) or not b:\n    x = 1",
        "x = 1 if len(a) >= 1 else 2": "x = 1 if a else 2",
        "x = 1 if len(a) <= 0 else 2": "x = 1 if not a else 2",
        "if not len(a):\n    if len(b):\n        x = 1": "if not a:\n    if b:\n        x = 1",
        # other bounds, a sum of lists, the length's comparison as a value
        "if len(a) > 1 and len(b) == 1:\n    x = 1": "",
        "if len(a + b) > 0:\n    x = 1": "",
        "x = len(a) > 0": "",
        "if y == (len(a) > 0):\n    x = 1": "",
    }
    written = {}
    for each in texts:
        body = tree(each)
        write_tested_lengths(body)
        written[each] = text(body)
    assert written == {each: to or each for each, to in texts.items()}


def test_a_text_is_looked_for_by_in() -> None:
    texts = {
        "if 'abc'.find(c) >= 0:\n    x = 1": 'if c in "abc":\n    x = 1',
        "x = s[i].find('a') > -1": 'x = "a" in s[i]',
        "while y and s.find(f()) != -1:\n    x = 1": "while y and f() in s:\n    x = 1",
        "if s.find('a') < 0 or s.find('b') == -1:\n    x = 1": (
            'if "a" not in s or "b" not in s:\n    x = 1'
        ),
        # a place, a start, and a text that may change before what is looked for is computed
        "if s.find('a') > 0:\n    x = 1": 'if s.find("a") > 0:\n    x = 1',
        "if s.find('a', 2) >= 0:\n    x = 1": 'if s.find("a", 2) >= 0:\n    x = 1',
        "if self.s.find(f()) >= 0:\n    x = 1": "if self.s.find(f()) >= 0:\n    x = 1",
    }
    written = {}
    for each in texts:
        body = tree(each)
        write_tested_finds(body)
        written[each] = text(body)
    assert written == texts
