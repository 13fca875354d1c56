"""Files are told apart by what is in them."""

from __future__ import annotations

import struct
from array import array

from retromaze.editor.examination import Contents, is_program, read_contents
from retromaze.machine.contents import Numbers, PictureContent, encode_document, encode_png
from tests.console_files import container, numeric, project

PAGE = numeric(3, (2, 1), struct.pack("<2H", 1, 1))


CONTENTS = {
    (container(0, b"?1\r\n", icon=1), "TX"): Contents("PRG", True, "?1\n"),
    (container(0, b"Hello you all"), "TX"): Contents("TXT", True, "Hello you all"),
    (container(1, numeric(4, (2, 3), bytes(24))), "BX"): Contents("DAT", True, sizes=(2, 3)),
    (container(1, PAGE, icon=2), "BX"): Contents("GRP", True, sizes=(2, 1)),
    (b"\xef\xbb\xbfPRINT 1", "x"): Contents("PRG", text="PRINT 1"),
    (b"Dear reader, hello", "x.txt"): Contents("TXT", text="Dear reader, hello"),
    (b"Dear reader, hello", "x.bas"): Contents("PRG", text="Dear reader, hello"),
    (encode_png(PictureContent(2, 1, array("I", [0, 0]))), "x"): Contents("GRP", sizes=(2, 1)),
    (encode_document(Numbers("%", (2,), [1, 2])), "x.json"): Contents("DAT", sizes=(2,)),
    (b"{}", "x.json"): Contents("", reason="not a stored array"),
    (b"\xff\xd8\xff", "x.jpg"): Contents("", reason="not a text file (no UTF-8 at byte 0)"),
    ("かな漢字".encode("cp932"), "x.bas"): Contents(
        "", reason="not UTF-8 but Shift_JIS, as it looks; `retromaze convert` makes it UTF-8"
    ),
    (bytes(5 << 20), "x"): Contents("", reason="larger than any program"),
    (container(1, b"PCBN"), "BX"): Contents("", reason="the array has no header"),
}


def test_contents() -> None:
    assert {(data, name): read_contents(data, name) for data, name in CONTENTS} == CONTENTS


def test_an_archive_has_members() -> None:
    found = read_contents(project([(b"TA", b"?1"), (b"BB", PAGE)]), "PX")
    assert found.kind == "PRJ" and [(each.kind, each.name) for each in found.members] == [
        ("TXT", "A"),
        ("DAT", "B"),
    ]


def test_programs_by_their_looks() -> None:
    answers = {
        "": False,
        "'a comment\n": True,
        "@LOOP\nGOTO @LOOP": True,
        "A=1:B[2]=3": True,
        "SHOUT 1\nPRINT 2": True,
        "Once upon a time\nthere was a maze.": False,
        "1,2,3\n4,5,6": False,
    }
    assert {text: is_program(text) for text in answers} == answers


def test_the_icon_byte_of_a_console_s_file_tells_a_program_from_a_text() -> None:
    """A text may look like a program, and a program like a text. Source: machine reference, 9.2."""
    text = "'めいろの作り方\n'これは説明です\n"
    assert is_program(text)
    assert read_contents(container(0, text.encode(), icon=0), "TX").kind == "TXT"
    assert read_contents(container(0, b"Once upon a time", icon=1), "TX").kind == "PRG"
