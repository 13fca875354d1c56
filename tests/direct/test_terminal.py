"""The prompt in a real pseudo-terminal: keys, history, INPUT, and Ctrl-C as the START button."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
PATIENCE = 30.0
ROOT = str(Path(__file__).resolve().parents[2])


class Keyboard:
    """A session in a child process behind a pseudo-terminal."""

    def __init__(self, data: Path, *options: str) -> None:
        environment = dict(
            os.environ,
            PYTHONPATH=ROOT,
            TERM="xterm",
            XDG_DATA_HOME=str(data),
            PROMPT_TOOLKIT_NO_CPR="1",
            COLUMNS="80",
            LINES="24",
        )
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            command = [sys.executable, "-m", "retromaze", "direct", "--speed", "max", *options]
            os.execve(sys.executable, command, environment)

    def until(self, text: str) -> str:
        """Reads until the text appears; gives what was read."""
        seen = b""
        end = time.monotonic() + PATIENCE
        while text.encode() not in seen:
            assert time.monotonic() < end, f"{text!r} did not appear: {seen!r}"
            ready, _, _ = select.select([self.terminal], [], [], 0.1)
            if ready:
                seen += os.read(self.terminal, 65536)
        return seen.decode(errors="replace")

    def ready(self) -> None:
        """Waits for the prompt, which brackets what is pasted."""
        self.until("\x1b[?2004h")

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def close(self) -> int:
        """Ends the session; gives its exit status."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                if select.select([self.terminal], [], [], 0.1)[0]:
                    os.read(self.terminal, 65536)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                os.close(self.terminal)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        raise AssertionError("the session did not end")


@pytest.fixture
def keyboard(tmp_path: Path) -> Iterator[Keyboard]:
    made = Keyboard(tmp_path)
    made.until("OK")
    made.ready()
    yield made
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(made.process, signal.SIGKILL)
        os.waitpid(made.process, 0)


def test_a_session_at_the_keyboard(keyboard: Keyboard, tmp_path: Path) -> None:
    keyboard.type("PRIN\t")
    keyboard.until("PRINT")
    keyboard.type(" 6*7\r")
    keyboard.until("42\r\nOK")
    keyboard.ready()
    keyboard.type('INPUT "N";A\r')
    keyboard.until("N?")
    keyboard.type("99\r")
    keyboard.until("OK")
    keyboard.ready()
    keyboard.type("gibberish\x03")
    keyboard.ready()
    keyboard.type("PRINT A+1\r")
    keyboard.until("100\r\nOK")
    keyboard.ready()
    keyboard.type("\x04")
    assert keyboard.close() == 0
    history = (tmp_path / "retromaze" / "direct_history").read_text()
    assert [line for line in history.split("\n") if line.startswith("+")] == [
        "+PRINT 6*7",
        '+INPUT "N";A',
        "+PRINT A+1",
    ]


def test_control_c_is_the_start_button(keyboard: Keyboard) -> None:
    keyboard.type('PRGEDIT 0:PRGSET "PRINT 1":PRGINS "WHILE X==0:WEND:PRINT 7",1\r')
    keyboard.until("OK")
    keyboard.ready()
    keyboard.type("RUN\r")
    keyboard.until("1\r\n")
    keyboard.type("\x03")
    keyboard.until("Break on 0:2")
    keyboard.ready()
    keyboard.type("X=1:CONT\r")
    keyboard.until("7\r\nOK")
    keyboard.ready()
    keyboard.type('LINPUT "NAME:";A$:PRINT 5\r')
    keyboard.until("\x1b[?2004l")
    keyboard.until("NAME:")
    keyboard.type("\x03")
    keyboard.until("Break\r\n")
    keyboard.ready()
    keyboard.type("EXIT\r")
    assert keyboard.close() == 0


def test_function_keys_type_their_texts(keyboard: Keyboard) -> None:
    keyboard.type('KEY 1,"PRINT 77"+CHR$(13):KEY 2,"PRINT "\r')
    keyboard.until("OK")
    keyboard.ready()
    keyboard.type("\x1bOP")
    keyboard.until("77\r\nOK")
    keyboard.ready()
    keyboard.type("\x1bOQ88\r")
    keyboard.until("88\r\nOK")
