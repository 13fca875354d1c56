"""The prompt in a real pseudo-terminal: keys, history, INPUT, and Ctrl-C as the START button."""

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.eventloop.inputhook import InputHookContext
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from retromaze.direct.session import DirectSession
from retromaze.direct.terminal import PromptLine, Terminal, key_label
from retromaze.machine.machine import Machine

pty = pytest.importorskip("pty")
PATIENCE = 60.0
# Ctrl-C reaches the process whose own terminal it is typed at.
CHILD = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from retromaze.cli import main
sys.exit(main())
"""
ROOT = str(Path(__file__).resolve().parents[2])


class Keyboard:
    """A session in a child process behind a pseudo-terminal."""

    def __init__(self, data: Path) -> None:
        environment = dict(
            os.environ,
            PYTHONPATH=ROOT,
            TERM="xterm",
            XDG_DATA_HOME=str(data),
            PROMPT_TOOLKIT_NO_CPR="1",
            COLUMNS="80",
            LINES="24",
        )
        self.seen = b""
        self.terminal, end = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD, "direct", "--speed", "max", "--headless"],
            stdin=end,
            stdout=end,
            stderr=end,
            env=environment,
            start_new_session=True,
        )
        os.close(end)

    def until(self, text: str) -> None:
        """Reads up to the end of a text that must appear."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not appear: {self.seen!r}"
            ready, _, _ = select.select([self.terminal], [], [], 0.1)
            if ready:
                self.seen += os.read(self.terminal, 65536)
        self.seen = self.seen.partition(text.encode())[2]

    def ready(self) -> None:
        """Waits for the prompt, which brackets what is pasted."""
        self.until("\x1b[?2004h")

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def enter(self, keys: str, told: str) -> None:
        """Types keys that are answered by this text and another prompt."""
        self.type(keys)
        self.until(told)
        self.ready()

    def close(self) -> int:
        """Waits for the session to end; gives its exit status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(OSError):
                if select.select([self.terminal], [], [], 0.1)[0]:
                    os.read(self.terminal, 65536)
        return self.process.wait(0.1)

    def give_back(self) -> None:
        """Ends whatever is left."""
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


@pytest.fixture
def keyboard(tmp_path: Path) -> Iterator[Keyboard]:
    made = Keyboard(tmp_path)
    try:
        made.until("OK")
        made.ready()
        yield made
    finally:
        made.give_back()


@pytest.mark.slow
def test_a_session_at_the_keyboard(keyboard: Keyboard, tmp_path: Path) -> None:
    keyboard.type("PRIN\t")
    keyboard.until("PRINT")
    keyboard.enter(" 6*7\r", "42\r\nOK")
    keyboard.type('INPUT "N";A\r')
    keyboard.until("N?")
    keyboard.enter("99\r", "OK")
    keyboard.type("gibberish\x03")
    keyboard.ready()
    keyboard.enter("PRINT A+1\r", "100\r\nOK")
    # Ctrl-C is the START button, and function keys type their texts
    keyboard.enter('PRGEDIT 0:PRGSET "PRINT 1":PRGINS "WHILE X==0:WEND:PRINT 7",1\r', "OK")
    keyboard.type("RUN\r")
    keyboard.until("1\r\n")
    keyboard.enter("\x03", "Break on 0:2")
    keyboard.enter("X=1:CONT\r", "7\r\nOK")
    keyboard.type('LINPUT "NAME:";A$:PRINT 5\r')
    keyboard.until("\x1b[?2004l")
    keyboard.until("NAME:")
    keyboard.enter("\x03", "Break\r\n")
    keyboard.enter('KEY 1,"PRINT 77"+CHR$(13):KEY 2,"PRINT "\r', "OK")
    keyboard.enter("\x1bOP", "77\r\nOK")
    keyboard.enter("\x1bOQ88\r", "88\r\nOK")
    keyboard.type("\x04")
    assert keyboard.close() == 0
    history = (tmp_path / "retromaze" / "direct_history").read_text()
    assert [line for line in history.split("\n") if line.startswith("+")][:3] == [
        "+PRINT 6*7",
        '+INPUT "N";A',
        "+PRINT A+1",
    ]


def test_a_line_typed_elsewhere() -> None:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        lines: PromptSession[str] = PromptSession()
        line = PromptLine(lines)
        keys = iter(["A", "=", "5", "left", "1", "c-m", "lost"])

        def wait(context: InputHookContext) -> None:
            line.type(next(keys))
            select.select([context.fileno()], [], [])

        assert lines.prompt(inputhook=wait) == "A=15"
        line.type("x")
        assert lines.prompt(inputhook=lambda context: line.submit("RUN")) == "RUN"
        assert lines.prompt(default="half", inputhook=lambda context: line.submit("")) == ""
        assert list(lines.history.get_strings()) == ["A=15", "RUN"]


def test_function_keys_are_shown() -> None:
    assert key_label('LOAD "') == 'LOAD "'
    assert key_label("RUN\r") == "RUN↵"


def test_why_there_is_no_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        reasons = []
        for windowed in (True, False):
            terminal = Terminal(tmp_path / "history", windowed=windowed)
            reasons.append(terminal.attach(DirectSession(Machine(seed=1), terminal)))
            terminal.close()
    assert reasons == ["SDL_VIDEODRIVER=dummy shows nothing", ""]
