"""The prover in a process of its own, which may be killed by what it runs."""

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
from retromaze.studio.channel import LONGEST, BadMessage, Gone, decoded, encoded, heard
from retromaze.studio.messages import Check, CompareRuns, Failed, JudgeAnswer, Judged, Open, PortState, Proof
from retromaze.studio.prover import Prover
from retromaze.studio.server import SocketChannel
from retromaze.studio.workspace import OwnFiles

PATIENCE = 4.0
"""Seconds within which a prover that is at work hears of something newer, between two runs."""

DEATH = Proof("none", 0, 0, 0, "the process that ran the port was killed")


class PipeChannel:
    """A conversation over a pipe; what goes through it is JSON, as everywhere."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, message: Any) -> None:
        try:
            self._connection.send_bytes(encoded(message).encode())
        except OSError:
            raise Gone("the page was closed") from None

    def receive(self, seconds: float | None) -> Any:
        try:
            if not self._connection.poll(seconds):
                return None
            text = self._connection.recv_bytes(LONGEST)
        except (OSError, EOFError):
            raise Gone("the page was closed") from None
        return heard(text, self.send)


def run_prover(connection: Connection, folder: Path, own: OwnFiles | None) -> None:
    # Ctrl-C is for the command; with its end the pipe is closed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Prover(PipeChannel(connection), folder, own).serve()


class ProverProcess:
    """Connects a page's socket to a process that proves.

    The process is started again if it was killed, or if it does not read a newer message in time: a run may
    be long, and Python cannot be interrupted within a computation in C.
    """

    def __init__(self, channel: SocketChannel, folder: Path, own: OwnFiles | None) -> None:
        self._channel, self._folder, self._own = channel, folder, own
        self._said: dict[type[Any], bytes] = {}
        self._to_judge: bytes | None = None
        self._edition = 0
        self._busy = False
        self._asked_at: float | None = None
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._replaced = False
        self._process = context.Process(
            target=run_prover, args=(theirs, self._folder, self._own), daemon=True
        )
        with safe_import_path():
            self._process.start()
        theirs.close()
        self._passing = threading.Thread(target=self._pass_answers, name="proof", daemon=True)
        self._passing.start()

    def relay(self) -> None:
        """Passes on what both say until the page is gone."""
        try:
            while True:
                text = self._channel.receive_text(self._patience())
                if text is not None:
                    self._pass_on(text.encode() if isinstance(text, str) else text)
                elif self._patience() == 0:
                    self._start_anew()
        except Gone:
            pass
        finally:
            self._end()

    def _patience(self) -> float | None:
        """Seconds until a busy prover that does not read a newer message is replaced."""
        asked_at = self._asked_at
        return None if asked_at is None else max(0.0, asked_at + PATIENCE - time.monotonic())

    def _end(self) -> None:
        self._replaced = True
        self._process.kill()
        self._process.join()
        # Whoever waits for answers is woken by the end of the process, and then done with the pipe.
        self._passing.join()
        self._connection.close()

    def _start_anew(self) -> None:
        self._end()
        self._busy, self._asked_at = False, None
        self._start()
        for text in self._said.values():
            self._begin(text)
        if self._to_judge is not None:
            # once only: it may be what the process ended of
            self._send(self._to_judge)
            self._to_judge = None

    def _pass_on(self, text: bytes) -> None:
        asks = False
        with suppress(BadMessage):
            message = decoded(text)
            asks = isinstance(message, PortState | CompareRuns | JudgeAnswer)
            if isinstance(message, JudgeAnswer):
                self._to_judge = text
            if isinstance(message, Open | Check):
                self._said[type(message)] = text
            if isinstance(message, Open):
                self._edition = message.edition
        if not self._process.is_alive():
            self._start_anew()
            return
        if asks:
            # What is at work need not end for it.
            self._send(text)
            return
        if self._busy:
            self._asked_at = time.monotonic()
        self._begin(text)

    def _begin(self, text: bytes) -> None:
        self._busy = True
        self._send(text)

    def _send(self, text: bytes) -> None:
        with suppress(BrokenPipeError):
            # Whoever has just died is told of by the thread that hears it.
            self._connection.send_bytes(text)

    def _pass_answers(self) -> None:
        connection = self._connection
        try:
            while True:
                text = connection.recv_bytes(LONGEST)
                # A port may have got hold of the pipe: what is no message is not passed on.
                with suppress(BadMessage):
                    self._hear(decoded(text))
                    self._channel.send_text(text.decode())
        except Gone:
            return
        except (OSError, EOFError):
            self._process.join()
        if not self._replaced:
            self._to_judge = None
            with suppress(Gone):
                self._channel.send(replace(DEATH, edition=self._edition))

    def _hear(self, answer: Any) -> None:
        self._asked_at = None
        if isinstance(answer, Judged | Failed):
            self._to_judge = None
        if isinstance(answer, Proof):
            self._busy = answer.state == "running"


def relay_to_prover(channel: SocketChannel, own: OwnFiles | None, home: Path | None = None) -> None:
    """A page's conversation with a prover in a process of its own; texts are put into a folder in `home`."""
    with TemporaryDirectory(prefix="retromaze-studio-", dir=home) as folder:
        ProverProcess(channel, Path(folder), own).relay()
