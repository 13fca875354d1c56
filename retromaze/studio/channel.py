"""The interface by which messages are sent and received, over a socket or in a browser."""

from __future__ import annotations

import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from retromaze.errors import Stopped
from retromaze.studio.messages import AboutOpen


class Gone(Stopped):
    """Nobody is at the other end any more."""


class PageChannel(Protocol):
    """One page's end of a conversation."""

    def send(self, message: Any) -> None:
        """Says something to the page. Raises Gone."""

    def receive(self, seconds: float | None) -> Any:
        """The next message; None if for so many seconds (None: for ever) there is none. Raises Gone."""


def words_of_defect(error: Exception) -> str:
    """What a page is told where something of ours went wrong: it goes on, and somebody should hear of it."""
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    place = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
    return f"a defect of retromaze: {type(error).__name__}: {error}{place}"


class NumberedChannel:
    """A page's channel that puts the number of what is open, its `edition`, on every message about it."""

    def __init__(self, channel: PageChannel) -> None:
        self._channel = channel
        self.edition = 0

    def send(self, message: Any) -> None:
        """Sends a message to the page. Raises Gone."""
        is_about_open = isinstance(message, AboutOpen)
        self._channel.send(replace(message, edition=self.edition) if is_about_open else message)

    def receive(self, seconds: float | None) -> Any:
        """The next message; None if for so many seconds (None: for ever) there is none. Raises Gone."""
        return self._channel.receive(seconds)
