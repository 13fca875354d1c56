"""Makes the standard streams take and give every character, on every system."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

ON_WINDOWS = os.name == "nt"
CHOSEN = "PYTHONIOENCODING"
"""By this variable of Python's own a user chooses the coding of the streams."""

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What would steer a terminal, or turn the order of what it shows: all controls but tab and line feed."""
STANDS_FOR_IT = "\ufffd"


def harmless(text: str) -> str:
    """The text as it may be shown on a terminal, wherever it comes from, with as many characters."""
    return STEERING.sub(STANDS_FOR_IT, text)


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
        """Writes them, harmless."""
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
