"""The first message."""

from __future__ import annotations

from retromaze.catalogue import CATALOGUE
from retromaze.studio.messages import Key, Open
from retromaze.studio.welcome import welcome


def test_all_there_is_to_choose() -> None:
    made = welcome(Open("sticks"))
    assert [each.name for each in made.programs] == list(CATALOGUE)
    assert made.opens.program == "sticks"
    words = {each.name: each for each in made.words}
    assert words["GLINE"].kind == "builtin" and words["GLINE"].help.startswith("GLINE x1,y1,x2,y2[,color]")
    assert words["MAINCNT"].kind == "variable"
    assert words["WHILE"].kind == "keyword"
    assert Key("ArrowUp", 1, "UP") in made.keys and Key("z", 16, "A") in made.keys
