"""Random numbers: eight series of TinyMT-32, words (32 bits) singly, or many at once in lanes of a number.

A state is four unsigned 32-bit numbers. Every bit of the next one is a sum without carry (exclusive or) of
bits of this one, and from that follow the two things that make blocks of words cheap:

- Operations on bits work in parallel. 128 generators are kept as 128 lanes of 32 bits in four big numbers,
and one operation on such a number steps them all.
- A step is linear: a number of steps turns the sum of states into the sum of the resulting states. A table
  has the result for every byte of a state, and sixteen sums give the start of the next lane.

Source: reference of the language, 7.1 (the parameters are checked with the console's published sequence).
"""

from __future__ import annotations

import sys
from array import array
from functools import cache, lru_cache

from retromaze.errors import ArgumentOutOfRange
from retromaze.machine.events import Effect, observed
from retromaze.values.scalars import LOW_32_BITS

MAT1 = 0x8F7011EE
MAT2 = 0xFC78FF1F
TMAT = 0x3793FDFF

_LOW = 0x7FFFFFFF
_SPREAD = 1812433253
_WARM_UP = 8

State = tuple[int, int, int, int]


# each comparison begins with one seed on several machines
@lru_cache(maxsize=64)
def initial_state(value: int) -> State:
    """Returns the state of a series just seeded: three parameters stirred with the seed, then eight steps."""
    state = [value & LOW_32_BITS, MAT1, MAT2, TMAT]
    # the published initialization of TinyMT
    for i in range(1, 8):
        previous = state[(i - 1) % 4]
        state[i % 4] ^= (i + _SPREAD * (previous ^ previous >> 30)) & LOW_32_BITS
    if not (state[0] & _LOW or state[1] or state[2] or state[3]):
        state = list(b"TINY")  # as TinyMT does: the zero state would never change
    _, warm_state = next_words((state[0], state[1], state[2], state[3]), _WARM_UP)
    return warm_state


def next_words(state: State, count: int) -> tuple[list[int], State]:
    """Returns the next `count` words of TinyMT-32 (parameters MAT1, MAT2, TMAT), and the state after them."""
    s0, s1, s2, s3 = state
    words = []
    for _ in range(count):
        x = (s0 & _LOW) ^ s1 ^ s2
        x = (x ^ x << 1) & LOW_32_BITS
        s3 ^= s3 >> 1 ^ x
        s0, s1, s2 = s1, s2, (x ^ s3 << 10) & LOW_32_BITS
        if s3 & 1:
            s1 ^= MAT1
            s2 ^= MAT2
        tempered = s0 + (s2 >> 8)
        word = s3 ^ tempered & LOW_32_BITS
        words.append(word ^ TMAT if tempered & 1 else word)
    return words, (s0, s1, s2, s3)


# --- many words at once ---

LANES = 128
"""The number of lanes: that of a state's bits."""

STRIDE = 32
"""Steps from the start of one lane to the start of the next."""

BLOCK = LANES * STRIDE

_BYTES = 16
_ONES = int.from_bytes(array("I", (1,)) * LANES, sys.byteorder)
_LOW_31, _LOW_24, _LOW_22, _TOP = _ONES * _LOW, _ONES * 0xFFFFFF, _ONES * 0x3FFFFF, _ONES << 31


def word_block(state: State) -> tuple[list[int], State]:
    """Returns the next BLOCK words and the state after them, as next_words() does, but more quickly.

    Lane n begins n * STRIDE steps after the state; all lanes then make their STRIDE words together.
    """
    starts, packed_state = [], array("I", state).tobytes()
    for _ in range(LANES):
        starts.append(packed_state)
        packed_state = jump_ahead(packed_state)
    parts = packed_parts(b"".join(starts))
    words = array("I", bytes(4 * BLOCK))
    for step in range(STRIDE):
        packed, parts = step_lanes(*parts)
        words[step::STRIDE] = array("I", packed.to_bytes(4 * LANES, sys.byteorder))
    s0, s1, s2, s3 = array("I", packed_state)
    return words.tolist(), (s0, s1, s2, s3)


def packed_parts(states: bytes) -> State:
    """Returns the four parts of LANES states, each as a number with a lane of 32 bits for every state."""
    words = array("I", states)
    s0, s1, s2, s3 = (int.from_bytes(words[part::4], sys.byteorder) for part in range(4))
    return s0, s1, s2, s3


def step_lanes(s0: int, s1: int, s2: int, s3: int) -> tuple[int, State]:
    """Steps LANES generators at once as next_words() does; returns the next word of each, and their states.

    Each number has a lane, 32 of its bits, for every generator, the first one lowest.
    """
    # _LOW_31, _LOW_22 and so on have these lowest bits set in each lane, _ONES only the lowest
    x = (s0 & _LOW_31) ^ s1 ^ s2
    # masks before or after a shift hold the bits within their lane
    x ^= (x & _LOW_31) << 1
    s3 ^= s3 >> 1 & _LOW_31 ^ x
    odd = s3 & _ONES
    mixed = x ^ (s3 & _LOW_22) << 10 ^ odd * MAT2
    # the one sum with carry: its highest bit is added without, so that none leaves the lane
    tempered = (s1 & _LOW_31) + (mixed >> 8 & _LOW_24) ^ s1 & _TOP
    return s3 ^ tempered ^ (tempered & _ONES) * TMAT, (s1, s2 ^ odd * MAT1, mixed, s3)


def jump_ahead(state: bytes) -> bytes:
    """Returns the state STRIDE steps after a state; both as the bytes of their words.

    Steps are linear over exclusive or, so the result is the sum of what each byte alone would become.
    """
    later = 0
    for results, byte in zip(jump_table(), state, strict=True):
        later ^= results[byte]
    return later.to_bytes(_BYTES, sys.byteorder)


@cache
def jump_table() -> list[list[int]]:
    """Returns a table for each byte of a state: for each of its 256 values, the state STRIDE steps later.

    All other bytes are 0 in it. A state is one number here.
    """
    # one generator for each bit of a state: only this bit is set in the state with which it begins
    parts = packed_parts(b"".join((1 << bit).to_bytes(_BYTES, "little") for bit in range(LANES)))
    for _ in range(STRIDE):
        _, parts = step_lanes(*parts)
    unpacked = (array("I", part.to_bytes(4 * LANES, sys.byteorder)) for part in parts)
    ends = (array("I", state).tobytes() for state in zip(*unpacked, strict=True))
    end_numbers = [int.from_bytes(end, sys.byteorder) for end in ends]
    return [xor_table(end_numbers[at : at + 8]) for at in range(0, LANES, 8)]


def xor_table(numbers: list[int]) -> list[int]:
    """Returns a table of 256: at index i the XOR of those of eight numbers whose bit is set in i."""
    table = [0]
    # each number doubles the table: it is in all sums of the second half
    for number in numbers:
        table += [entry ^ number for entry in table]
    return table


SERIES = 8

SMALL_BLOCK, WORDS_BEFORE_BLOCKS = 32, 2048
"""Words that are made at once at first, and the number after which BLOCK are: few programs need so many."""


class Rng:
    """Eight independent TinyMT-32 generators, series 0 to 7, each of period 2**127 - 1.

    The same seed gives the same sequence in every series. There is no other source of randomness.
    Source: reference of the language, section 7.
    """

    def __init__(self, value: int) -> None:
        # of each series: the number of words made, the state after them, and the words not yet used, the next
        # one last
        self._words_made = [0] * SERIES
        self._states = [initial_state(value)] * SERIES
        self._unused_words: list[list[int]] = [[] for _ in range(SERIES)]

    @observed(Effect.CHANCE, "starts a random series by")
    def seed(self, value: int, series: int = 0) -> None:
        """Restarts one series from `value`, taken as unsigned 32 bits; the others go on as they are.

        Raises ValueError if series is not 0 to 7.
        """
        check_series(series)
        self._words_made[series], self._unused_words[series] = 0, []
        self._states[series] = initial_state(value)

    @observed(Effect.CHANCE, "takes")
    def below(self, bound: int, series: int = 0) -> int:
        """Returns a random whole number from 0 to bound - 1: the next word modulo bound.

        Takes one step of the series. Below 0 it returns 0 and takes no step. Raises ArgumentOutOfRange if
        bound < 0, ValueError if series is not 0 to 7. Source: reference of the language, 7.2. Unverified:
        whether the console rejects words of the last, incomplete round of the modulo (it would show only with
        bounds near 2**31); that a bound of 0 takes no step.
        """
        if bound < 1 or not 0 <= series < SERIES:
            check_series(series)
            if bound < 0:
                raise ArgumentOutOfRange(f"no whole number from 0 on is below {bound}", argument=1)
            return 0
        # the same as raw(): one more call would double the time
        waiting = self._unused_words[series]
        return (waiting.pop() if waiting else self._next(series)) % bound

    @observed(Effect.CHANCE, "takes")
    def fraction(self, series: int = 0) -> float:
        """Returns a random real, 0 <= r < 1, of 53 bits: 27 of one word and 26 of the next. Takes two steps.

        Raises ValueError if series is not 0 to 7.
        Source: reference of the language, 7.2. Unverified: the bits beyond the eight printed decimals.
        """
        high = self.raw(series) >> 5
        low = self.raw(series) >> 6
        return ((high << 26) + low) / (1 << 53)

    @observed(Effect.CHANCE, "takes")
    def raw(self, series: int = 0) -> int:
        """Returns the next word of a series, 0 to 2**32 - 1. Takes one step.

        Raises ValueError if series is not 0 to 7.
        """
        check_series(series)
        waiting = self._unused_words[series]
        return waiting.pop() if waiting else self._next(series)

    def _next(self, series: int) -> int:
        """Makes some words of a series that has none left, and returns the next one."""
        state = self._states[series]
        takes_few = self._words_made[series] < WORDS_BEFORE_BLOCKS
        words, self._states[series] = next_words(state, SMALL_BLOCK) if takes_few else word_block(state)
        self._words_made[series] += len(words)
        # the list is used from its end, because `pop` is quickest there
        words.reverse()
        self._unused_words[series] = words
        return words.pop()


def check_series(series: int) -> None:
    """Raises ValueError unless the number of a series is 0 to 7."""
    if not 0 <= series < SERIES:
        raise ValueError(f"there is no random series {series}")
