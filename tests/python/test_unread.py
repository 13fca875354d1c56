"""Locals that nothing reads go."""

from retromaze.python.unread import without_unread_locals
from tests.python.trees import text, tree


def test_locals_that_nothing_reads_go() -> None:
    texts = {
        "t = machine.frame  # 2\nf()": "f()",
        "a: list[int] = []\nb = a\nf()": "f()",
        "n = 0\nwhile f():\n    n += 1\n    g()": "while f():\n    g()",
        "x, y = f()\ng(x)": "x, _ = f()\ng(x)",
        "x, y = f()  # 2\ng()": "f()  # 2\ng()",
        "a = n\nif f():\n    b = a + a\nc = [b]\nd = c\ng(n)": "if f():\n    pass\ng(n)",
        "if self.a:\n    x = 2\nf()": "f()",
        "if f():\n    x = self.n * 2": "if f():\n    pass",
        "x = 1\nx = x + 1": "pass",
        # what is stored again before it is read
        "x = 0\nx = self.f()\ng(x)": "x = self.f()\ng(x)",
        "x = 0\nwhile True:\n    x = 1\n    if f(x):\n        break": (
            "while True:\n    x = 1\n    if f(x):\n        break"
        ),
        "x = f()\nif a:\n    x = 2\n    return\ng(x)": "x = f()\nif a:\n    return\ng(x)",
        # the first store has the type of all
        "x = 0.0\nx = a\nx = 1.5\ng(x)": "x = 1.5\ng(x)",
        "x = 0.0\nx = 2.5\nx = a\ng(x)": "x = 0.0\nx = a\ng(x)",
        "x = 0\nx = a < b\ng(x)": "",
        "y = a + 1\nx = y\nx = f()\ng(x)": "",
        # a loop may not run, or begin with what the pass before has stored
        "x = 0\nfor i in range(n):\n    x = 1\ng(x)": "",
        "x = 0\nwhile f(x):\n    x = 1": "",
        "x = 0\nwhile True:\n    if f():\n        continue\n    g(x)\n    x = 1": "",
        "x = 0\nwhile True:\n    if f():\n        break\n    x = 1\ng(x)": "",
        # what does something, may fail, is read, or is no local
        "x = f()": "",
        "x = a[i]": "",
        "x = 1 / a": "",
        'x = ""\nx += str(a)': "",
        "self.x = 1\na[0] = 2\nf(self.y)": "",
        "for i in range(3):\n    f()": "",
    }
    found = {each: text(without_unread_locals(tree(each))) for each in texts}
    assert found == {each: to or text(tree(each)) for each, to in texts.items()}


def test_a_local_with_a_comment_stays() -> None:
    source = "x = 1  # 2\ny = 2  # 3\nf()"
    assert text(without_unread_locals(tree(source), {3})) == "y = 2  # 3\nf()"


def test_loops_inside_each_other_take_no_pass_twice() -> None:
    # with two passes of each loop for each pass of the one around it, this would not end
    depth = 40
    loops = "".join(f"{'  ' * each}while f():\n" for each in range(depth))
    source = f"x = 0\n{loops}{'  ' * depth}x = x + 1\ng(1)"
    assert "x" not in text(without_unread_locals(tree(source)))
