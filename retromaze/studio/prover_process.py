"""The prover (which compares listing and port) in a process of its own, that what it runs may kill."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from retromaze.comparison.workers import safe_import_path
from retromaze.studio.channel import LONGEST, BadMessage, JsonChannel, PageClosed, decode_message
from retromaze.studio.messages import Check, Failed, JudgeAnswer, Judged, Open, Proof
from retromaze.studio.open_program import UserFiles
from retromaze.studio.prover import Prover, Question, unproved
from retromaze.studio.server import SocketChannel

PATIENCE = 4.0
"""Seconds within which a busy prover must read a newer message; otherwise it is replaced."""

PROVER_DIED = unproved("the process that ran the port was killed")


class PipeChannel(JsonChannel):
    """A channel over a pipe between processes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send_text(self, text: str) -> None:
        try:
            self._connection.send_bytes(text.encode())
        except OSError:
            raise PageClosed("the page was closed") from None

    def receive_text(self, seconds: float | None) -> bytes | None:
        try:
            return self._connection.recv_bytes(LONGEST) if self._connection.poll(seconds) else None
        except (OSError, EOFError):
            raise PageClosed("the page was closed") from None


def run_prover(connection: Connection, folder: Path, user_files: UserFiles | None) -> None:
    """Proves in the new process until the pipe is closed."""
    # Ctrl-C ends the command, which closes the pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Prover(PipeChannel(connection), folder, user_files).serve()


class ProverProcess:
    """Connects a page's socket to a prover in a process of its own.

    The process is started again if it was killed, or if it does not read a newer message in time: a run may
    be long, and Python cannot be interrupted within a computation in C. `_was_killed_here`: whether the
    present process was killed by this object. `_last_texts` has the last message of each kind that a new
    process needs, as JSON: Open, Check, and an answer to judge until the verdict on it is there. `_edition`
    is the page's number of the open program. `_is_proving`: whether a proof goes on. `_interrupted_at` is
    the time of a message that is to end it, None once the process has answered.
    """

    def __init__(self, channel: SocketChannel, folder: Path, user_files: UserFiles | None) -> None:
        self._channel, self._folder, self._user_files = channel, folder, user_files
        self._last_texts: dict[type[Any], bytes] = {}
        self._edition = 0
        self._is_proving = False
        self._interrupted_at: float | None = None
        self._start()

    def _start(self) -> None:
        """Starts the process, and the thread that passes its answers on to the page."""
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._was_killed_here = False
        self._process = context.Process(
            target=run_prover, args=(theirs, self._folder, self._user_files), daemon=True
        )
        with safe_import_path():
            self._process.start()
        theirs.close()
        self._answer_thread = threading.Thread(target=self._pass_answers, name="proof", daemon=True)
        self._answer_thread.start()

    def relay(self) -> None:
        """Passes messages between page and process until the page is closed."""
        try:
            while True:
                text = self._channel.receive_text(self._seconds_left())
                if text is not None:
                    self._forward_message(text.encode() if isinstance(text, str) else text)
                elif self._seconds_left() == 0:
                    self._restart()
        except PageClosed:
            pass
        finally:
            self._kill()

    def _seconds_left(self) -> float | None:
        """Seconds within which a proof that a message interrupts has to end; None if there is none to end."""
        since = self._interrupted_at
        return None if since is None else max(0.0, since + PATIENCE - time.monotonic())

    def _kill(self) -> None:
        """Kills the process and waits for the thread that reads its answers."""
        self._was_killed_here = True
        self._process.kill()
        self._process.join()
        # the end of the process ends the thread that reads its answers; only then the pipe is closed
        self._answer_thread.join()
        self._connection.close()

    def _restart(self) -> None:
        """Replaces the process by a new one, which gets the last messages again."""
        self._kill()
        # sent once only: this message may be what killed the process
        judgement = self._last_texts.pop(JudgeAnswer, None)
        # Open and Check begin a proof
        self._is_proving, self._interrupted_at = bool(self._last_texts), None
        self._start()
        for text in self._last_texts.values():
            self._send(text)
        if judgement is not None:
            self._send(judgement)

    def _forward_message(self, text: bytes) -> None:
        """Sends a message of the page to the process, and remembers it for a restart of the process."""
        message = None
        # the process itself answers a bad message
        with suppress(BadMessage):
            message = decode_message(text)
        if isinstance(message, Open | Check | JudgeAnswer):
            self._last_texts[type(message)] = text
        if isinstance(message, Open):
            self._edition = message.edition
        if not self._process.is_alive():
            # the restart sends this message too, if it was remembered
            self._restart()
            return
        if isinstance(message, Question):
            # a question does not end the proof
            self._send(text)
            return
        if self._is_proving:
            self._interrupted_at = time.monotonic()
        self._is_proving = True
        self._send(text)

    def _send(self, text: bytes) -> None:
        with suppress(BrokenPipeError):
            # `_pass_answers` reports the death of the process
            self._connection.send_bytes(text)

    def _pass_answers(self) -> None:
        """Passes the answers of the process on to the page, in a thread; reports the death of the process."""
        connection = self._connection
        try:
            while True:
                text = connection.recv_bytes(LONGEST)
                # a port can write into the pipe: what is no message is not passed on
                with suppress(BadMessage):
                    self._note_answer(decode_message(text))
                    self._channel.send_text(text.decode())
        except PageClosed:
            return
        except (OSError, EOFError):
            self._process.join()
        if not self._was_killed_here:
            self._last_texts.pop(JudgeAnswer, None)
            with suppress(PageClosed):
                self._channel.send(replace(PROVER_DIED, edition=self._edition))

    def _note_answer(self, answer: Any) -> None:
        """Notes that the process reads messages, as it has answered, and whether its proof goes on."""
        self._interrupted_at = None
        if isinstance(answer, Judged | Failed):
            self._last_texts.pop(JudgeAnswer, None)
        if isinstance(answer, Proof):
            self._is_proving = answer.state == "running"


def relay_to_prover(channel: SocketChannel, user_files: UserFiles | None, home: Path | None = None) -> None:
    """Serves a page's socket by a prover process; texts are written into a temporary folder in `home`."""
    with TemporaryDirectory(prefix="retromaze-studio-", dir=home) as folder:
        ProverProcess(channel, Path(folder), user_files).relay()
