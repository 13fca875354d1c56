"""A mixer as pygame's is, before a sound card of ours."""

from __future__ import annotations


class Card:
    """A mixer with one channel, as pygame's is; `rate` is how many samples it plays in a second of ours."""

    def __init__(self, rate: float = 48_000.0) -> None:
        self.rate = rate
        self.now = 0.0
        self.played = 0.0
        self.gaps = 0
        self.heard: list[bytes] = []
        self._pieces: list[bytes] = []
        self._left = 0.0
        self.is_open = True

    # --- pygame.mixer

    def Channel(self, number: int) -> Card:
        assert number == 0
        return self

    def Sound(self, buffer: bytes) -> bytes:
        return buffer

    def quit(self) -> None:
        self.is_open = False

    # --- its channel

    def get_busy(self) -> bool:
        return bool(self._pieces)

    def get_queue(self) -> bytes | None:
        return self._pieces[1] if len(self._pieces) > 1 else None

    def play(self, piece: bytes) -> None:
        assert not self._pieces
        self._pieces, self._left = [piece], len(piece) // 4
        self.heard.append(piece)

    def queue(self, piece: bytes) -> None:
        assert len(self._pieces) == 1
        self._pieces.append(piece)
        self.heard.append(piece)

    def stop(self) -> None:
        self._pieces = []

    # --- the user's time

    def clock(self) -> float:
        return self.now

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        left = seconds * self.rate
        while self._pieces and left >= self._left:
            left -= self._left
            del self._pieces[0]
            if self._pieces:
                self._left = len(self._pieces[0]) // 4
            else:
                self.gaps += 1
        if self._pieces:
            self._left -= left

    def delay(self) -> float:
        """Samples that are still to be played."""
        return self._left + sum(len(each) // 4 for each in self._pieces[1:])
