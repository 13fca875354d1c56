"""The first message, and what an exported page opens."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.program import Port, text_of
from retromaze.studio.channel import instance_from_object
from retromaze.studio.messages import Key, Open
from retromaze.studio.welcome import (
    ExportContents,
    ExportedText,
    storage_as_json,
    storage_from_json,
    welcome,
    write_user_files,
)
from retromaze.studio.workspace import UserFiles


def test_all_there_is_to_choose() -> None:
    made = welcome(Open("sticks"))
    assert [each.name for each in made.programs] == list(CATALOGUE)
    assert made.opens.program == "sticks"
    assert {each.name: each.sizes for each in made.programs if each.sizes} == {
        "digging": {"width": 25, "height": 29}
    }
    words = {each.name: each for each in made.words}
    assert words["GLINE"].kind == "builtin" and words["GLINE"].help.startswith("GLINE x1,y1,x2,y2[,color]")
    assert words["MAINCNT"].kind == "variable"
    assert words["WHILE"].kind == "keyword"
    assert Key("ArrowUp", 1, "UP") in made.keys and Key("z", 16, "A") in made.keys


FILES = {("MAZE", "DAT", "A"): b"\0\xff", ("MAZE", "TXT", "B"): b""}
WHOLE = ExportContents(
    Open(seed=3, sizes={"W": 5}),
    ExportedText("m.bas", "CLS\r\n'あ\n"),
    ExportedText("m.py", "def dig(machine): ...\n"),
    "dig",
    storage_as_json(FILES),
    [ExportedText("m.lesson.md", "# A\n## あ\n")],
)


def test_it_goes_through_json() -> None:
    for given in (WHOLE, ExportContents(Open("sticks", seed=1))):
        assert instance_from_object(ExportContents, json.loads(json.dumps(asdict(given)))) == given


def test_texts_are_put_into_files_as_they_are(tmp_path: Path) -> None:
    assert write_user_files(WHOLE, tmp_path) == UserFiles(tmp_path / "m.bas", tmp_path / "m.py", "dig")
    assert (tmp_path / "m.bas").read_bytes() == "CLS\r\n'あ\n".encode()
    assert (tmp_path / "m.lesson.md").read_text("utf-8") == "# A\n## あ\n"
    assert storage_from_json(WHOLE.stored) == FILES
    # a name leads nowhere else, and without texts there are no files
    outside = ExportContents(Open(), ExportedText("../../m.bas", "CLS"))
    assert write_user_files(outside, tmp_path) == UserFiles(tmp_path / "m.bas")
    assert write_user_files(ExportContents(Open("sticks")), tmp_path) is None


def test_a_port_is_put_in_the_coding_that_it_declares(tmp_path: Path) -> None:
    port = "# -*- coding: cp932 -*-\nTEXT = 'あ'\n"
    own = write_user_files(replace(WHOLE, port=ExportedText("m.py", port)), tmp_path)
    assert own and own.port
    assert own.port.read_bytes() == port.encode("cp932")
    assert text_of(Port(own.port)) == port
