"""Trees of Python modules: imports and definitions that are added."""

import libcst as cst

from retromaze.refactoring.source import Source, with_definition, with_import


def test_an_import_stands_in_its_sorted_place() -> None:
    texts = {
        "x = 1\n": "from enum import Enum\nx = 1\n",
        '"""Doc."""\n\nx = 1\n': '"""Doc."""\n\nfrom enum import Enum\n\nx = 1\n',
        "import os\nfrom re import sub\n": "import os\nfrom enum import Enum\nfrom re import sub\n",
        "from a import b\n": "from enum import Enum\n\nfrom a import b\n",
        '"""Doc."""\n\nfrom a import b\n': '"""Doc."""\n\nfrom enum import Enum\n\nfrom a import b\n',
        "from enum import Flag, auto\n": "from enum import Enum, Flag, auto\n",
        "from enum import Enum\n": "from enum import Enum\n",
        "from __future__ import annotations\n\nimport re\n": (
            "from __future__ import annotations\n\nimport re\nfrom enum import Enum\n"
        ),
        "from __future__ import annotations\n\nfrom re import sub\n": (
            "from __future__ import annotations\n\nfrom enum import Enum\nfrom re import sub\n"
        ),
    }
    made = {text: with_import(cst.parse_module(text), "enum", "Enum").code for text in texts}
    assert made == texts


def test_a_definition_stands_above_the_first_one() -> None:
    for before in ("A = 1\n\n\ndef main():\n    pass\n", "A = 1\ndef main():\n    pass\n"):
        made = with_definition(cst.parse_module(before), "class C:\n    x = 1\n").code
        assert made == "A = 1\n\n\nclass C:\n    x = 1\n\n\ndef main():\n    pass\n"


def test_variables_and_their_uses() -> None:
    source = Source(
        """\
import os

LIMIT = 3


class Game:
    def __init__(self, n):
        self.n = n

    def run(self):
        self.n += LIMIT
        n = [n for n in range(self.n)]
        return os.path.join(n=n)
"""
    )
    wanted = {"LIMIT", "n"}
    found = [(each.name, each.is_attribute, len(each.uses)) for each in source.variables()]
    assert sorted(each for each in found if each[0] in wanted) == [
        ("LIMIT", False, 2),
        ("n", False, 2),
        ("n", False, 2),
        ("n", False, 2),
        ("n", True, 3),
    ]
