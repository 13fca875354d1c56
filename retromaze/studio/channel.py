"""The interface by which messages are sent and received, over a socket or in a browser."""

from __future__ import annotations

from typing import Any, Protocol

from retromaze.errors import Stopped


class Gone(Stopped):
    """Nobody is at the other end any more."""


class PageChannel(Protocol):
    """One page's end of a conversation."""

    def send(self, message: Any) -> None:
        """Says something to the page. Raises Gone."""

    def receive(self, seconds: float | None) -> Any:
        """The next message; None if for so many seconds (None: for ever) there is none. Raises Gone."""
