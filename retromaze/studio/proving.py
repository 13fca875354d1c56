"""A prover in a process of its own: it takes no time from the run, and what it runs may kill it."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from retromaze.studio.channel import Gone
from retromaze.studio.json_form import BadMessage, decoded, encoded
from retromaze.studio.messages import Failed, Proof
from retromaze.studio.prover import Prover
from retromaze.studio.server import SocketChannel
from retromaze.studio.stage import OwnFiles

DEATH = Proof("none", 0, 0, 0, "the process that ran the port was killed")


class PipeChannel:
    """A conversation over a pipe; what goes through it is JSON, as everywhere."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, message: Any) -> None:
        """Says something to the other end. Raises Gone."""
        try:
            self._connection.send_bytes(encoded(message).encode())
        except OSError:
            raise Gone("the page was closed") from None

    def receive(self, seconds: float | None) -> Any:
        """The next message, None if there is none so long; what is no message is answered. Raises Gone."""
        try:
            if not self._connection.poll(seconds):
                return None
            return decoded(self._connection.recv_bytes())
        except BadMessage as reason:
            self.send(Failed(str(reason)))
            return None
        except (OSError, EOFError):
            raise Gone("the page was closed") from None


def work(connection: Connection, own: OwnFiles | None) -> None:
    """A process's whole work."""
    # Ctrl-C is for the command; with its end the pipe is closed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Prover(PipeChannel(connection), own).serve()


class Proving:
    """A process that proves, and the page's socket tied to it; begun anew where it was killed."""

    def __init__(self, channel: SocketChannel, own: OwnFiles | None) -> None:
        self._channel, self._own = channel, own
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, self._own), daemon=True)
        self._process.start()
        theirs.close()
        self._passing = threading.Thread(target=self._pass_answers, name="proof", daemon=True)
        self._passing.start()

    def relay(self) -> None:
        """Passes on what both say until the page is gone."""
        try:
            while True:
                text = self._channel.receive_text(None)
                if text is not None:
                    self._pass_on(text.encode() if isinstance(text, str) else text)
        except Gone:
            self._process.terminate()
        finally:
            self._end()

    def _end(self) -> None:
        self._process.join()
        # Whoever waits for answers is woken by the end of the process, and then done with the pipe.
        self._passing.join()
        self._connection.close()

    def _pass_on(self, text: bytes) -> None:
        if not self._process.is_alive():
            self._end()
            self._start()
        self._connection.send_bytes(text)

    def _pass_answers(self) -> None:
        connection = self._connection
        try:
            while True:
                self._channel.send_text(connection.recv_bytes().decode())
        except Gone:
            return
        except (OSError, EOFError):
            self._process.join()
        with suppress(Gone):
            self._channel.send_text(encoded(DEATH))


def relayed(channel: SocketChannel, own: OwnFiles | None) -> None:
    """A page's conversation with a prover in a process of its own."""
    Proving(channel, own).relay()
