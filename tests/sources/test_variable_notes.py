from pathlib import Path

import pytest

from retromaze.sources.variable_notes import noted_variables

PORT = """\
def main(machine, *, width=3,
         height=4):  # 6-7  M_W, M_H, GOAL
    name, rest = "", 0  # 8  N$, R
    for wall in range(  # 9
        width
    ):  # 10-11  K
        total: int = 0  # 12  T%
    self.x = total  # 13  X
    name = 1  # 14  OTHER
    print(name)  # 15  P
    rooms[1] = 2  # 16  R


def dig():  # 20-30  DIG
    x = "# 17  X"
"""


def test_margins_name_the_listings_variables() -> None:
    assert noted_variables(PORT) == {
        "main": {
            "width": "M_W",
            "height": "M_H",
            "name": "N$",
            "rest": "R",
            "wall": "K",
            "total": "T%",
            "self.x": "X",
        },
        "dig": {},
    }


@pytest.mark.parametrize("port", ["", "def main(", "x = '\0'", "-" * 100_000 + "1"])
def test_a_text_that_is_no_port_names_none(port: str) -> None:
    assert noted_variables(port) == {}


def test_a_port_of_the_catalogue() -> None:
    port = Path(__file__).parents[2] / "retromaze" / "ports" / "kruskal.py"
    assert noted_variables(port.read_text("utf-8"))["main"]["sets"] == "U"
