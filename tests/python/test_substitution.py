"""Values stand where they are used: as arguments of a call, in the test behind a call, and in a return."""

import ast

from retromaze.python.statement_walks import nodes_in
from retromaze.python.substitution import last_use, with_returns_in_loop, with_values_where_used
from tests.python.trees import text, tree


def simplified(source: str) -> str:
    """What becomes of statements; after a call nothing reads its arguments that end in `_`."""
    body = tree(source)
    for node in nodes_in(body):
        if isinstance(node, ast.Call):
            node.args = [
                last_use(each.id) if isinstance(each, ast.Name) and each.id.endswith("_") else each
                for each in node.args
            ]
    return text(with_values_where_used(body))


def test_arguments() -> None:
    texts = {
        "x_ = 1  # 2\ny_ = n + 1  # 2\nself.f(x_, y_)  # 2": "self.f(1, n + 1)  # 2",
        "x_ = 1  # 2\na = 3  # 2\nb = self.f(x_)  # 3": "a = 3  # 2\nb = self.f(1)  # 2-3",
        "if c:\n    x_ = a[i]  # 2\n    self.f(x_, x)  # 2": "if c:\n    self.f(a[i], x)  # 2",
        "y_ = 1  # 2\nx_ = y_ + 1  # 2\nself.f(x_, y_)  # 2": "y_ = 1  # 2\nself.f(y_ + 1, y_)  # 2",
        # functions that only compute
        "x_ = 7  # 2\ny_ = float(n * 6)  # 2\nz_ = f'{n}!'  # 2\nself.f(x_, y_, z_)  # 2": (
            'self.f(7, float(n * 6), f"{n}!")  # 2'
        ),
        # what is read later, stored between, has a call, a note, or is far away
        "x = 1  # 2\nself.f(x)  # 2\ng(x)": "",
        "x_ = a  # 2\na = 3  # 2\nself.f(x_)  # 2": "",
        "x_ = 1  # 2\na = x_  # 2\nself.f(x_)  # 2": "",
        "x_ = g()  # 2\na = 3  # 2\nself.f(x_)  # 2": "",
        "x_ = a.pop()  # 2\ny = 3  # 2\nself.f(x_)  # 2": "",
        "x_ = 1  # 2  why\nself.f(x_)  # 2": "",
        "x_ = 1  # 2\ng()  # 2\nself.f(x_)  # 2": "",
        "x_ = 1  # 2\nself.f(x_)  # 5": "",
        "x_ = 1  # 6\nself.f(x_)  # 5": "",
        # a long value keeps its name, and so do those beside it
        f"x_ = 1  # 2\ny_ = a  # 2\nz_ = {'a' * 30}  # 2\nself.f(x_, y_, z_)  # 2":
            f"y_ = a  # 2\nz_ = {'a' * 30}  # 2\nself.f(1, y_, z_)  # 2",
    }  # fmt: skip
    assert {each: simplified(each) for each in texts} == {each: to or each for each, to in texts.items()}


def test_tests() -> None:
    texts = {
        "x = self.f(1)  # 2\nif x:  # 2\n    g()": "if self.f(1):  # 2\n    g()",
        "x = self.f(1)  # 2\nif not x:  # 3\n    g()": "if not self.f(1):  # 2-3\n    g()",
        "while a:\n    x = self.f(1)  # 2\n    if x >= 0:  # 2\n        g()\nx = self.f(2)\nif x:\n    g()":
            "while a:\n    if self.f(1) >= 0:  # 2\n        g()\nif self.f(2):\n    g()",
        # what is read elsewhere, or something else is tested with, or stands far away
        "x = self.f(1)  # 2\nif x:  # 2\n    g(x)": "",
        "x = self.f(1)  # 2\nif x:  # 2\n    x += 1": "",
        "x = self.f(1)  # 2\nif x == y:  # 2\n    g()": "",
        "x = self.f(1)  # 2\nif x:  # 7\n    g()": "",
        "x = g(1)  # 2\nif x:  # 2\n    g()": "",
        "x = self.f(1)  # 2\ny = 2  # 2\nif x:  # 2\n    g()": "",
    }  # fmt: skip
    assert {each: simplified(each) for each in texts} == {each: to or each for each, to in texts.items()}


def test_values_that_only_the_next_statement_uses() -> None:
    texts = {
        'm = a[i] + "!"  # 2\nself.say(m)  # 3': 'self.say(a[i] + "!")  # 2-3',
        "c = self.card(a[i])\nprint(f'{c} ')": 'print(f"{self.card(a[i])} ")',
        "s = self.f()\nd = s\ns = self.g()\np = s\nreturn d + p": "d = self.f()\np = self.g()\nreturn d + p",
        "n = rng(len(A))\nw.x = A[n]": "w.x = A[rng(len(A))]",
        "c_text = a[0]\nx += ord(c_text)": "x += ord(a[0])",
        # a call before it, a part that may not be evaluated, deep inside, a text in a text, a method's state
        "m = a[i]\nself.say(f(), m)": "",
        "m = f()\nself.say(a[0], m)": "",
        "m = a[i]\nself.say(x or m)": "",
        "m = a[i]\nself.say(str(m))": "",
        'm = a + "!"\nprint(f"{b} {m}")': "",
        "m = self.f()\ng(self.x, m)": "",
        "m = self.f()\nself.g(m)": "",
        "m = f()\na[i] += m": "",
        "m = a.pop()\nb[m] += 1": "",
        "m = [0] * n\nself.f(m)": "",
        "m = self.data.text()\nself.f(m)": "",
        # a name that tells something, another use, one of two values, a comment, a long value
        "line = a[i]\nself.say(line)": "",
        "m = a[i]\nself.say(m)\nself.say(m)": "",
        "m = a[i]\nself.say(m, m)": "",
        "m = a[i]\nwhile m:\n    f()": "",
        "x = a[i]\ny = b[i]\nself.f(x, y)": "",
        "m = a[i]  # 2  why\nself.say(m)  # 2": "",
        f"m = {'a' * 50}\nself.say(m, b)": "",
    }
    found = {each: text(with_values_where_used(tree(each))) for each in texts}
    assert found == {each: to or each for each, to in texts.items()}


def test_a_value_that_the_next_call_gives_back_is_its_argument() -> None:
    texts = {
        'x = ""  # 2\nx = ask("WHO", x)  # 2': 'x = ask("WHO", "")  # 2',
        "x = 0.0\na = [0] * 2\nx = ask(x)": "a = [0] * 2\nx = ask(0.0)",
        "if a:\n    x = 1\n    x = ask(x)": "if a:\n    x = ask(1)",
        # used before, or twice, or perhaps after the block; no literal; another variable
        "x = 1\nf(x)\nx = ask(x)": "",
        "x = 1\nx = ask(x, x)": "",
        "x = 1\nif a:\n    return x\nx = ask(x)": "",
        "x = y\nx = ask(x)": "",
        "x = 1\ny = ask(x)\nf(x)": "",
        "x = 1\nwhile a:\n    x = ask(x)": "",
    }
    found = {each: text(with_values_where_used(tree(each))) for each in texts}
    assert found == {each: to or each for each, to in texts.items()}
    assert (
        text(with_values_where_used(tree("x = 1  # 2\nx = ask(x)  # 3"), {2}))
        == "x = 1  # 2\nx = ask(x)  # 3"
    )


RETURNS = {
    "while True:\n    b = f()\n    if b:  # 3\n        break  # 4\nreturn b  # 5":
        "while True:\n    b = f()\n    if b:  # 3\n        return b  # 4",
    "while True:\n    x, y = f(), g()\n    if a[x][y]:\n        break\nreturn x, y":
        "while True:\n    x, y = f(), g()\n    if a[x][y]:\n        return x, y",
    "while True:\n    if b:\n        break\nreturn True":
        "while True:\n    if b:\n        return True",
    "n = -1  # 1\nfor i in row:\n    if a[i]:\n        n = i  # 3\n        break  # 4\nreturn n  # 5":
        "n = -1  # 1\nfor i in row:\n    if a[i]:\n        return i  # 3-4\nreturn n  # 5",
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
    found = {each: text(with_values_where_used(with_returns_in_loop(tree(each)))) for each in RETURNS}
    assert found == {each: to or each for each, to in RETURNS.items()}


def test_what_is_assigned_right_before_a_return_is_returned() -> None:
    texts = {
        "if a:\n    x = g()\n    return x\nreturn 2": "if a:\n    return g()\nreturn 2",
        "f()\nx = x + 1  # 4\nreturn x  # 5": "f()\nreturn x + 1  # 4-5",
        "i = 3  # FOR ends\nreturn i  # 6": "return 3  # 6  FOR ends",
        "x = c\nreturn x + 1": "",
        "x = g()\nreturn y": "",
    }
    assert {each: text(with_values_where_used(tree(each))) for each in texts} == {
        each: to or each for each, to in texts.items()
    }
    commented = "x = c  # 3\nreturn x  # 4"
    assert text(with_values_where_used(tree(commented), {3})) == commented
