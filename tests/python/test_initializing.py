"""What a method sets first moves to `__init__`."""

import ast

from retromaze.python.classes import initialize
from tests.python.trees import text, tree

INIT = """def __init__(self, machine: Machine, w: int) -> None:
    self.machine = machine
    self.w = w
    self.n = 0
    self.x = 0.0
    self.row: list[int] = []
    self.map: list[list[int]] = []
    self.t = ""
"""


def initialized(body: str) -> tuple[list[str], str]:
    """The lines of `__init__` behind its first, and the method's text."""
    init, method = (node for each in (INIT, f"def run(self):\n{body}") for node in tree(each))
    assert isinstance(init, ast.FunctionDef)
    assert isinstance(method, ast.FunctionDef)
    initialize(init, [method])
    return [line.strip() for line in text([init]).splitlines()[1:]], "; ".join(text(method.body).splitlines())


def moved(body: str) -> tuple[list[str], str]:
    """The lines of `__init__` that are new, and the method's text."""
    lines, rest = initialized(body)
    return [line for line in lines if line not in INIT], rest


def test_what_is_set_first_is_set_in_init() -> None:
    texts = {
        " self.n = 3  # 2\n f()": (["self.n = 3  # 2"], "f()"),
        " f()\n self.n = self.w * 2 + 1  # 2": (["self.n = w * 2 + 1  # 2"], "f()"),
        " self.row = [0] * self.w\n g()": (["self.row = [0] * w"], "g()"),
        " self.map = [[0] * 9 for _ in range(self.w + 1)]\n g()": (
            ["self.map = [[0] * 9 for _ in range(w + 1)]"],
            "g()",
        ),
        ' self.n, self.t = 1, "a"\n g()': (['self.n, self.t = 1, "a"'], "g()"),
        " self.n, x = 1, 2  # 5\n f(x)": (["self.n = 1  # 5"], "x = 2  # 5; f(x)"),
        " self.row, self.map = [], []\n g()": ([], "g()"),
        " self.row, self.map = [0] * 3, []\n g()": (["self.row = [0] * 3"], "g()"),
        " self.n, self.x = 1, 2\n g()": (["self.n = 1", "self.x: float = 2"], "g()"),
        " self.n = 1\n self.x = 2.5\n self.n = 3\n g()": (["self.x = 2.5", "self.n = 3"], "g()"),
        " self.n = 1\n self.row = [self.n]\n self.n = 3\n g()": (
            ["self.n = 1", "self.row = [self.n]"],
            "self.n = 3; g()",
        ),
        " self.n = self.w = 1\n self.n = 3\n g()": ([], "self.n = self.w = 1; self.n = 3; g()"),
        " self.n = RED\n self.row = [self.n]\n g()": (["self.n: int = RED", "self.row = [self.n]"], "g()"),
        " self.x = min(self.w, 3)\n g()": (["self.x: float = min(w, 3)"], "g()"),
        " self.n = 7 // 2\n if self.w < 3:\n  return\n self.x = 1.5": (
            ["self.n = 7 // 2", "self.x = 1.5"],
            "if self.w < 3:;     return",
        ),
    }
    assert {each: moved(each) for each in texts} == texts


def test_what_depends_on_the_run_stays() -> None:
    stay = [
        # used before, set before, behind a test of what is settled,
        # a loop, a counter, what is not settled, what may fail, what has another type
        " f(self.n)\n self.n = 3",
        " self.n += 1\n self.n = 3",
        " if self.w > 99:\n  return\n self.row = [0] * self.w",
        " for i in range(3):\n  f(self.n)\n self.n = 3",
        " for i in range(3):\n  f()\n self.row = [0] * self.w",
        " self.n = 1\n while self.n < 3:\n  f()",
        " self.w = 3\n self.n = self.w",
        " self.n = f()",
        " self.n = x",
        " self.n = 7 // self.w",
        " self.n, x = 1, f()",
        " self.row[0] = 1\n self.row = [0]",
    ]
    found = {each: moved(each) for each in stay}
    assert found == {each: ([], "; ".join(text(tree(each)).splitlines())) for each in stay}


def test_a_constant_is_set_in_init_also_behind_loops_and_calls_that_do_not_mention_its_attribute() -> None:
    run = "def run(self):\n for i in range(3):\n  self.f()\n self.n = 3\n self.x = 1.5\n self.t = 'a'\n"
    others = "def f(self):\n self.g()\ndef g(self):\n show(self.x)\ndef h(self):\n show(self.t)\n"
    (init,) = tree(INIT)
    methods = tree(run + others)
    assert isinstance(init, ast.FunctionDef)
    initialize(init, [each for each in methods if isinstance(each, ast.FunctionDef)])
    assert [line.strip() for line in text([init]).splitlines()[-2:]] == ["self.n = 3", 'self.t = "a"']
    assert [line.strip() for line in text(methods[:1]).splitlines()[1:]] == [
        "for i in range(3):",
        "self.f()",
        "self.x = 1.5",
    ]


def test_what_a_method_sets_that_is_called_once_and_first_is_set_in_init() -> None:
    run = "def run(self):\n reset()\n t = self.f()\n self.h()\n self.n = 4\n self.t = 'b'\n"
    others = (
        "def f(self):\n for i in range(3):\n  g()\n self.x = 1.5\n return 3\n"
        "def h(self):\n if g():\n  return\n self.t = 'a'\n self.k()\ndef k(self):\n self.row = [1]\n"
    )
    (init,) = tree(INIT)
    methods = [each for each in tree(run + others) if isinstance(each, ast.FunctionDef)]
    assert isinstance(init, ast.FunctionDef)
    initialize(init, methods)
    assert [line.strip() for line in text([init]).splitlines()[-2:]] == ["self.x = 1.5", "self.n = 4"]
    # what stands behind a return may not run
    rest = [line.strip() for line in text([*methods]).splitlines() if "self." in line]
    assert rest == ["t = self.f()", "self.h()", 'self.t = "b"', 'self.t = "a"', "self.k()", "self.row = [1]"]


def test_a_parameter_that_only_init_uses_is_no_attribute() -> None:
    row = [
        "self.machine = machine",
        "self.n = 0",
        "self.x = 0.0",
        "self.map: list[list[int]] = []",
        'self.t = ""',
    ]
    assert initialized(" self.row = [0] * self.w\n g()") == ([*row, "self.row = [0] * w"], "g()")
    row.insert(1, "self.w = w")
    assert initialized(" self.row = [0] * self.w\n g(self.w)") == ([*row, "self.row = [0] * w"], "g(self.w)")
