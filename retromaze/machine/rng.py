"""Random numbers: eight series of TinyMT-32."""

from __future__ import annotations

from retromaze.machine.observed import Effect, observed
from retromaze.machine.tinymt import block, initial_state, next_words

SERIES = 8

# Most programs draw little, and a block is worth its time only to those that go on.
FEW, MANY = 32, 2048


class Rng:
    """Eight independent TinyMT-32 generators, series 0 to 7, each of period 2**127 - 1.

    The same seed gives the same sequence in every series. No entropy inside: who creates it seeds it.
    Source: reference of the language, section 7.
    """

    def __init__(self, value: int) -> None:
        # of each series: how many words were made, the state behind them, and those not yet drawn, last first
        self._made = [0] * SERIES
        self._states = [initial_state(value)] * SERIES
        self._waiting: list[list[int]] = [[] for _ in range(SERIES)]

    @observed(Effect.CHANCE, "starts a random series by")
    def seed(self, value: int, series: int = 0) -> None:
        """Starts one series anew from `value`, taken as unsigned 32 bits; the others go on as they are.

        Raises ValueError if series is not 0 to 7.
        """
        check_series(series)
        self._made[series], self._waiting[series] = 0, []
        self._states[series] = initial_state(value)

    @observed(Effect.CHANCE, "takes")
    def below(self, bound: int, series: int = 0) -> int:
        """A whole number from 0 to bound - 1: the raw word modulo bound; one step of the series.

        Raises ValueError if bound < 1 or series is not 0 to 7.
        Source: reference of the language, 7.2. Unverified: whether the console rejects words of the last,
        incomplete round of the modulo (it would show only with bounds near 2**31).
        """
        if bound < 1 or not 0 <= series < SERIES:
            check_series(series)
            raise ValueError(f"no whole number is below {bound}")
        # as raw() does; a further call would double the time
        waiting = self._waiting[series]
        return (waiting.pop() if waiting else self._next(series)) % bound

    @observed(Effect.CHANCE, "takes")
    def fraction(self, series: int = 0) -> float:
        """A real, 0 <= r < 1, of 53 bits: 27 of one word and 26 of the next; two steps of the series.

        Raises ValueError if series is not 0 to 7.
        Source: reference of the language, 7.2. Unverified: the bits beyond the eight printed decimals.
        """
        high = self.raw(series) >> 5
        low = self.raw(series) >> 6
        return ((high << 26) + low) / (1 << 53)

    @observed(Effect.CHANCE, "takes")
    def raw(self, series: int = 0) -> int:
        """The next word of a series, 0 to 2**32 - 1; one step.

        Raises ValueError if series is not 0 to 7.
        """
        check_series(series)
        waiting = self._waiting[series]
        return waiting.pop() if waiting else self._next(series)

    def _next(self, series: int) -> int:
        """Makes words where none wait, few at first, and takes one."""
        state = self._states[series]
        words, self._states[series] = next_words(state, FEW) if self._made[series] < MANY else block(state)
        self._made[series] += len(words)
        words.reverse()
        self._waiting[series] = words
        return words.pop()


def check_series(series: int) -> None:
    if not 0 <= series < SERIES:
        raise ValueError(f"there is no random series {series}")
