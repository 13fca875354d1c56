"""Differences between computers: streams, command lines, languages, folders, installed packages.

What is decided here takes the system's facts as arguments, so that tests on one system try all.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TextIO, cast

# ---- streams


ON_WINDOWS = os.name == "nt"
CHOSEN = "PYTHONIOENCODING"
"""By this variable of Python's own a user chooses the coding of the streams."""

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What would steer a terminal, or turn the order of what it shows: all controls but tab and line feed."""
STANDS_FOR_IT = "\ufffd"


def harmless(text: str) -> str:
    """The text as it may be shown on a terminal, wherever it comes from, with as many characters."""
    return STEERING.sub(STANDS_FOR_IT, text)


def terminal_width(text: str) -> int:
    """Returns how many columns of a terminal a text takes."""
    from unicodedata import east_asian_width  # here, because every command imports this module

    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


class Harmless:
    """A stream of text that lets nothing through by which a listing could steer the user's terminal.

    Who draws by escapes of his own writes to the `stream` beneath.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Writes it, harmless; the number of characters."""
        return self.stream.write(harmless(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes the lines, each made harmless."""
        self.stream.writelines(map(harmless, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def beneath(stream: TextIO) -> TextIO:
    """The stream that lets escapes through."""
    return stream.stream if isinstance(stream, Harmless) else stream


@contextmanager
def harmless_streams() -> Iterator[None]:
    """Has all that is printed meanwhile be harmless, also what pdb, argparse and the like print."""
    output, errors = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, Harmless(output)), cast(TextIO, Harmless(errors))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = output, errors


def open_every_stream() -> None:
    """A stream that was closed before we began (`>&-`) reads nothing and drops what is written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def take_every_character(*, windows: bool = ON_WINDOWS) -> None:
    """Sets coding and errors of the streams: what has no place in a coding is a question mark.

    Listings print kana, and answers may hold anything: neither fails.
    """
    chosen = os.environ.get(CHOSEN, "")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        coding = coding_of(stream.encoding, stream.isatty(), chosen, windows=windows)
        # who has read from standard input already goes on as he began
        with suppress(io.UnsupportedOperation):
            stream.reconfigure(encoding=coding, errors="replace")


def coding_of(now: str, is_terminal: bool, chosen: str, *, windows: bool) -> str:
    """The coding that a stream is to have.

    A file or pipe has UTF-8 on Windows too, as listings have, and as Python itself has it from 3.15 on (PEP
    686): the code page of the system (1252, 932) lacks kana or lines, and is another on the next computer.
    Whoever has `chosen` a coding gets it.
    """
    return "utf-8" if windows and not is_terminal and not chosen else now


def is_reader_gone(error: OSError, *, windows: bool = ON_WINDOWS) -> bool:
    """Whether writing failed because the reader of a pipe has had enough.

    Windows calls that an invalid argument, and so does Python there.
    """
    return isinstance(error, BrokenPipeError) or (
        windows and error.errno == errno.EINVAL and error.filename is None
    )


def show_escapes() -> None:
    """Has the console of Windows obey escape sequences; everywhere else it does so by itself."""
    if sys.platform == "win32":
        import ctypes

        obeys, output = 4, -11  # ENABLE_VIRTUAL_TERMINAL_PROCESSING, STD_OUTPUT_HANDLE
        kernel = ctypes.windll.kernel32
        console, mode = kernel.GetStdHandle(output), ctypes.c_ulong()
        # no console, no mode
        if kernel.GetConsoleMode(console, ctypes.byref(mode)):
            kernel.SetConsoleMode(console, mode.value | obeys)


# ---- words of a command line


PLAIN = re.compile(r"[\w./\\:=+-]+")
"""What needs no quotes in cmd or in PowerShell; `@`, `,` and `%` do in one of them."""


def split_words(text: str, *, windows: bool = ON_WINDOWS) -> list[str]:
    """The words of a line, freed of their quotes. Raises ValueError where a quote is left open."""
    import shlex

    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if windows:
        words.escape = ""
    return list(words)


def shell_word(word: str, *, windows: bool = ON_WINDOWS) -> str:
    """A word for a shell; control characters are written as bash and zsh read them."""
    if windows:
        return windows_word(word)
    if word.isprintable():
        import shlex  # here, because every command imports this module

        return shlex.quote(word)
    return "$'" + word.encode("unicode_escape").decode().replace("'", "\\'") + "'"


def windows_word(word: str) -> str:
    """A word for cmd and PowerShell; double quotes in it as programs on Windows read them."""
    if PLAIN.fullmatch(word):
        return word
    doubled = re.sub(r'(\\*)("|$)', lambda found: 2 * found[1] + ('\\"' if found[2] else ""), word)
    return f'"{doubled}"'


def names_a_place(word: str, separators: tuple[str | None, ...] = (os.sep, os.altsep)) -> bool:
    """Whether a word is a path and not a bare name: `games/maze`, on Windows `games\\maze` as well."""
    return any(each in word for each in separators if each)


# ---- the user's language


SETTINGS = Path("Library", "Preferences", ".GlobalPreferences.plist")
"""Where macOS keeps a user's settings, in the home folder."""


@cache
def system_language() -> str:
    """The languages as locales, the most wanted first, `ja_JP:en_US`; "" where the system tells none."""
    if sys.platform == "win32":
        import ctypes

        return windows_language(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    return mac_languages(Path.home() / SETTINGS) if sys.platform == "darwin" else ""


def windows_language(number: int) -> str:
    """The locale of a language's number on Windows: 0x0411 is `ja_JP`; "" for an unknown one."""
    import locale

    return locale.windows_locale.get(number, "")


def mac_languages(settings: Path) -> str:
    """The languages in a file of settings of macOS, where `ja-JP` stands for `ja_JP`."""
    import plistlib  # here, because every command asks for the language, and only macOS has such a file
    from xml.parsers.expat import ExpatError

    try:
        with settings.open("rb") as file:
            found = plistlib.load(file)
    except (OSError, plistlib.InvalidFileException, ExpatError, ValueError):
        return ""
    wanted = found.get("AppleLanguages") if isinstance(found, dict) else None
    named = [each for each in wanted if isinstance(each, str)] if isinstance(wanted, list) else []
    return ":".join(each.replace("-", "_") for each in named)


# ---- the user's folders


NAME = "retromaze"


def data_folder() -> Path:
    """The folder for a user's files; it need not exist yet."""
    if sys.platform == "win32":
        return local_folder() / NAME
    if sys.platform == "darwin":
        return home("Library", "Application Support", NAME)
    return base_folder("XDG_DATA_HOME", ".local", "share") / NAME


def cache_folder() -> Path:
    """The folder for files that can be made again; it need not exist yet."""
    if sys.platform == "win32":
        return local_folder() / NAME / "Cache"
    if sys.platform == "darwin":
        return home("Library", "Caches", NAME)
    return base_folder("XDG_CACHE_HOME", ".cache") / NAME


def local_folder() -> Path:
    """Windows' folder for what stays on this computer."""
    named = os.environ.get("LOCALAPPDATA", "")
    return Path(named) if named else home("AppData", "Local")


def base_folder(variable: str, *usual: str) -> Path:
    """The folder that a variable of the specification names, or the usual one; a relative one is ignored."""
    named = os.environ.get(variable, "")
    return Path(named) if os.path.isabs(named) else home(*usual)


def home(*parts: str) -> Path:
    """A place in the user's own folder."""
    return Path(os.path.expanduser("~"), *parts)


# ---- packages


WANTED: Mapping[str, str] = {
    "lark": "lark",
    "pygame": "pygame-ce",
    "numpy": "numpy",
    "PIL": "pillow",
    "rich": "rich",
    "pygments": "pygments",
    "prompt_toolkit": "prompt_toolkit",
    "watchfiles": "watchfiles",
    "websockets": "websockets",
    "debugpy": "'retromaze[debug]'",
    "libcst": "'retromaze[tidy]'",
    "matplotlib": "'retromaze[charts]'",
    "lsprotocol": "'retromaze[lsp]'",
    "pygls": "'retromaze[lsp]'",
}
"""Each module that we import, and what a shell is to read behind `pip install`."""


def require(module: str) -> None:
    """Raises ModuleNotFoundError where the module is not installed; it is not imported."""
    from importlib.util import find_spec  # here, because every command imports this module

    if find_spec(module) is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def missing_package(error: ImportError) -> tuple[str, str] | None:
    """The module and the command that installs it; None if no package that we want is missing."""
    module = (error.name or "").partition(".")[0]
    if module not in WANTED or not isinstance(error, ModuleNotFoundError):
        return None
    return module, f"pip install {WANTED[module]}"


def not_imported(module: str, error: ImportError) -> str:
    """Why a module cannot be imported, and what installs it where that would help."""
    found = missing_package(error)
    return "{} is not installed; {}".format(*found) if found else f"{module} cannot be imported ({error})"
