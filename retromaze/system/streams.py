"""Makes the standard streams take and give every character, on every system."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress

ON_WINDOWS = os.name == "nt"
CHOSEN = "PYTHONIOENCODING"
"""By this variable of Python's own a user chooses the coding of the streams."""


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
