"""Differences between computers: streams, command lines, languages, folders, installed packages.

Functions that decide something take the facts of the system as arguments, so that one computer can test all.
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
"""The environment variable of Python by which a user chooses the encoding of the streams."""

CONTROL_CHARACTERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that control a terminal or change the direction of text; not tab and line feed."""
REPLACEMENT = "\ufffd"


def replace_controls(text: str) -> str:
    """Returns the text with each character that could control a terminal replaced by U+FFFD."""
    return CONTROL_CHARACTERS.sub(REPLACEMENT, text)


def terminal_width(text: str) -> int:
    """Returns how many columns of a terminal a text takes."""
    from unicodedata import east_asian_width  # here, because every command imports this module

    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


class ControlFilter:
    """A text stream that replaces characters by which a listing could control the user's terminal.

    Our own code that needs escape sequences writes to `stream`, the stream below.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(replace_controls(text))

    def writelines(self, lines: Iterable[str]) -> None:
        self.stream.writelines(map(replace_controls, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def unfiltered_stream(stream: TextIO) -> TextIO:
    """Returns the stream below a ControlFilter, which lets escape sequences through; others as they are."""
    return stream.stream if isinstance(stream, ControlFilter) else stream


@contextmanager
def filtered_streams() -> Iterator[None]:
    """Filters all output, of pdb and argparse too, through ControlFilter during the `with` block."""
    output, errors = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, ControlFilter(output)), cast(TextIO, ControlFilter(errors))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = output, errors


def open_missing_streams() -> None:
    """Opens the null device for each standard stream closed before the start (`>&-`), which is None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def set_stream_encodings(*, windows: bool = ON_WINDOWS) -> None:
    """Sets the encodings of the standard streams so that every character can be read and written.

    A character that an encoding lacks becomes a question mark: listings print kana, and answers may hold any
    character.
    """
    chosen = os.environ.get(CHOSEN, "")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        coding = encoding_for_stream(stream.encoding, stream.isatty(), chosen, windows=windows)
        # the encoding of standard input cannot change once something was read; then it stays
        with suppress(io.UnsupportedOperation):
            stream.reconfigure(encoding=coding, errors="replace")


def encoding_for_stream(present: str, is_terminal: bool, chosen: str, *, windows: bool) -> str:
    """Returns the encoding that a stream is to have: `present`, its own, unless it should be UTF-8.

    `chosen` is the user's choice of an encoding, or "".

    A file or pipe has UTF-8 on Windows too, as listings have, and as Python itself has it from 3.15 on (PEP
    686): the system's code page (1252, 932) lacks kana or box-drawing lines, and differs between computers.
    """
    return "utf-8" if windows and not is_terminal and not chosen else present


def is_reader_gone(error: OSError, *, windows: bool = ON_WINDOWS) -> bool:
    """Whether writing failed as the reader of a pipe has ended: on Windows that is an invalid argument."""
    return isinstance(error, BrokenPipeError) or (
        windows and error.errno == errno.EINVAL and error.filename is None
    )


def show_escapes() -> None:
    """Switches escape sequences on in the console of Windows; other systems need nothing."""
    if sys.platform == "win32":
        import ctypes

        processing, output = 4, -11  # ENABLE_VIRTUAL_TERMINAL_PROCESSING, STD_OUTPUT_HANDLE
        kernel = ctypes.windll.kernel32
        console, mode = kernel.GetStdHandle(output), ctypes.c_ulong()
        # the call fails if standard output is no console, which then needs nothing
        if kernel.GetConsoleMode(console, ctypes.byref(mode)):
            kernel.SetConsoleMode(console, mode.value | processing)


# ---- the environment


@contextmanager
def environment_variable(name: str, value: str) -> Iterator[None]:
    """Sets an environment variable during the `with` block; afterwards it is as it was before."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]
        if before is not None:
            os.environ[name] = before


# ---- words of a command line


PLAIN = re.compile(r"[\w./\\:=+-]+")
"""A word that needs no quotes in cmd and in PowerShell; `@`, `,` and `%` need them in one of the two."""


def split_words(text: str, *, windows: bool = ON_WINDOWS) -> list[str]:
    """Splits a command line into words without their quotes. Raises ValueError if a quote is left open."""
    import shlex

    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    # a # begins no comment
    words.commenters = ""
    if windows:
        # a backslash is part of a path on Windows
        words.escape = ""
    return list(words)


def shell_word(word: str, *, windows: bool = ON_WINDOWS) -> str:
    """Returns a word quoted for a shell; control characters are written as bash and zsh read them."""
    if windows:
        return windows_word(word)
    if word.isprintable():
        import shlex  # here, because every command imports this module

        return shlex.quote(word)
    return "$'" + printable(word.replace("\\", "\\\\")).replace("'", "\\'") + "'"


def printable(text: object) -> str:
    """Returns a text with its control characters escaped: a file's name must not control the terminal."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in str(text)
    )


def windows_word(word: str) -> str:
    """Returns a word quoted for cmd and PowerShell; double quotes in it get a backslash before them."""
    if PLAIN.fullmatch(word):
        return word

    def escaped(found: re.Match[str]) -> str:
        """Returns backslashes before a quote in the word, or before its end, as Windows' rules want them."""
        backslashes, quote = found.groups()
        return 2 * backslashes + ('\\"' if quote else "")

    return '"' + re.sub(r'(\\*)("|$)', escaped, word) + '"'


def is_path(word: str, separators: tuple[str | None, ...] = (os.sep, os.altsep)) -> bool:
    """Whether a word is a path and not a bare name: `games/maze`, on Windows `games\\maze` as well."""
    return any(each in word for each in separators if each)


# ---- the user's language


SETTINGS = Path("Library", "Preferences", ".GlobalPreferences.plist")
"""Where macOS keeps a user's settings, in the home folder."""


@cache
def system_language() -> str:
    """Returns the user's languages as locales, the preferred first: `ja_JP:en_US`; "" if they are unknown.

    On Linux it is "": the caller looks at the environment variables first, and there is nothing else.
    """
    if sys.platform == "win32":
        import ctypes

        return windows_language(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    return mac_languages(Path.home() / SETTINGS) if sys.platform == "darwin" else ""


def windows_language(number: int) -> str:
    """Returns the locale of a language's number on Windows: 0x0411 is `ja_JP`; "" for an unknown number."""
    import locale

    return locale.windows_locale.get(number, "")


def mac_languages(settings: Path) -> str:
    """Returns the languages in a settings file of macOS, which has `ja-JP` for `ja_JP`; "" if it has none."""
    import plistlib  # here, because every command asks for the language, and only macOS has such a file
    from xml.parsers.expat import ExpatError

    try:
        with settings.open("rb") as file:
            content = plistlib.load(file)
    except (OSError, plistlib.InvalidFileException, ExpatError, ValueError):
        return ""
    # the file is not ours, so every type is checked
    wanted = content.get("AppleLanguages") if isinstance(content, dict) else None
    languages = [each for each in wanted if isinstance(each, str)] if isinstance(wanted, list) else []
    return ":".join(each.replace("-", "_") for each in languages)


# ---- the user's folders


NAME = "retromaze"


def data_folder() -> Path:
    """Returns the folder for a user's files; it need not exist yet."""
    if sys.platform == "win32":
        return local_folder() / NAME
    if sys.platform == "darwin":
        return home("Library", "Application Support", NAME)
    return base_folder("XDG_DATA_HOME", ".local", "share") / NAME


def cache_folder() -> Path:
    """Returns the folder for files that can be made again; it need not exist yet."""
    if sys.platform == "win32":
        return local_folder() / NAME / "Cache"
    if sys.platform == "darwin":
        return home("Library", "Caches", NAME)
    return base_folder("XDG_CACHE_HOME", ".cache") / NAME


def local_folder() -> Path:
    """Returns Windows' folder for files that stay on this computer."""
    named = os.environ.get("LOCALAPPDATA", "")
    return Path(named) if named else home("AppData", "Local")


def base_folder(variable: str, *usual: str) -> Path:
    """Returns the folder that an XDG variable names, else the usual one in the home folder."""
    named = os.environ.get(variable, "")
    # the XDG specification says to ignore relative paths
    return Path(named) if os.path.isabs(named) else home(*usual)


def home(*parts: str) -> Path:
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
"""Each module that we import, and its package as a shell reads it after `pip install`."""


def installed_version() -> str | None:
    """Returns our own version; None if the package is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("retromaze")
    except PackageNotFoundError:
        return None


def require_module(module: str) -> None:
    """Raises ModuleNotFoundError, before the work begins, if a module is not installed. Imports nothing."""
    from importlib.util import find_spec  # here, because every command imports this module

    if find_spec(module) is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def missing_package(error: ImportError) -> tuple[str, str] | None:
    """Returns the missing module and the command that installs it; None if it is none of our packages."""
    module = (error.name or "").partition(".")[0]
    if module not in WANTED or not isinstance(error, ModuleNotFoundError):
        return None
    return module, f"pip install {WANTED[module]}"


def import_failure_message(module: str, error: ImportError) -> str:
    """Returns a message why a module cannot be imported, with the command that would install it, if any."""
    missing = missing_package(error)
    return "{} is not installed; {}".format(*missing) if missing else f"{module} cannot be imported ({error})"
