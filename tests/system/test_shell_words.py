"""Words of a command line on both kinds of system."""

from __future__ import annotations

import pytest

from retromaze.system.shell_words import names_a_place, shell_word, split_words

VIM = r"C:\Program Files\vim.exe"
POSIX, WINDOWS = ("/", None), ("\\", "/")


@pytest.mark.parametrize(
    ("line", "elsewhere", "windows"),
    [
        ("", [], []),
        ("code --wait", ["code", "--wait"], ["code", "--wait"]),
        (r"C:\Vim\vim.exe -y", ["C:Vimvim.exe", "-y"], [r"C:\Vim\vim.exe", "-y"]),
        (f'"{VIM}" -y', [VIM, "-y"], [VIM, "-y"]),
        (f"'{VIM}' -y", [VIM, "-y"], [VIM, "-y"]),
        (r'emacs --eval="(a b)" #1', ["emacs", "--eval=(a b)", "#1"], ["emacs", "--eval=(a b)", "#1"]),
        (r"/opt/my\ editor", ["/opt/my editor"], ["/opt/my\\", "editor"]),
    ],
)
def test_a_line_is_split_as_its_shell_does(line: str, elsewhere: list[str], windows: list[str]) -> None:
    assert split_words(line, windows=False) == elsewhere
    assert split_words(line, windows=True) == windows


@pytest.mark.parametrize("windows", [False, True])
def test_an_open_quote_is_refused(windows: bool) -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        split_words("'nano", windows=windows)


@pytest.mark.parametrize(
    ("word", "elsewhere", "windows"),
    [
        ("maze.bas", "maze.bas", "maze.bas"),
        ("", "''", '""'),
        (r"games\maze.bas", r"'games\maze.bas'", r"games\maze.bas"),
        ("my maze.bas", "'my maze.bas'", '"my maze.bas"'),
        ("--press=A@60,B@70", "--press=A@60,B@70", '"--press=A@60,B@70"'),
        ("it's", "'it'\"'\"'s'", '"it\'s"'),
        ('say "A"', "'say \"A\"'", r'"say \"A\""'),
        ("C:\\a b\\", "'C:\\a b\\'", r'"C:\a b\\"'),
        ("a'\n", "$'a\\'\\n'", '"a\'\n"'),
        ("迷路", "'迷路'", "迷路"),
    ],
)
def test_a_word_is_quoted_for_its_shell(word: str, elsewhere: str, windows: str) -> None:
    assert shell_word(word, windows=False) == elsewhere
    assert shell_word(word, windows=True) == windows


@pytest.mark.parametrize(
    ("word", "elsewhere", "windows"),
    [("maze", False, False), ("games/maze", True, True), (r"games\maze", False, True), ("", False, False)],
)
def test_a_path_is_told_from_a_name(word: str, elsewhere: bool, windows: bool) -> None:
    assert names_a_place(word, POSIX) is elsewhere
    assert names_a_place(word, WINDOWS) is windows
