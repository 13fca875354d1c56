"""Editing in a program of the user's: what it is given, what is taken of what it leaves."""

import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from retromaze.direct.prompt_words import NotEdited
from retromaze.direct.terminal import chosen_editor, edit_externally


def editor(code: str) -> list[str]:
    """An editor that does this with `file`."""
    return [sys.executable, "-c", f"import pathlib, sys; file = pathlib.Path(sys.argv[-1]); {code}"]


def edited(code: str, text: str = "PRINT 1") -> str:
    return edit_externally(editor(code), "MY MAZE", text, 3, lambda: time.sleep(0.001))


def test_the_users_choice() -> None:
    assert chosen_editor({"EDITOR": "nano"}) == ["nano"]
    assert chosen_editor({"VISUAL": "code --wait", "EDITOR": "nano"}) == ["code", "--wait"]
    with pytest.raises(NotEdited, match=re.escape("$VISUAL or $EDITOR cannot be read: No closing quotation")):
        chosen_editor({"EDITOR": "'nano"})


def test_the_usual_editor_where_the_user_has_named_none(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"nano", "vi"}
    monkeypatch.setattr("shutil.which", lambda name: name if name in installed else None)
    assert chosen_editor({"VISUAL": " "}, windows=False) == ["nano"]
    installed.clear()
    assert chosen_editor({}, windows=True) == ["notepad"]
    with pytest.raises(
        NotEdited, match=re.escape("there is no editor: set $VISUAL or $EDITOR to the command of one")
    ):
        chosen_editor({}, windows=False)


def test_the_path_of_a_program_on_windows(tmp_path: Path) -> None:
    assert chosen_editor({"EDITOR": r"C:\Vim\vim.exe -y"}, windows=True) == [r"C:\Vim\vim.exe", "-y"]
    program = tmp_path / "my editor"
    program.touch()
    assert chosen_editor({"EDITOR": str(program)}, windows=True) == [str(program)]
    assert chosen_editor({"EDITOR": f'"{program}" -w'}, windows=True) == [str(program), "-w"]


KEEPS = "file.write_text(file.read_text())"


def test_a_text_left_as_it_was_is_the_same() -> None:
    texts = ["", "PRINT 1", "PRINT 1\n", "A=1\n\n"]
    assert [edited(KEEPS, text) for text in texts] == texts


def test_what_the_editor_leaves() -> None:
    assert edited("file.write_text(file.name + chr(10) + file.read_text())") == "MY_MAZE.bas\nPRINT 1"
    assert edited("file.write_bytes(b'A=1\\r\\nB=\\xe3\\x81\\x82\\r\\n')") == "A=1\nB=あ"


def test_nothing_is_lost_when_the_editor_fails() -> None:
    for code, reason in {
        "sys.exit(3)": "nothing is changed: .* ended with 3",
        "file.write_bytes(b'\\xff\\xff')": "nothing is changed: what the editor left is not a text file",
    }.items():
        with pytest.raises(NotEdited, match=reason) as raised:
            edited(code)
        kept = Path(str(raised.value).rpartition(" is kept in ")[2])
        assert (kept.name, kept.exists()) == ("MY_MAZE.bas", True)


def test_a_file_that_the_editor_deletes_is_not_promised() -> None:
    with pytest.raises(NotEdited, match=r"nothing is changed: .*MY_MAZE\.bas.*; the editor left no file$"):
        edited("file.unlink()")


def test_an_editor_that_is_not_there() -> None:
    with pytest.raises(NotEdited, match=r"nothing is changed: .*No such file.*the text is kept in "):
        edit_externally(["/no/editor"], "A", "PRINT 1", 1, lambda: None)


def test_the_line_is_named_to_editors_that_know_it(tmp_path: Path) -> None:
    nano = tmp_path / "nano"
    nano.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{SHOWS}" "$@"\n')
    nano.chmod(0o755)
    assert edit_externally([str(nano)], "A", "", 3, lambda: time.sleep(0.001)) == "+3"


SHOWS = "import sys; open(sys.argv[2], 'w').write(sys.argv[1])"
