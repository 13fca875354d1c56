"""A loop returns what its function returns right after it."""

from __future__ import annotations

from retromaze.python.returns import with_returns_in_loop
from tests.python.trees import text, tree

RETURNS = {
    "while True:\n    b = f()\n    if b:  # 3\n        break  # 4\nreturn b  # 5":
        "while True:\n    b = f()\n    if b:  # 3\n        return b  # 4",
    "while True:\n    x, y = f(), g()\n    if a[x][y]:\n        break\nreturn x, y":
        "while True:\n    x, y = f(), g()\n    if a[x][y]:\n        return x, y",
    "n = -1  # 1\nfor i in row:\n    if a[i]:\n        n = i  # 3\n        break  # 4\nreturn n  # 5":
        "for i in row:\n    if a[i]:\n        return i  # 3\nreturn -1  # 5",
    "n = f()\nfor i in row:\n    if a[i]:\n        n = i\n        break\n    n += 1\nreturn n":
        "n = f()\nfor i in row:\n    if a[i]:\n        return i\n    n += 1\nreturn n",
    "for i in row:\n    n += i\n    if a[i]:\n        break\nreturn n": "",
    # an inner loop's own break, an else, many places, nothing to return, more to do
    "for i in row:\n    for j in row:\n        break\nreturn n": "",
    "for i in row:\n    break\nelse:\n    f()\nreturn n": "",
    "while a:\n    if b:\n        break\n    if c:\n        break\n    if d:\n        break\nreturn n": "",
    "while True:\n    if b:\n        break\nreturn": "",
    "while True:\n    if b:\n        break\nreturn f(n)": "",
    "while True:\n    if b:\n        break\nf()\nreturn n": "",
}  # fmt: skip


def test_breaks_that_become_returns() -> None:
    found = {each: text(with_returns_in_loop(tree(each))) for each in RETURNS}
    assert found == {each: to or each for each, to in RETURNS.items()}
