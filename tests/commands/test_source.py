"""Finding the listing that the command line names."""

import io
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from retromaze.commands.source import NamedListing, find_listing
from retromaze.engine.listing_file import LONGEST_FILE, UnreadableListing
from retromaze.language.lines import LONGEST_PROGRAM
from retromaze.machine import containers
from tests.console_files import container, numeric


def message_for(name: str) -> str:
    with pytest.raises(UnreadableListing) as caught:
        find_listing(name)
    return str(caught.value)


def test_a_shipped_program_is_found_by_its_name() -> None:
    listing = find_listing("backtracker")
    assert listing.source.startswith("M_W=199:M_H=119\n")
    assert (Path(listing.path).name, Path(listing.path).is_file()) == ("backtracker.bas", True)
    assert listing.name == "backtracker"


def test_a_file_is_read_as_text_of_any_system(tmp_path: Path) -> None:
    path = tmp_path / "kana.bas"
    path.write_bytes('\ufeffPRINT "カナ"\r\nEND\rPRINT\n'.encode())
    assert find_listing(str(path)) == NamedListing('PRINT "カナ"\nEND\nPRINT\n', str(path), "kana")


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"PRINT 1\n")))
    assert find_listing("-") == NamedListing("PRINT 1\n", "<stdin>", "listing")


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.bas"
    reasons = {
        b"AB\xff": "no UTF-8 at byte 2",
        b"caf\xe9 \xe9": "no UTF-8 at byte 3",
        b"\x01\0\x02\0": "it is full of zero bytes",
        b"\xff\xfeA\0B": "no UTF-16 at byte 4",
    }
    found = {}
    for data in reasons:
        path.write_bytes(data)
        found[data] = message_for(str(path))
    assert found == {data: f"{path} is not a text file ({reason})" for data, reason in reasons.items()}


def test_utf_16_that_says_so_is_read(tmp_path: Path) -> None:
    for coding in ("utf-16-le", "utf-16-be"):
        path = tmp_path / f"{coding}.bas"
        path.write_bytes('\ufeffPRINT "カナ\ue000😀"\r\nEND'.encode(coding))
        assert find_listing(str(path)).source == 'PRINT "カナ\ue000😀"\nEND', coding


def test_a_listing_in_another_coding_is_refused_with_what_makes_it_utf_8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my maze.bas"
    for data, coding in {
        'PRINT "カナ①髙"\r\n'.encode("cp932"): "Shift_JIS",
        "PRINT 1\r\n".encode("utf-16-le"): "UTF-16",
        'PRINT "あ"\r\n'.encode("utf-16-be"): "UTF-16",
    }.items():
        path.write_bytes(data)
        says = (
            f"{path} is not UTF-8 but {coding}, as it looks; `retromaze convert '{path}'` writes it as UTF-8"
        )
        assert message_for(str(path)) == says
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert message_for("-") == f"standard input is not UTF-8 but {coding}, as it looks"


def test_a_text_may_hold_what_strings_on_the_console_may(tmp_path: Path) -> None:
    text = 'PRINT "\ud800\0":A$="\udc00" \'\ud83d\n'
    path = tmp_path / "halves.bas"
    path.write_bytes(text.encode(errors="surrogatepass"))
    assert find_listing(str(path)).source == text


def test_the_longest_program_is_read_and_a_longer_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.bas"
    for character, units, line_end in (("A", 1, b"\r\n"), ("あ", 1, b"\r\n"), ("😀", 2, b"\n")):
        text = character * (LONGEST_PROGRAM // units - 1)
        path.write_bytes("\ufeff".encode() + text.encode() + line_end)
        assert (character, find_listing(str(path)).source == text + "\n") == (character, True)
        path.write_bytes(b"??" + text.encode() + line_end)
        assert message_for(str(path)) == f"{path} is too long: a program has 1,048,576 characters at most"


def test_a_program_of_the_console_may_be_too_long_when_unpacked(tmp_path: Path) -> None:
    body = zlib.compress(b"A" * (LONGEST_PROGRAM + 1))
    path = tmp_path / "TLONG"
    path.write_bytes(struct.pack("<HHHHI68x", 1, 0, 1, 1, len(body)) + body + bytes(20))
    assert message_for(str(path)) == f"{path} is too long: a program has 1,048,576 characters at most"


def test_no_more_of_a_console_s_file_is_unpacked_than_a_program_can_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = zlib.compress(b"A" * (LONGEST_FILE + 1))
    path = tmp_path / "TBOMB"
    path.write_bytes(struct.pack("<HHHHI68x", 1, 0, 1, 1, len(body)) + body + bytes(20))
    monkeypatch.setattr(containers, "read_text", lambda body: pytest.fail("read as text"))
    assert message_for(str(path)) == f"{path} is too long: a program has 1,048,576 characters at most"


def test_no_more_is_read_than_a_program_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.given += len(buffer)
            buffer[:] = b"A" * len(buffer)
            return len(buffer)

    endless = Endless()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(endless)))
    assert message_for("-") == "standard input is too long: a program has 1,048,576 characters at most"
    assert endless.given < 2 * LONGEST_FILE


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert message_for(f"{tmp_path}/x.bas") == f"{tmp_path}/x.bas does not exist"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert message_for(str(tmp_path)) == f"{tmp_path} cannot be read: Is a directory"


def test_a_mistyped_name_brings_the_nearest() -> None:
    assert message_for("backtraker") == (
        "no program and no file is called backtraker; did you mean backtracker?"
    )


def test_an_unknown_name_brings_the_command_that_lists_them() -> None:
    assert message_for("zzz") == "no program and no file is called zzz; `retromaze list` names the programs"


def test_a_program_copied_from_the_console_is_read(tmp_path: Path) -> None:
    backup = tmp_path / "TMAZE"
    backup.write_bytes(container(0, 'PRINT "カベ"\r\nEND\n'.encode(), icon=1))
    assert find_listing(str(backup)).source == 'PRINT "カベ"\nEND\n'


def test_a_file_of_the_console_that_is_no_program_is_refused(tmp_path: Path) -> None:
    backup = tmp_path / "BDATA"
    backup.write_bytes(container(1, numeric(5, (1,), struct.pack("<d", 0.5))))
    with pytest.raises(UnreadableListing, match="is a file of the console, but no program"):
        find_listing(str(backup))
