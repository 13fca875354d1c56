"""Chance: eight series of TinyMT-32, the generator of the console."""

from __future__ import annotations

from retromaze.machine.events import observed

SERIES = 8

# The console's parameters. Source: reference of the language, 7.1 (checked with its published sequence).
MAT1 = 0x8F7011EE
MAT2 = 0xFC78FF1F
TMAT = 0x3793FDFF

_WORD = 0xFFFFFFFF
_LOW = 0x7FFFFFFF
_SPREAD = 1812433253
_WARM_UP = 8

State = tuple[int, int, int, int]


class Rng:
    """Eight independent TinyMT-32 generators, series 0 to 7, each of period 2**127 - 1.

    The same seed gives the same sequence in every series. No entropy inside: who creates it seeds it.
    Source: reference of the language, section 7.
    """

    def __init__(self, value: int) -> None:
        self._states: list[State] = [initial_state(value)] * SERIES

    @observed
    def seed(self, value: int, series: int = 0) -> None:
        """Starts one series anew from `value`, taken as unsigned 32 bits; the others go on as they are.

        Raises ValueError if series is not 0 to 7.
        """
        check_series(series)
        self._states[series] = initial_state(value)

    @observed
    def below(self, bound: int, series: int = 0) -> int:
        """A whole number from 0 to bound - 1: the raw word modulo bound; one step of the series.

        Raises ValueError if bound < 1 or series is not 0 to 7.
        Source: reference of the language, 7.2. Unverified: whether the console rejects words of the last,
        incomplete round of the modulo (it would show only with bounds near 2**31).
        """
        if bound < 1 or not 0 <= series < SERIES:
            check_series(series)
            raise ValueError(f"no whole number is below {bound}")
        # raw() written out: the call would add a third to the time of the main demo's 24,000 draws.
        s0, s1, s2, s3 = self._states[series]
        x = (s0 & _LOW) ^ s1 ^ s2
        x = (x ^ x << 1) & _WORD
        s3 ^= s3 >> 1 ^ x
        mixed = (x ^ s3 << 10) & _WORD
        if s3 & 1:
            s2 ^= MAT1
            mixed ^= MAT2
        self._states[series] = (s1, s2, mixed, s3)
        tempered = s1 + (mixed >> 8)
        word = s3 ^ tempered & _WORD
        return (word ^ TMAT if tempered & 1 else word) % bound

    @observed
    def fraction(self, series: int = 0) -> float:
        """A real, 0 <= r < 1, of 53 bits: 27 of one word and 26 of the next; two steps of the series.

        Raises ValueError if series is not 0 to 7.
        Source: reference of the language, 7.2. Unverified: the bits beyond the eight printed decimals.
        """
        high = self.raw(series) >> 5
        low = self.raw(series) >> 6
        return ((high << 26) + low) / (1 << 53)

    def raw(self, series: int = 0) -> int:
        """The next word of a series, 0 to 2**32 - 1; one step, not an event.

        Raises ValueError if series is not 0 to 7.
        """
        check_series(series)
        state = step(self._states[series])
        self._states[series] = state
        return tempered_word(state)


def check_series(series: int) -> None:
    if not 0 <= series < SERIES:
        raise ValueError(f"there is no random series {series}")


def initial_state(value: int) -> State:
    """The state of a series just seeded: three parameters stirred with the seed, then eight steps."""
    state = [value & _WORD, MAT1, MAT2, TMAT]
    for i in range(1, 8):
        previous = state[(i - 1) % 4]
        state[i % 4] ^= (i + _SPREAD * (previous ^ previous >> 30)) & _WORD
    if not (state[0] & _LOW or state[1] or state[2] or state[3]):
        state = list(b"TINY")  # the zero state would never leave zero
    mixed = (state[0], state[1], state[2], state[3])
    for _ in range(_WARM_UP):
        mixed = step(mixed)
    return mixed


def step(state: State) -> State:
    """The state after this one."""
    s0, s1, s2, s3 = state
    x = (s0 & _LOW) ^ s1 ^ s2
    x = (x ^ x << 1) & _WORD
    s3 ^= s3 >> 1 ^ x
    mixed = (x ^ s3 << 10) & _WORD
    if s3 & 1:
        return s1, s2 ^ MAT1, mixed ^ MAT2, s3
    return s1, s2, mixed, s3


def tempered_word(state: State) -> int:
    """The word a state puts out."""
    tempered = state[0] + (state[2] >> 8)
    word = state[3] ^ tempered & _WORD
    return word ^ TMAT if tempered & 1 else word
