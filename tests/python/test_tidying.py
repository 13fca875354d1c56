"""Adjacent statements merged, and those without effect dropped."""

from itertools import pairwise

from retromaze.porting.writing import write_port
from retromaze.python.tidying import (
    with_cleared_lists,
    with_elif_chains,
    with_guard_clauses,
    with_joined_assignments,
    with_joined_nested_tests,
    with_min_max,
    with_swaps,
    without_unreachable,
    without_unread_locals,
)
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
    assert {each: text(with_joined_assignments(tree(each))) for each in texts} == {
        each: to or each for each, to in texts.items()
    }


def test_they_stand_so_in_blocks_too_as_far_as_there_is_room() -> None:
    block = "    a = 1  # 2\n    b = 2  # 2"
    assert text(with_joined_assignments(tree(f"if x:\n{block}\nelse:\n{block}"))) == (
        "if x:\n    a, b = 1, 2  # 2\nelse:\n    a, b = 1, 2  # 2"
    )
    long = "\n".join(f"{'x' * 20}{at} = {at}  # 2" for at in range(4))
    assert text(with_joined_assignments(tree(long))) == long


def branches(source: str) -> str:
    """The text with exclusive branches, a line for each; "" if nothing has changed."""
    found = text(with_elif_chains(tree(source)))
    return "" if found == text(tree(source)) else found


def test_tests_that_are_never_true_together_are_branches_of_one() -> None:
    texts = {
        "if x == 1:\n    a()  # 2\nif x == 2:  # 3\n    b()\nif x == 3 and y:\n    c()": (
            "if x == 1:\n    a()  # 2\nelif x == 2:  # 3\n    b()\nelif x == 3 and y:\n    c()"
        ),
        "if x < 0:\n    y = 1\nif x > 0:\n    y = 2": "if x < 0:\n    y = 1\nelif x > 0:\n    y = 2",
        "if x > z:\n    y = 1\nif x < z:\n    y = 2": "if x > z:\n    y = 1\nelif x < z:\n    y = 2",
        "if x < 6:\n    a()\nif 6 <= x < 8:\n    b()": "if x < 6:\n    a()\nelif 6 <= x < 8:\n    b()",
        "if x < 0:\n    y = 1\nif x >= 0:\n    y = 2": "if x < 0:\n    y = 1\nelse:\n    y = 2",
        "if self.k[i] == 1:\n    self.f[i] = g(i, self.k[i])\nif self.k[i] == 2:\n    beep(i)": (
            "if self.k[i] == 1:\n    self.f[i] = g(i, self.k[i])\nelif self.k[i] == 2:\n    beep(i)"
        ),
    }
    assert {each: branches(each) for each in texts} == texts


def test_texts_are_never_two_at_once() -> None:
    texts = {
        'if x == "a":\n    b()\nif x == "c":\n    d()': 'if x == "a":\n    b()\nelif x == "c":\n    d()',
        'if x == "a":\n    b()\nif x == "a":\n    d()': "",
        'if x == "a":\n    b()\nif y == "c":\n    d()': "",
        'if x == "a":\n    x = b()\nif x == "c":\n    d()': "",
    }
    assert {each: branches(each) for each in texts} == texts


def test_a_test_with_nothing_but_another_one_in_it() -> None:
    texts = {
        "if x:  # 2\n    if y:  # 3\n        z()": "if x and y:  # 2-3\n    z()",
        "if x >= 0:\n    if x < w:\n        z()": "if 0 <= x < w:\n    z()",
        "if x or y:\n    if y:\n        if z:\n            z()": "if (x or y) and y and z:\n    z()",
        # another branch, another statement, a note, a long one
        "if x:\n    if y:\n        z()\n    else:\n        f()": "",
        "if x:\n    if y:\n        z()\nelse:\n    f()": "",
        "if x:\n    if y:\n        z()\n    f()": "",
        "if x:\n    if y:  # 3  note\n        z()": "",
        f"if {'x' * 40}:\n    if {'y' * 40}:\n        z()": "",
    }
    found = {each: text(with_joined_nested_tests(tree(each))) for each in texts}
    assert found == {each: to or text(tree(each)) for each, to in texts.items()}


def test_both_bounds_are_one_assignment() -> None:
    texts = {
        "if x < 0:  # 2\n    x = 0\nif x > 9:  # 3\n    x = 9": "x = min(max(x, 0), 9)  # 2-3",
        "if x > m:\n    x = m\nif x < -m:\n    x = -m": "x = max(min(x, m), -m)",
        "if x < 0:\n    x = 0\nif y > 9:\n    y = 9": "x = max(x, 0)\ny = min(y, 9)",
        "if x < 0:\n    x = 0\nif x < 9:\n    x = 9": "x = max(x, 0)\nx = max(x, 9)",
    }
    assert {each: text(with_min_max(tree(each))) for each in texts} == texts


def test_three_assignments_that_exchange_values_are_one() -> None:
    texts = {
        "t = a[i]  # 2\na[i] = a[j]  # 3\na[j] = t  # 4": "a[i], a[j] = a[j], a[i]  # 2-4",
        "while x:\n    t = x\n    x = self.y\n    self.y = t\n    t = a[0]\n    a[0] = b[1]\n    b[1] = t": (
            "while x:\n    x, self.y = self.y, x\n    a[0], b[1] = b[1], a[0]"
        ),
        # another use, another place or value, a place that the exchange moves, a comment
        "t = a[i]\na[i] = a[j]\na[j] = t\nf(t)": "",
        "t = a[i]\na[i] = a[j]\na[k] = t": "",
        "t = a[i]\na[i] = b[j]\na[j] = t": "",
        "t = i\ni = a[i]\na[i] = t": "",
        "t = a[0]\na[0] = a[a[0]]\na[a[0]] = t": "",
        "t = f()\nf() == 1\ng = t": "",
        "t = a\na = b  # 3  why\nb = t": "",
    }
    found = {each: text(with_swaps(tree(each))) for each in texts}
    assert found == {each: to or each for each, to in texts.items()}


def test_a_loop_that_only_removes_items_clears_the_list() -> None:
    texts = {
        "while self.row:  # 2\n    self.row.pop()": "self.row.clear()  # 2",
        "if x:\n    while row:\n        row.pop(0)": "if x:\n    row.clear()",
        "while len(row) > 0:\n    row.pop()": "row.clear()",
        'while row:\n    row.pop() == ""': "row.clear()",
        "while row:\n    row.pop().characters": "row.clear()",
        "not len(row.pop())  # 3": "row.pop()  # 3",
        "while len(row) > 1:\n    row.pop()": "while len(row) > 1:\n    row.pop()",
        "while row:\n    x = row.pop()": "while row:\n    x = row.pop()",
        "while row:\n    other.pop()": "while row:\n    other.pop()",
        "while row:\n    row.pop(1)": "while row:\n    row.pop(1)",
    }
    assert {each: text(with_cleared_lists(tree(each))) for each in texts} == texts


def test_a_bound_is_joined_to_the_assignment_before_it() -> None:
    bound = "\nif x > m:  # 3\n    x = m"
    texts = {
        f"x = y % 13 + 1  # 2{bound}": "x = min(y % 13 + 1, m)  # 2-3",
        f"x = self.f()  # 3{bound}": "x = min(self.f(), m)  # 3",
        f"x -= 2 * y  # 2{bound}\nif x < 0:\n    x = 0": "x = max(min(x - 2 * y, m), 0)  # 2-3",
        "self.x += 1\nif self.x > 9:\n    self.x = 9": "self.x = min(self.x + 1, 9)",
        # a number, another variable, several, an element, the variable in the bound, a long one
        f"x = 5{bound}": "x = 5\nx = min(x, m)  # 3",
        f"y = x + 1{bound}": "y = x + 1\nx = min(x, m)  # 3",
        f"x = y = z + 1{bound}": "x = y = z + 1\nx = min(x, m)  # 3",
        "x[i] += 1\nif x[i] > 9:\n    x[i] = 9": "x[i] += 1\nx[i] = min(x[i], 9)",
        "x += 1\nif y[x] < x:\n    x = y[x]": "x += 1\nx = min(x, y[x])",
        f"x = {'y' * 80} + 1{bound}": f"x = {'y' * 80} + 1\nx = min(x, m)  # 3",
    }
    assert {each: text(with_min_max(tree(each))) for each in texts} == texts


def test_other_tests_stay() -> None:
    stay = [
        # both may be true, changed by the first, by a method, in a list, asked by a call, or one leaves
        "if x == 1:\n    a()\nif x < 2:\n    b()",
        "if x == 1:\n    a()\nif y == 2:\n    b()",
        "if x == 1:\n    a()\nif x == y:\n    b()",
        "if x == 1:\n    x = 2\nif x == 2:\n    b()",
        "if x == 1:\n    x += 1\nif x == 2:\n    b()",
        "if self.x == 1:\n    self.f()\nif self.x == 2:\n    b()",
        "if x[i] == 1:\n    x[j] = 2\nif x[i] == 2:\n    b()",
        "if x[i] == 1:\n    x.pop()\nif x[i] == 2:\n    b()",
        "if x[i] == 1:\n    basic.sort(x)\nif x[i] == 2:\n    b()",
        "if x() == 1:\n    a()\nif x() == 2:\n    b()",
        "if x == 1:\n    return\nif x == 2:\n    b()",
        "if x == 1:\n    a()\nelse:\n    c()\nif x == 2:\n    b()",
        "if x == 1:\n    a()\nif x == 2:\n    b()\nelse:\n    c()",
        "if x == 1:\n    a()\nf()\nif x == 2:\n    b()",
    ]
    assert [each for each in stay if branches(each)] == []


def test_a_test_of_a_bound_is_max_or_min() -> None:
    texts = {
        "if x > best:\n    best = x": "best = max(best, x)",
        "if best > x:\n    best = x": "best = min(best, x)",
        "if x < 0:  # 2\n    x = 0": "x = max(x, 0)  # 2",
        "if self.x > w - 1:\n    self.x = w - 1": "self.x = min(self.x, w - 1)",
        "while y:\n    if x[i] < 1:\n        x[i] = 1.0": "while y:\n    x[i] = max(x[i], 1.0)",
        # another value, another place, two statements, another branch, another sign, a call
        "if x < 0:\n    x = 1": "",
        "if x < 0:\n    y = 0": "",
        "if x < 0:\n    x = 0\n    y = 0": "",
        "if x < 0:\n    x = 0\nelse:\n    y = 0": "",
        "if x <= 0:\n    x = 0": "",
        "if x < f():\n    x = f()": "",
    }
    assert {each: text(with_min_max(tree(each))) for each in texts} == {
        each: to or each for each, to in texts.items()
    }


LONG = [f"f({at})" for at in range(5)]


def test_a_long_branch_at_the_end_of_a_block_goes_behind_a_guard() -> None:
    def rows(indent: str) -> str:
        return "".join(f"{indent}{row}\n" for row in LONG)

    texts = {
        f"for i in r:\n    a()\n    if x > 1:  # 3\n{rows('        ')}b()": (
            f"for i in r:\n    a()\n    if x <= 1:  # 3\n        continue  # 3\n{rows('    ')}b()"
        ),
        f"a()\nif not x:\n{rows('    ')}": f"a()\nif x:\n    return\n{rows('')}",
        f"if x:\n    if y == 1:\n{rows('        ')}": (
            f"if not x:\n    return\nif y != 1:\n    return\n{rows('')}"
        ),
    }
    assert {each: text(with_guard_clauses(tree(each))) for each in texts} == {
        each: to.rstrip("\n") for each, to in texts.items()
    }
    stay = [
        # something behind it, another branch, a short one, a test without an opposite, the end of a branch
        f"if x:\n{rows('    ')}b()",
        f"if x:\n{rows('    ')}else:\n    b()",
        f"if x:\n    a()\nelif y:\n{rows('    ')}",
        f"if x:\n    a()\nelse:\n{rows('    ')}",
        "if x:\n    a()\n    b()",
        f"if (x and f(y)) or (z and y):\n{rows('    ')}",
        f"if y:\n    if x:\n{rows('        ')}else:\n    b()",
    ]
    assert [each for each in stay if text(with_guard_clauses(tree(each))) != each.rstrip("\n")] == []


def kept(source: str) -> list[str]:
    return text(without_unreachable(tree(source))).splitlines()


def test_an_endless_loop_has_no_else() -> None:
    loop = ["while True:", "    if a:", "        break"]
    assert kept("\n".join([*loop, "else:", "    return", "b()"])) == [*loop, "b()"]
    loop[0] = "while b:"
    assert kept("\n".join([*loop, "else:", "    return", "b()"])) == [*loop, "else:", "    return", "b()"]


def test_lines_behind_a_jump_go_up_to_the_end_of_their_block() -> None:
    found, expected = {}, {}
    for leaving in ["break", "continue", "return", "return breadth", "raise basic.End"]:
        head = f"while True:\n    if a:\n        {leaving}\n"
        source = f"{head}        b()\n        if c:\n            d()\n    else:\n        e()"
        found[leaving] = kept(source)
        expected[leaving] = [*head.splitlines(), "    else:", "        e()"]
    assert found == expected


def test_names_like_jumps_are_none() -> None:
    plain = ["breaks = 1", "returned()", "continued = a", "raised = 1"]
    assert [kept(f"{each}\nb()") for each in plain] == [[each, "b()"] for each in plain]


LISTING = """@L
VSYNC
IF BUTTON() AND 1 THEN GOTO @A
PRINT 1
GOTO @B
@A
PRINT 2
@B
IF BUTTON() AND 2 THEN GOTO @A
PRINT 3
GOTO @L
"""


def test_a_port_leaves_its_jumps_by_one_statement() -> None:
    rows = [row.split("#")[0].rstrip() for row in write_port(LISTING).splitlines()]
    assert not [row for row in rows if row.strip().startswith("jumped")]
    for row, following in pairwise(rows):
        if row.strip() in {"break", "continue"}:
            assert not following.strip() or following.index(following.strip()) < row.index(row.strip())


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
