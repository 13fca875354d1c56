"""What a page brings along comes out of it as it went in."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

from retromaze.comparison.program import Port, text_of
from retromaze.studio.export_contents import (
    ExportContents,
    ExportedText,
    files_from,
    stored_of,
    write_own_files,
)
from retromaze.studio.json_form import made
from retromaze.studio.messages import Open
from retromaze.studio.workspace import OwnFiles

FILES = {("MAZE", "DAT", "A"): b"\0\xff", ("MAZE", "TXT", "B"): b""}
WHOLE = ExportContents(
    Open(seed=3, sizes={"W": 5}),
    ExportedText("m.bas", "CLS\r\n'あ\n"),
    ExportedText("m.py", "def dig(machine): ...\n"),
    "dig",
    stored_of(FILES),
    [ExportedText("m.lesson.md", "# A\n## あ\n")],
)


def test_it_goes_through_json() -> None:
    for given in (WHOLE, ExportContents(Open("sticks", seed=1))):
        assert made(ExportContents, json.loads(json.dumps(asdict(given)))) == given


def test_texts_are_put_into_files_as_they_are(tmp_path: Path) -> None:
    assert write_own_files(WHOLE, tmp_path) == OwnFiles(tmp_path / "m.bas", tmp_path / "m.py", "dig")
    assert (tmp_path / "m.bas").read_bytes() == "CLS\r\n'あ\n".encode()
    assert (tmp_path / "m.lesson.md").read_text("utf-8") == "# A\n## あ\n"


def test_a_port_is_put_in_the_coding_that_it_declares(tmp_path: Path) -> None:
    port = "# -*- coding: cp932 -*-\nTEXT = 'あ'\n"
    own = write_own_files(replace(WHOLE, port=ExportedText("m.py", port)), tmp_path)
    assert own and own.port
    assert own.port.read_bytes() == port.encode("cp932")
    assert text_of(Port(own.port)) == port


def test_a_name_leads_nowhere_else(tmp_path: Path) -> None:
    own = write_own_files(ExportContents(Open(), ExportedText("../../m.bas", "CLS")), tmp_path)
    assert own == OwnFiles(tmp_path / "m.bas")


def test_without_texts_there_are_no_files(tmp_path: Path) -> None:
    assert write_own_files(ExportContents(Open("sticks")), tmp_path) is None


def test_stored_files() -> None:
    assert files_from(WHOLE.stored) == FILES
