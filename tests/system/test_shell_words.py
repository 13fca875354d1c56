"""Words of a command line on both kinds of system."""

from __future__ import annotations

import pytest

from retromaze.system.shell_words import names_a_place, shell_word, split_words

VIM = r"C:\Program Files\vim.exe"
POSIX, WINDOWS = ("/", None), ("\\", "/")


def test_a_line_is_split_as_its_shell_does() -> None:
    wanted = {
        "": ([], []),
        "code --wait": (["code", "--wait"], ["code", "--wait"]),
        r"C:\Vim\vim.exe -y": (["C:Vimvim.exe", "-y"], [r"C:\Vim\vim.exe", "-y"]),
        f'"{VIM}" -y': ([VIM, "-y"], [VIM, "-y"]),
        f"'{VIM}' -y": ([VIM, "-y"], [VIM, "-y"]),
        r'emacs --eval="(a b)" #1': (["emacs", "--eval=(a b)", "#1"], ["emacs", "--eval=(a b)", "#1"]),
        r"/opt/my\ editor": (["/opt/my editor"], ["/opt/my\\", "editor"]),
    }
    found = {line: (split_words(line, windows=False), split_words(line, windows=True)) for line in wanted}
    assert found == wanted


def test_an_open_quote_is_refused() -> None:
    for windows in (False, True):
        with pytest.raises(ValueError, match="No closing quotation"):
            split_words("'nano", windows=windows)


def test_a_word_is_quoted_for_its_shell() -> None:
    wanted = {
        "maze.bas": ("maze.bas", "maze.bas"),
        "": ("''", '""'),
        r"games\maze.bas": (r"'games\maze.bas'", r"games\maze.bas"),
        "my maze.bas": ("'my maze.bas'", '"my maze.bas"'),
        "--press=A@60,B@70": ("--press=A@60,B@70", '"--press=A@60,B@70"'),
        "it's": ("'it'\"'\"'s'", '"it\'s"'),
        'say "A"': ("'say \"A\"'", r'"say \"A\""'),
        "C:\\a b\\": ("'C:\\a b\\'", r'"C:\a b\\"'),
        "a'\n": ("$'a\\'\\n'", '"a\'\n"'),
        "迷路": ("'迷路'", "迷路"),
    }
    found = {word: (shell_word(word, windows=False), shell_word(word, windows=True)) for word in wanted}
    assert found == wanted


def test_a_path_is_told_from_a_name() -> None:
    wanted = {
        "maze": (False, False),
        "games/maze": (True, True),
        r"games\maze": (False, True),
        "": (False, False),
    }
    assert {word: (names_a_place(word, POSIX), names_a_place(word, WINDOWS)) for word in wanted} == wanted
