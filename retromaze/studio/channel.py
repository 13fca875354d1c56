"""The interface by which messages are sent and received, over a socket or in a browser."""

from __future__ import annotations

import traceback
from pathlib import Path
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


def words_of_defect(error: Exception) -> str:
    """What a page is told where something of ours went wrong: it goes on, and somebody should hear of it."""
    *_, last = traceback.extract_tb(error.__traceback__) or [None]
    place = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
    return f"a defect of retromaze: {type(error).__name__}: {error}{place}"
