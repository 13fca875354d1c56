"""The first message, and what a page to give away is made of; test_exported_page.py opens it in a browser."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.comparison.runnable_programs import Port, text_of
from retromaze.errors import UsageError
from retromaze.language import lalr
from retromaze.language.lalr import GRAMMAR, listing_tables
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from retromaze.studio import export
from retromaze.studio.channel import instance_from_object
from retromaze.studio.export import (
    FilesByName,
    first_messages,
    folder,
    one_file,
    pack_files,
    package_files,
    poster_pictures,
)
from retromaze.studio.messages import At, Key, Open, Opened, Welcome
from retromaze.studio.open_program import UserFiles, open_workspace
from retromaze.studio.output_messages import PictureFeed
from retromaze.studio.session import (
    ExportContents,
    ExportedText,
    storage_as_json,
    storage_from_json,
    welcome,
    write_user_files,
)
from tests.studio.pyodide_fake import FILES

SMALL = ExportContents(Open("binary_tree", seed=1, sizes={"width": 9, "height": 7}, moment=1))
PIECE = re.compile(r'<script type="text/plain" id="piece-([^"]*)">([^<]*)</script>')
PIECES = ["worker.js", "python.wasm", "library.zip", "retromaze.files"]
HOSTILE = '\'</script><!-- <script>alert(1)</script>\nCLS\nPRINT "\ud800\0"\n'
"""It would end a script, and has half of a pair and a zero."""


def brought(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="brought">(.*?)</script>', page)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


def unjoined(data: bytes) -> dict[str, bytes]:
    end = 4 + int.from_bytes(data[:4], "little")
    files, place = {}, end
    for name, length in json.loads(data[4:end]):
        files[name] = data[place : place + length]
        place += length
    assert place == len(data)
    return files


@pytest.fixture(scope="module", autouse=True)
def _quickly_packed() -> Iterator[None]:
    """What is packed is packed less well: that takes a third of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gzip, "compress", partial(gzip.compress, compresslevel=1))
        yield


@pytest.fixture(scope="module")
def whole(_quickly_packed: None) -> bytes:
    """The page as one file."""
    return one_file(SMALL, FILES)


@pytest.fixture(scope="module")
def parts(_quickly_packed: None) -> FilesByName:
    """The page as a folder."""
    return folder(SMALL, FILES)


@pytest.mark.slow
def test_one_file_holds_all_its_parts_and_is_always_the_same(whole: bytes) -> None:
    page = whole.decode()
    assert one_file(SMALL, FILES) == whole
    read = brought(page)
    assert instance_from_object(ExportContents, read["given"]) == SMALL
    assert read["lock"] == {"info": {"python": "3.14.2"}, "packages": {}}
    assert [each["type"] for each in read["first"]] == ["Welcome", "Opened", "At", "Picture"]
    pieces = {name: gzip.decompress(base64.b64decode(text)) for name, text in PIECE.findall(page)}
    assert list(pieces) == PIECES
    assert page.startswith("<!doctype html>\n<!-- Made by retromaze studio --export. Inside: Pyodide 314")
    assert pieces["python.wasm"] == FILES["pyodide.asm.wasm"]
    assert unjoined(pieces["retromaze.files"]) == package_files()
    # a script may write such tags: there a value is filled in
    assert not re.search(r'<(?:script|link|img)[^>]* (?:src|href)="(?!data:|[$])', page)
    assert page.index('id="brought"') < page.index("retromazeChannel") < page.index('id="piece-')


def test_a_folder_has_the_same_parts_as_files_and_the_page_is_written_last(
    parts: FilesByName, whole: bytes
) -> None:
    built = ["icon.svg", "licenses.txt", "studio.css", "exported.js", "isolation.js", "studio.js"]
    assert list(parts) == [*PIECES, *built, "index.html"]
    page = parts["index.html"].decode()
    assert re.findall(r'<script src="([^"]*)" defer>', page) == ["exported.js", "studio.js"]
    text = whole.decode()
    assert parts["licenses.txt"].decode() in text
    assert brought(page) == brought(text)
    assert {name: base64.b64decode(piece) for name, piece in PIECE.findall(text)} == {
        name: parts[name] for name in PIECES
    }


def test_the_worker_is_a_classic_script(parts: FilesByName) -> None:
    script = gzip.decompress(parts["worker.js"]).decode()
    assert script.startswith(
        "self.importScripts = undefined;\nvar loadPyodide=1;\n\n"
        'async function _createPyodideModule(){"https://pyodide.invalid/"}'
        "self.retromazePyodideModule = _createPyodideModule;\n"
    )
    assert "import.meta" not in script and "sourceMappingURL" not in script


def test_the_library_is_packed_as_a_whole(parts: FilesByName) -> None:
    data = gzip.decompress(parts["library.zip"])
    with zipfile.ZipFile(io.BytesIO(data)) as library:
        assert {each.filename: each.compress_type for each in library.infolist()} == {
            "os.py": zipfile.ZIP_STORED,
            "json/__init__.py": zipfile.ZIP_STORED,
        }
        assert library.read("os.py") == b"import sys\n" * 99


def test_any_text_of_a_listing_is_carried_as_it_is_and_ends_no_script() -> None:
    given = ExportContents(Open(seed=1), ExportedText("m.bas", HOSTILE))
    page = one_file(given, FILES).decode()
    assert brought(page)["given"]["listing"] == {"name": "m.bas", "text": HOSTILE}
    assert "alert(1)" not in re.sub(r'<script type="application/json".*?</script>', "", page)


def test_before_python_starts_the_page_shows_what_comes_of_it() -> None:
    (welcome, opened, at, picture), lessons = first_messages(SMALL)
    assert (type(welcome), welcome.opens) == (Welcome, SMALL.opens)
    assert (type(opened), opened.seed, opened.program) == (Opened, 1, "binary_tree")
    assert opened.pace is not None and opened.panels[0] == "lesson"
    assert {language: [each.title for each in found] for language, found in lessons.items()} == {
        "en": ["A maze of coins: the binary tree"],
        "ja": ["コイン投げの迷路: バイナリーツリー法"],
    }
    assert at == At("paused", 0, 0, 1, 0, 0)
    machine = Machine(seed=1)
    assert run_source(opened.listing, machine) is None
    assert [picture] == PictureFeed().pictures(machine)


ENDLESS = ['PRINT "A"\nINPUT B\n', '?"A"\n@L\nGOTO @L', '?"A"\n@L:VSYNC\nGOTO @L']


def test_a_run_that_does_not_end_has_a_picture_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "POSTER_FRAMES", 30)
    machine = Machine(seed=1)
    machine.console.print("A")
    text_alone = PictureFeed().pictures(machine)
    workspaces = [open_workspace(Open(listing=each, seed=1), None, tmp_path) for each in ENDLESS]
    asking, *others = [poster_pictures(each, SMALL) for each in workspaces]
    assert len(asking) == 1
    assert others == [text_alone] * 2


def test_python_finds_the_package_and_its_tables_there(tmp_path: Path) -> None:
    files = unjoined(pack_files(package_files()))
    assert files["retromaze/programs/backtracker.bas"].startswith(b"M_W=199")
    assert {f"retromaze/programs/backtracker.lesson{each}.md" for each in ("", ".ja")} <= files.keys()
    rooms = {name.split("/")[1] for name in files if name.count("/") > 1}
    assert rooms >= {"machine", "language", "ports", "studio"} and not rooms & {"commands", "benchmarks"}
    assert not [name for name in files if "/page/" in name and name.endswith(".js")]
    table = tmp_path / "grammar.tables"
    table.write_bytes(files["retromaze/language/grammar.tables"])
    assert lalr.read_tables(table, GRAMMAR.read_text("utf-8")) == listing_tables()


def test_the_policy_of_a_page_allows_its_own_scripts_and_no_network(parts: FilesByName, whole: bytes) -> None:
    page = whole.decode()
    one, own = (found_policy(each) for each in (page, parts["index.html"].decode()))
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts]
    assert one["script-src"] == [*(f"'sha256-{each}'" for each in hashes), "'wasm-unsafe-eval'"]
    assert (one["connect-src"], own["connect-src"]) == (["'none'"], ["'self'"])
    assert (one["worker-src"], own["worker-src"]) == (["blob:"], ["'self'", "blob:"])
    assert own["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
    assert one["default-src"] == own["default-src"] == ["'none'"]


def found_policy(page: str) -> dict[str, list[str]]:
    """The directives of a page, which stand before all that it loads."""
    head, _, rest = page.partition('<meta http-equiv="Content-Security-Policy" content="')
    assert not re.search("<(?:link|script|style|img)", head)
    return {name: sources for name, *sources in map(str.split, rest.partition('"')[0].split(";"))}


# ---- the first message, and what a page opens


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


STORED = {("MAZE", "DAT", "A"): b"\0\xff", ("MAZE", "TXT", "B"): b""}
OWN = ExportContents(
    Open(seed=3, sizes={"W": 5}),
    ExportedText("m.bas", "CLS\r\n'あ\n"),
    ExportedText("m.py", "def dig(machine): ...\n"),
    "dig",
    storage_as_json(STORED),
    [ExportedText("m.lesson.md", "# A\n## あ\n")],
)


def test_a_lesson_with_a_mistake_is_not_exported() -> None:
    with pytest.raises(UsageError, match=r"^m\.lesson\.md:\d+: "):
        first_messages(
            replace(
                OWN,
                opens=Open(seed=3),
                lessons=[ExportedText("m.lesson.md", "# A\n## B\n```lesson\nat no\n```\n")],
            )
        )


def test_it_goes_through_json() -> None:
    for given in (OWN, ExportContents(Open("sticks", seed=1))):
        assert instance_from_object(ExportContents, json.loads(json.dumps(asdict(given)))) == given


def test_texts_are_put_into_files_as_they_are(tmp_path: Path) -> None:
    assert write_user_files(OWN, tmp_path) == UserFiles(tmp_path / "m.bas", tmp_path / "m.py", "dig")
    assert (tmp_path / "m.bas").read_bytes() == "CLS\r\n'あ\n".encode()
    assert (tmp_path / "m.lesson.md").read_text("utf-8") == "# A\n## あ\n"
    assert storage_from_json(OWN.stored) == STORED
    # a name leads nowhere else, and without texts there are no files
    outside = ExportContents(Open(), ExportedText("../../m.bas", "CLS"))
    assert write_user_files(outside, tmp_path) == UserFiles(tmp_path / "m.bas")
    assert write_user_files(ExportContents(Open("sticks")), tmp_path) is None


def test_a_port_is_put_in_the_coding_that_it_declares(tmp_path: Path) -> None:
    port = "# -*- coding: cp932 -*-\nTEXT = 'あ'\n"
    own = write_user_files(replace(OWN, port=ExportedText("m.py", port)), tmp_path)
    assert own and own.port
    assert own.port.read_bytes() == port.encode("cp932")
    assert text_of(Port(own.port)) == port
