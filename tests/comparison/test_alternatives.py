"""Other values for the constants at a listing's top."""

from __future__ import annotations

from retromaze.comparison.alternatives import alternatives
from retromaze.language.prologue import Value


def test_values_that_a_listing_tells_apart() -> None:
    values: dict[str, tuple[Value, ...] | None] = {
        "G=0\n@L\nIF G==1 THEN STOP": (1, 2),
        "G=1\n@L\nIF G!=1 THEN STOP": (2,),
        "G=5\n@L\nWHILE G<2 || 199<G:WEND": (1, 2, 199, 200),
        "G=5\n@L\nA=G>=9": (8, 9),
        "G=0\n@L\nON G GOTO @L,@L,@L": (1, 2, 3),
        "G=0\n@L\nIF G THEN STOP": (1,),
        "G=1\n@L\nA=!G": (0,),
        "G=0\n@L\nA=G && RND(2)": (1,),
        "G=0\n@L\nREPEAT:UNTIL G": (1,),
        "G=0\n@L\nA=RND(G)+G": None,
        "G=0\nG=1\n@L\nIF G THEN STOP": None,
        "@L\nG=0\nIF G THEN STOP": None,
    }
    assert {source: alternatives(f"{source}\n").get("G") for source in values} == values


def test_texts_are_compared_with_texts() -> None:
    source = 'M$="A":N=1\n@L\nIF M$=="B" OR N=="B" OR M$==1 THEN STOP\n'
    assert alternatives(source) == {"M$": ("B", "")}
