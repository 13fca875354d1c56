"""Loops over the indexes of a text or list are loops over its elements."""

from __future__ import annotations

from retromaze.python.elements import with_element_loops
from tests.python.trees import text, tree

CHARACTER = "s[i : i + 1]"


def written(source: str, *commented: int) -> str:
    return text(with_element_loops(tree(source), lambda word: word, commented))


def test_a_loop_that_reads_only_elements_runs_over_them() -> None:
    loop = "for i in range(len(s)):"
    texts = {
        f"{loop}  # 2\n    c = {CHARACTER}  # 3\n    f(c)": "for c in s:  # 2-3\n    f(c)",
        f"{loop}\n    f({CHARACTER}, s)": "for character in s:\n    f(character, s)",
        f"{loop}\n    f(ord({CHARACTER}[0]))": "for character in s:\n    f(ord(character))",
        f"for i in range(len(s) - 1, -1, -1):\n    f({CHARACTER})": (
            "for character in reversed(s):\n    f(character)"
        ),
        f"{loop}\n    f(s[i])\n    g(s[i], s[0])": "for item in s:\n    f(item)\n    g(item, s[0])",
        "for i in range(len(self.s)):\n    f(self.s[i])": "for item in self.s:\n    f(item)",
        # with its number
        f"{loop}\n    c = {CHARACTER}\n    f(c, i)": "for i, c in enumerate(s):\n    f(c, i)",
        f"{loop}\n    c = s[i]\n    f(s[i])": "for c in s:\n    f(c)",
        f"{loop}\n    f({CHARACTER}, i)": "for i, character in enumerate(s):\n    f(character, i)",
        f"{loop}\n    if s[i] == n:\n        return i": (
            "for i, item in enumerate(s):\n    if item == n:\n        return i"
        ),
        # one in another one
        f"{loop}\n    for j in range(len(t)):\n        f(s[i], t[j])": (
            f"{loop}\n    for item in t:\n        f(s[i], item)"
        ),
    }
    assert {each: written(each) for each in texts} == texts


def test_a_character_whose_number_is_used_besides_is_one_item() -> None:
    texts = {
        f"for i in range(len(s)):\n    f({CHARACTER}, t[i])": "for i in range(len(s)):\n    f(s[i], t[i])",
        f"for i in range(1, len(s)):\n    f({CHARACTER})": "for i in range(1, len(s)):\n    f(s[i])",
    }
    assert {each: written(each) for each in texts} == texts


def test_other_loops_stay() -> None:
    loop = "for i in range(len(s)):"
    texts = [
        # no element, another range, an item that is stored, a list that changes or is given away
        f"{loop}\n    f(i)",
        "for i in range(len(s) - 1):\n    f(s[i])",
        f"for i in range(-1, len(s)):\n    f({CHARACTER})",
        f"{loop}\n    s[i] += s[i]",
        f"{loop}\n    s.append(s[i])",
        f"{loop}\n    f(s, s[i])",
        # another text, another number, a method that may change it
        f"{loop}\n    f({CHARACTER})\n    s = t",
        f"{loop}\n    i += 1\n    f({CHARACTER})",
        "for i in range(len(self.s)):\n    self.f(self.s[i : i + 1])",
        # a number that is read after the loop
        f"{loop}\n    c = s[i]\n    f(c)\nf(i)",
        # an element that changes and is read again, one that is numbered from behind
        f"{loop}\n    c = s[i]\n    c += 1\n    f(s[i])",
        "for i in range(len(s) - 1, -1, -1):\n    c = s[i]\n    f(c, i)",
        f"{loop}\n    f(s[i], t[i])",
    ]
    assert [each for each in texts if written(each) != text(tree(each))] == []


def test_an_element_with_a_comment_of_its_own_is_named_in_its_line() -> None:
    source = "for i in range(len(s)):  # 2\n    c = s[i]  # 3\n    f(c)  # 4"
    assert written(source, 3) == source
    assert written(source, 2, 4) == "for c in s:  # 2-3\n    f(c)  # 4"
