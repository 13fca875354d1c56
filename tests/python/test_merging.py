"""Adjacent statements that Python says in one."""

from __future__ import annotations

import ast

from retromaze.python.merging import merged
from tests.python.trees import text, tree


def test_assignments_of_one_line_stand_side_by_side() -> None:
    texts = {
        "x = 1  # 2\ny = 2  # 2": "x, y = 1, 2  # 2",
        "x = 0  # 2\nself.y = 0  # 2": "x = self.y = 0  # 2",
        'x = "if (a"  # 2\ny = b[c]  # 2': "",
        'x = "if a, b"  # 2\ny = b[c] + 1  # 2': 'x, y = "if a, b", b[c] + 1  # 2',
        "x = a.pop()  # 2\ny = a.pop(0)  # 2": "x, y = a.pop(), a.pop(0)  # 2",
        # of two lines, with a note, of what is stored before, with a call
        "x = 1  # 2\ny = 2  # 3": "",
        "x = 1  # 2  note\ny = 2  # 2": "",
        "x = 1  # 2\ny = x  # 2": "",
        "x = 1  # 2\ny = f(1)  # 2": "",
        "x: int = 1  # 2\ny = 2  # 2": "",
    }
    assert {each: text(merged(tree(each))) for each in texts} == {
        each: to or each for each, to in texts.items()
    }


def test_they_stand_so_in_blocks_too_as_far_as_there_is_room() -> None:
    block = "    a = 1  # 2\n    b = 2  # 2"
    assert text(merged(tree(f"if x:\n{block}\nelse:\n{block}"))) == (
        "if x:\n    a, b = 1, 2  # 2\nelse:\n    a, b = 1, 2  # 2"
    )
    long = "\n".join(f"{'x' * 20}{at} = {at}  # 2" for at in range(4))
    assert text(merged(tree(long))) == long


def test_a_list_begins_with_what_is_pushed_first() -> None:
    texts = {
        "s = []  # 1\ns.append(0)  # 2": "s = [0]  # 1-2",
        "s = []  # 1\nx = f()  # 1\ns.append(-1.5)  # 1": "s = [-1.5]  # 1\nx = f()  # 1",
        "s: list[int] = []\ns.append(0)": "s = [0]",
        's: list[str] = []\ns.append("a")': 's = ["a"]',
        # another type, no constant, another list, asked before, in a branch
        "s: list[float] = []\ns.append(0)": "",
        "s = []\ns.append(x)": "",
        "s = []\nt.append(0)": "",
        "s = []\nx = len(s)\ns.append(0)": "",
        "s = []\nif x:\n    s.append(0)": "",
        "self.s = []\nself.f()\nself.s.append(0)": "",
    }
    found = {each: text(merged(tree(each))) for each in texts}
    assert found == {each: to or ast.unparse(ast.parse(each)).replace("'", '"') for each, to in texts.items()}
