"""Listings and pairs on the command line: names, files, folders."""

import io
import json
import struct
import sys
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.cli import main
from retromaze.commands.operands import NamedListing, find_listing, long_name, pairs_of
from retromaze.comparison.runnable_programs import Port
from retromaze.engine.listing_file import LONGEST_FILE, UnreadableListing
from retromaze.errors import UsageError
from retromaze.language.lexer import LONGEST_PROGRAM
from retromaze.machine import file_formats
from tests.command_line import CommandLine
from tests.console_files import container, numeric
from tests.refusals import message_of


def message_for(name: str) -> str:
    with pytest.raises((UnreadableListing, UsageError)) as caught:
        find_listing(name)
    return str(caught.value)


def test_a_file_is_read_as_text_of_any_system(tmp_path: Path) -> None:
    path = tmp_path / "kana.bas"
    path.write_bytes('\ufeffPRINT "カナ"\r\nEND\rPRINT\n'.encode())
    assert find_listing(str(path)) == NamedListing('PRINT "カナ"\nEND\nPRINT\n', str(path), "kana")


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
        'PRINT "ｶﾅ"\r\n\'ﾒｲﾛｦﾂｸﾙ'.encode("cp932"): "Shift_JIS",
        'PRINT "カナ迷路"\n'.encode("euc_jp"): "EUC-JP",
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


def test_no_more_of_a_console_s_file_is_unpacked_than_a_program_can_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "TLONG"
    for length in (LONGEST_PROGRAM + 1, LONGEST_FILE + 1):
        path.write_bytes(container(0, b"A" * length, icon=1, packed=True))
        assert message_for(str(path)) == f"{path} is too long: a program has 1,048,576 characters at most"
        # what is longer than any file of a program is not even read as text
        monkeypatch.setattr(file_formats, "decode_text", lambda body: pytest.fail("read as text"))


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


def test_what_another_command_takes_is_refused_with_that_command(tmp_path: Path) -> None:
    (tmp_path / "maze.py").write_text("pass\n")
    (tmp_path / "snake.bas").write_text("PRINT 1\n")
    assert message_for(str(tmp_path)) == (
        f"{tmp_path} is a folder; `retromaze doctor {tmp_path}` says what to run in it"
    )
    port = tmp_path / "maze.py"
    assert message_for(str(port)) == (
        f"{port} is no listing; `retromaze check LISTING.bas {port}` compares a port with one"
    )
    wrong, right = tmp_path / "snak.bas", tmp_path / "snake.bas"
    assert message_for(str(wrong)) == f"{wrong} does not exist; did you mean {right}?"


def test_a_mistyped_name_brings_the_nearest() -> None:
    assert message_for("backtraker") == (
        "no program and no file is called backtraker; did you mean backtracker?"
    )
    Path("BALL.bas").touch()
    assert message_for("ball") == "no program and no file is called ball; did you mean BALL.bas?"
    if not Path("ball.bas").exists():  # where capitals make another name
        assert message_for("Ball.bas") == "Ball.bas does not exist; did you mean BALL.bas?"


def test_a_line_feed_in_a_name_breaks_no_message() -> None:
    assert message_for("ball\n.bas") == r"ball\n.bas does not exist"


def test_a_file_of_the_console_that_is_no_program_is_refused(tmp_path: Path) -> None:
    backup = tmp_path / "BDATA"
    backup.write_bytes(container(1, numeric(5, (1,), struct.pack("<d", 0.5))))
    with pytest.raises(UnreadableListing, match="is a file of the console, but no program"):
        find_listing(str(backup))
    program = container(0, b"PRINT 1\n" * 9, icon=1)
    backup.write_bytes(program[:-20])  # the footer is not needed
    assert find_listing(str(backup)).source == "PRINT 1\n" * 9
    backup.write_bytes(program[:-21])
    with pytest.raises(UnreadableListing, match=r"is a file of the console that is cut off$"):
        find_listing(str(backup))


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    """A folder with two pairs, a listing without a port and a port without a listing."""
    for name, count in (("one", 1), ("two", 2)):
        Path(f"{name}.bas").write_text(f"FOR I=1 TO {count}\n GCLS I\nNEXT\n")
        Path(f"{name}.py").write_text(
            f"def main(machine):\n    for i in range({count}):\n        machine.screen.clear(i + 1)\n"
        )
    Path("alone.bas").write_text("GCLS")
    Path("helper.py").write_text("")


def names(*operands: str) -> list[str]:
    return [pair.name for pair in pairs_of(operands, None)]


def test_names_files_and_folders() -> None:
    assert names("kruskal") == ["kruskal"]
    assert names("one.bas", "one.py") == ["one"]
    assert names("one.bas", "two.bas", "two.py", "kruskal") == ["one", "two", "kruskal"]
    assert names(".") == ["one", "two"]
    assert names() == list(CATALOGUE)
    assert pairs_of(["one.bas", "one.py:dig"])[0].port == Port(Path("one.py"), "dig")
    assert pairs_of(["one.bas"], "two.py:dig")[0].port == Port(Path("two.py"), "dig")
    assert pairs_of(["kruskal"])[0].port == Port("retromaze.ports.kruskal")


def test_each_pair_has_a_name_of_its_own() -> None:
    for folder in ("left", "right"):
        Path(folder).mkdir()
        for name in ("one.bas", "one.py"):
            Path(folder, name).write_bytes(Path(name).read_bytes())
    assert names("left", "right", "left") == ["left-one", "right-one"]
    assert names("one.bas", "one.py", "one.bas", "two.py") == ["one", "one-2"]


def test_what_cannot_be_a_pair_is_refused() -> None:
    Path("empty").mkdir()
    messages = {
        "none.bas": "none.bas does not exist",
        "one.bas none.py": "none.py does not exist",
        "alone.bas": "alone.bas needs its port: name it after the listing, or call it alone.py",
        "one.py one.bas": "one.py: a listing comes before its port, as in maze.bas maze.py",
        "empty": "empty has no listing with a port of the same name (maze.bas and maze.py)",
    }
    assert {words: message_of(UsageError, pairs_of, words.split()) for words in messages} == messages


def test_a_port_option_belongs_to_one_listing() -> None:
    with pytest.raises(UsageError, match="--port belongs to one listing"):
        pairs_of(["one.bas", "two.bas"], "one.py")


def test_a_port_that_goes_on_is_told(ran: CommandLine) -> None:
    Path("one.py").write_text("def main(machine):\n    while True:\n        machine.console.text()\n")
    _, out, err = ran("check one.bas --patience 0.05", 1)
    assert out.splitlines()[2].endswith("DIFFERENT (1 of 1 runs)")
    assert ", port goes on and does nothing (it is in line " in err
    with pytest.raises(SystemExit, match="2"):
        main(["check", "one.bas", "--patience", "0"])


@pytest.mark.slow
@pytest.mark.usefixtures("spawned")
def test_what_a_port_prints_is_no_result_and_it_cannot_ask(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one.py").write_text("def main(machine):\n    print('debug')\n    machine.screen.clear(input())\n")
    assert main(["check", "one.bas", "--seeds", "1", "--json"]) == 1
    # another process prints it
    out, err = capfd.readouterr()
    (row,) = json.loads(out)
    assert row["difference"]["words"].endswith("port stops in line 3: EOFError: EOF when reading a line")
    assert err.startswith("debug\n")


def test_capital_letters_of_a_listing_may_be_small_in_its_port(ran: CommandLine) -> None:
    Path("ONE.BAS").write_text("GCLS\n")
    Path("One.py").write_text("def main(machine):\n    machine.screen.clear()\n")
    for command in ("check ONE.BAS --jobs 1", "tidy One.py"):
        ran(command, 0)


def test_show_prints_them_side_by_side(ran: CommandLine) -> None:
    for words in (["two.bas"], ["two.bas", "two.py"], ["two.bas", "--port", "two.py:main"]):
        out = ran(["show", *words], 0).out
        assert out.startswith("two.bas and two.py\n")
        assert "1 FOR I=1 TO 2" in out
        assert "machine.screen.clear(i + 1)" in out


def test_show_refuses_what_is_no_pair(ran: CommandLine) -> None:
    Path("odd.py").write_bytes(b"\xff")
    refused = {
        "show one.bas odd.py": "odd.py cannot be read: invalid or missing encoding declaration for 'odd.py'",
        "show one.bas two.bas": "one.bas two.bas: one pair at a time",
    }
    assert {command: ran(command) for command in refused} == {
        command: (2, "", f"retromaze: {words}\n") for command, words in refused.items()
    }
    assert ran("show alone.bas", 2).err.startswith("retromaze: alone.bas needs its port: ")


def test_a_name_made_of_a_path_can_be_that_of_a_folder() -> None:
    wanted: dict[PurePath, str] = {
        PurePosixPath("left/maze.bas"): "left-maze",
        PurePosixPath("/games/left/maze.bas"): "games-left-maze",
        PureWindowsPath(r"C:\games\left\maze.bas"): "games-left-maze",
        PureWindowsPath(r"..\left\maze.bas"): "left-maze",
        PureWindowsPath(r"\\server\share\maze.bas"): "maze",
    }
    assert {path: long_name(path) for path in wanted} == wanted
