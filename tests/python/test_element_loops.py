"""Loops over the indexes of a text or list are loops over its elements."""

import ast

from retromaze.python.element_loops import with_element_loops
from tests.python.trees import text, tree

CHARACTER = "s[i : i + 1]"


def written(source: str, *commented: int) -> str:
    return text(with_element_loops(tree(source), lambda word: word, commented))


def test_a_loop_that_reads_only_elements_runs_over_them() -> None:
    loop = "for i in range(len(s)):"
    texts = {
        f"{loop}  # 2\n    c = {CHARACTER}  # 3\n    abs(c)": "for c in s:  # 2-3\n    abs(c)",
        f"{loop}\n    abs({CHARACTER}, s)": "for character in s:\n    abs(character, s)",
        f"{loop}\n    abs(s[i])\n    abs(s[i], s[0])": "for item in s:\n    abs(item)\n    abs(item, s[0])",
        "for i in range(len(self.s)):\n    abs(self.s[i])": "for item in self.s:\n    abs(item)",
        # with its number
        f"{loop}\n    c = {CHARACTER}\n    abs(c, i)": "for i, c in enumerate(s):\n    abs(c, i)",
        f"{loop}\n    c = s[i]\n    abs(s[i])": "for c in s:\n    abs(c)",
        f"{loop}\n    abs({CHARACTER}, i)": "for i, character in enumerate(s):\n    abs(character, i)",
        f"{loop}\n    if s[i] == n:\n        return i": (
            "for i, item in enumerate(s):\n    if item == n:\n        return i"
        ),
        # an item that is read before it may change, and a list without another name
        f"{loop}\n    t[0] = s[i]": "for item in s:\n    t[0] = item",
        f"s = [1, 2]\n{loop}\n    t[0] = 1\n    t.append(s[i])": (
            "s = [1, 2]\nfor item in s:\n    t[0] = 1\n    t.append(item)"
        ),
        # one in another one
        f"{loop}\n    for j in range(len(t)):\n        abs(s[i], t[j])": (
            f"{loop}\n    for item in t:\n        abs(s[i], item)"
        ),
        # the text of the inner loop is the element of the outer one
        "for i in range(len(s)):\n    for j in range(len(s[i])):\n        abs(s[i][j : j + 1])": (
            "for item in s:\n    for character in item:\n        abs(character)"
        ),
    }
    assert {each: written(each) for each in texts} == texts


def test_a_character_whose_number_is_used_besides_is_one_item() -> None:
    loop = "for i in range(len(s)):"
    texts = {
        f"{loop}\n    abs({CHARACTER}, t[i])": f"{loop}\n    abs(s[i], t[i])",
        f"for i in range(1, len(s)):\n    abs({CHARACTER})": "for i in range(1, len(s)):\n    abs(s[i])",
    }
    assert {each: written(each) for each in texts} == texts


def test_an_index_of_a_text_is_a_character() -> None:
    body = tree("for i in range(len(s)):\n    self.a[0] = 1\n    abs(s[i])")
    read = next(
        each
        for each in ast.walk(body[0])
        if isinstance(each, ast.Subscript) and text([ast.Expr(each)]) == "s[i]"
    )
    vars(read)["is_character"] = True
    assert text(with_element_loops(body, lambda word: word, ())) == (
        "for character in s:\n    self.a[0] = 1\n    abs(character)"
    )


def test_other_loops_stay() -> None:
    loop = "for i in range(len(s)):"
    texts = [
        # no element, another range, an item that is stored, a list that changes or is given away
        f"{loop}\n    abs(i)",
        "for i in range(len(s) - 1):\n    abs(s[i])",
        f"for i in range(-1, len(s)):\n    abs({CHARACTER})",
        f"{loop}\n    s[i] += s[i]",
        f"{loop}\n    s.append(s[i])",
        f"{loop}\n    abs(s, s[i])",
        # a list that may have another name, under which an item changes before it is read, or a new one comes
        f"{loop}\n    t[i] = 0\n    abs(s[i])",
        f"{loop}\n    self.act()\n    abs(s[i])",
        f"{loop}\n    t.append(s[i])",
        "s = t\nfor i in range(len(s)):\n    t[0] = 0\n    abs(s[i])",
        # another text, another number, a method that may change it
        f"{loop}\n    abs({CHARACTER})\n    s = t",
        f"{loop}\n    i += 1\n    abs({CHARACTER})",
        "for i in range(len(self.s)):\n    self.f(self.s[i : i + 1])",
        # a number that is read after the loop
        f"{loop}\n    c = s[i]\n    abs(c)\nf(i)",
        # an element that changes and is read again, one that is numbered from behind
        f"{loop}\n    c = s[i]\n    c += 1\n    abs(s[i])",
        "for i in range(len(s) - 1, -1, -1):\n    c = s[i]\n    abs(c, i)",
        f"{loop}\n    abs(s[i], t[i])",
    ]
    assert [each for each in texts if written(each) != text(tree(each))] == []


def test_an_element_with_a_comment_of_its_own_is_named_in_its_line() -> None:
    source = "for i in range(len(s)):  # 2\n    c = s[i]  # 3\n    abs(c)  # 4"
    assert written(source, 3) == source
    assert written(source, 2, 4) == "for c in s:  # 2-3\n    abs(c)  # 4"
