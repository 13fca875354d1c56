"""Where computers differ: streams, command lines, languages, folders, packages, each as on every system."""

import ctypes
import errno
import io
import json
import os
import plistlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from retromaze.cli import main
from retromaze.display.translation import VARIABLES, language
from retromaze.system import (
    SETTINGS,
    WANTED,
    cache_folder,
    data_folder,
    encoding_for_stream,
    import_failure_message,
    is_path,
    is_reader_gone,
    mac_languages,
    require_module,
    set_stream_encodings,
    shell_word,
    split_words,
    system_language,
    windows_language,
)

SHOWN = "迷路カナ│▀😀"


def test_the_coding_of_a_stream() -> None:
    wanted = {
        ("cp932", False, "", True): "utf-8",
        ("cp1252", False, "", True): "utf-8",
        ("utf-8", True, "", True): "utf-8",
        ("cp932", False, "cp932", True): "cp932",
        ("euc_jp", False, "", False): "euc_jp",
        ("utf-8", False, "", False): "utf-8",
    }
    found = {
        (now, is_terminal, chosen, windows): encoding_for_stream(now, is_terminal, chosen, windows=windows)
        for now, is_terminal, chosen, windows in wanted
    }
    assert found == wanted


def western_pipes(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Pipes in the code page of Western Europe in place of the streams; where the output goes."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    written = io.BytesIO()
    given = {"stdin": io.BytesIO(f"{SHOWN}\n".encode()), "stdout": written, "stderr": io.BytesIO()}
    for name, data in given.items():
        monkeypatch.setattr(sys, name, io.TextIOWrapper(data, encoding="cp1252", newline="\n"))
    return written


def test_pipes_of_windows_are_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    written = western_pipes(monkeypatch)
    set_stream_encodings(windows=True)
    assert sys.stdin.readline() == f"{SHOWN}\n"
    sys.stdout.write(SHOWN)
    sys.stdout.flush()
    assert written.getvalue() == SHOWN.encode()
    # a second command in the same process finds the stream begun
    set_stream_encodings(windows=True)


def test_elsewhere_the_users_coding_stays_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    written = western_pipes(monkeypatch)
    set_stream_encodings(windows=False)
    sys.stdout.write(f"é{SHOWN}")
    sys.stdout.flush()
    assert written.getvalue() == b"\xe9" + b"?" * len(SHOWN)


def test_an_answer_that_is_no_text_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = tmp_path / "asks.bas"
    listing.write_text("INPUT A$:?A$")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8", "strict"))
    assert main(["run", str(listing), "--headless", "--seed", "1"]) == 0
    assert capsys.readouterr() == ("?\ufffd\n\ufffd\n", "")


def test_a_script_writes_its_japanese_in_any_coding() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "retromaze.ports.digging"],
        input=b"5\n5\n",
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=True,
    )
    assert (done.stdout[:10], done.stderr) == (b"?" * 8 + b"\n?", b"")


def test_a_reader_that_has_left() -> None:
    wanted = {
        BrokenPipeError(): (True, True),
        OSError(errno.EINVAL, "Invalid argument"): (False, True),
        OSError(errno.EINVAL, "Invalid argument", "a.png"): (False, False),
        OSError(errno.ENOSPC, "No space left"): (False, False),
    }
    found = {
        error: (is_reader_gone(error, windows=False), is_reader_gone(error, windows=True)) for error in wanted
    }
    assert found == wanted


# ---- words of a command line


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
    assert {word: (is_path(word, POSIX), is_path(word, WINDOWS)) for word in wanted} == wanted


def test_windows_numbers_its_languages() -> None:
    assert [windows_language(number) for number in (0x0411, 0x0409, 0xFFFF)] == ["ja_JP", "en_US", ""]


def kept(folder: Path, settings: Any, form: Any = plistlib.FMT_BINARY) -> Path:
    file = folder / SETTINGS
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(plistlib.dumps(settings, fmt=form))
    return file


def test_macos_keeps_its_languages_in_a_file(tmp_path: Path) -> None:
    for form in (plistlib.FMT_BINARY, plistlib.FMT_XML):
        settings = {"AppleLanguages": ["ja-JP", "en-US"]}
        assert mac_languages(kept(tmp_path, settings, form)) == "ja_JP:en_US", form


def test_other_settings_name_no_language(tmp_path: Path) -> None:
    others: list[Any] = [{}, [], {"AppleLanguages": "ja"}, {"AppleLanguages": [1]}]
    assert [each for each in others if mac_languages(kept(tmp_path, each)) != ""] == []


def test_what_is_no_file_of_settings_names_none(tmp_path: Path) -> None:
    assert mac_languages(tmp_path / "none") == ""
    for data in (b"", b"bplist00", b"<plist><", b"\0" * 40, b"bplist00" + b"\xff" * 40):
        (tmp_path / "some").write_bytes(data)
        assert mac_languages(tmp_path / "some") == "", data


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> Any:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    system_language.cache_clear()
    yield monkeypatch
    system_language.cache_clear()


def test_the_settings_of_macos_decide_where_no_variable_does(unset: Any, tmp_path: Path) -> None:
    kept(tmp_path, {"AppleLanguages": ["ja-JP", "en-US"]})
    unset.setattr(sys, "platform", "darwin")
    unset.setenv("HOME", str(tmp_path))
    assert language() == "ja"
    unset.setenv("LANG", "en_US.UTF-8")
    assert language() == "en"


def test_the_settings_of_windows_decide_where_no_variable_does(unset: Any) -> None:
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x0411)
    unset.setattr(sys, "platform", "win32")
    unset.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert language() == "ja"


def test_elsewhere_the_variables_alone_decide(unset: Any) -> None:
    assert language() == "en"


def found(monkeypatch: pytest.MonkeyPatch, system: str, **variables: str) -> tuple[str, str]:
    """Both folders of a user whose own is /home/ada."""
    monkeypatch.setattr(sys, "platform", system)
    for name in ("LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ada", "USERPROFILE": "/home/ada", **variables}.items():
        monkeypatch.setenv(name, value)
    return data_folder().as_posix(), cache_folder().as_posix()


FOLDERS = {
    "linux": ("/home/ada/.local/share/retromaze", "/home/ada/.cache/retromaze"),
    "freebsd14 XDG_DATA_HOME=/data XDG_CACHE_HOME=/cache": ("/data/retromaze", "/cache/retromaze"),
    "linux XDG_DATA_HOME=data XDG_CACHE_HOME=": (
        "/home/ada/.local/share/retromaze",
        "/home/ada/.cache/retromaze",
    ),
    "darwin XDG_DATA_HOME=/data": (
        "/home/ada/Library/Application Support/retromaze",
        "/home/ada/Library/Caches/retromaze",
    ),
    "win32 LOCALAPPDATA=/local": ("/local/retromaze", "/local/retromaze/Cache"),
    "win32": ("/home/ada/AppData/Local/retromaze", "/home/ada/AppData/Local/retromaze/Cache"),
}
"""(data, cache) by the system and the variables that are set."""


def test_each_system_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {}
    for case in FOLDERS:
        system, *settings = case.split()
        shown[case] = found(monkeypatch, system, **dict(each.split("=") for each in settings))
    assert shown == FOLDERS


ROOT = Path(__file__).resolve().parent.parent
BARE = """
import sys
from retromaze.system import WANTED
sys.modules.update(dict.fromkeys(WANTED.keys() - {"lark"}))
"""
COMMAND = BARE + "from retromaze.cli import main\nsys.exit(main(sys.argv[1:]))"
COMMANDS = (
    BARE
    + """
import contextlib, io, json
from retromaze.cli import main
told = {}
for command in sys.argv[1:]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(command.split())
    told[command] = (status, out.getvalue(), err.getvalue())
print(json.dumps(told))
"""
)
LACKING = {
    "run hello.bas --headless --picture a.png": "PIL, which is not installed: pip install pillow",
    "run hello.bas --headless --gif a.gif": "PIL, which is not installed: pip install pillow",
    "run hello.bas --headless --wav a.wav": "numpy, which is not installed: pip install numpy",
    "run hello.bas --headless --watch": "watchfiles, which is not installed: pip install watchfiles",
    "list": "rich, which is not installed: pip install rich",
    "check backtracker --seeds 1": "rich, which is not installed: pip install rich",
    "show backtracker": "rich, which is not installed: pip install rich",
    "studio backtracker": "websockets, which is not installed: pip install websockets",
    "debug hello.bas --seed 1 --wait": ("debugpy, which is not installed: pip install 'retromaze[debug]'"),
    "tidy hello.py": "libcst, which is not installed: pip install 'retromaze[tidy]'",
    "lsp": "lsprotocol, which is not installed: pip install 'retromaze[lsp]'",
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's cache folder, empty at first: the first process makes the parse tables."""
    return tmp_path_factory.mktemp("cache")


def bare(code: str, folder: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where none of the packages but lark can be imported."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache), "LANGUAGE": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_each_package_that_we_want_is_one_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {re.split(r"[>=<; ]", each)[0] for each in project["dependencies"]}
    wanted = {each.strip("'") for each in WANTED.values()}
    extras = {each for each in wanted if "[" in each}
    assert wanted - extras == named
    assert {f"retromaze[{each}]" for each in project["optional-dependencies"]} >= extras


@pytest.mark.slow
def test_lark_alone_runs_a_listing_without_a_window(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "hello.bas").write_text('PRINT "HELLO":SAVE "TXT:A","B"\n')
    code = f"import os\nos.environ['DISPLAY'] = ':0'\n{COMMAND}"
    ran = bare(code, tmp_path, cache, "run", "hello.bas", "--seed", "1", "--storage", ".")
    assert (ran.returncode, ran.stdout) == (0, "HELLO\n")
    assert ran.stderr == (
        "retromaze: no window: pygame is not installed; pip install pygame-ce; running headless\n"
    )
    assert (tmp_path / "DEFAULT" / "TXT" / "A").read_text() == "B"


@pytest.mark.slow
def test_lark_alone_is_enough_in_python(tmp_path: Path, cache: Path) -> None:
    code = f"""{BARE}
import retromaze
from retromaze.ports import backtracker_maze
from retromaze.testing import assert_same
result = retromaze.run('GPSET 399,239,#RED:PRINT "HELLO"', seed=1)
print(result.text, f"{{result.pixels[-1]:X}}", retromaze.compare("sticks", seed=1))
assert_same("sticks", seeds=[2])
"""
    ran = bare(code, tmp_path, cache)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "HELLO FFFF0000 None\n", "")


@pytest.mark.slow
def test_lark_alone_proves_a_pair_and_other_commands_name_the_package_that_they_lack(
    tmp_path: Path, cache: Path
) -> None:
    (tmp_path / "hello.bas").write_text('PRINT "HELLO"\n')
    check = "check sticks --seeds 1 --set size=5 --json"
    ran = bare(COMMANDS, tmp_path, cache, *LACKING, check, "tidy --list")
    assert (ran.returncode, ran.stderr) == (0, "")
    told = json.loads(ran.stdout)
    assert told.pop("tidy --list")[0] == 0  # only a step needs libcst
    status, out, _ = told.pop(check)
    assert (status, [(pair["pair"], pair["events"]) for pair in json.loads(out)]) == (0, [("sticks", 100)])
    assert told == {
        command: [2, "", f"retromaze: this needs the module {lacking}\n"]
        for command, lacking in LACKING.items()
    }


def test_a_module_that_is_broken_is_not_called_missing() -> None:
    broken = ImportError("libSDL2.so: cannot open shared object file", name="pygame.base")
    assert import_failure_message("pygame", broken) == f"pygame cannot be imported ({broken})"
    stranger = ModuleNotFoundError("No module named 'sdl'", name="sdl")
    assert import_failure_message("pygame", stranger) == f"pygame cannot be imported ({stranger})"


def test_what_is_required_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    require_module("nbclient")
    monkeypatch.setitem(sys.modules, "nbclient", None)
    with pytest.raises(ModuleNotFoundError, match="No module named 'nbclient'"):
        require_module("nbclient")
