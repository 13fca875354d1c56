"""The generator's words one by one and in blocks."""

from array import array

from retromaze.machine import tinymt
from retromaze.machine.tinymt import BLOCK, STRIDE, block, initial_state, jump_ahead, next_words

SEEDS = (1, 2, 398, 12345, 0, -1, 0x80000000, 2**40 + 7)


def step(s0, s1, s2, s3):
    """One step (reference of the language, 7.1): the next state and its word."""
    x = (s0 & 0x7FFFFFFF) ^ s1 ^ s2
    y = s3
    x ^= (x << 1) & 0xFFFFFFFF
    y ^= (y >> 1) ^ x
    state = [s1, s2, (x ^ (y << 10)) & 0xFFFFFFFF, y]
    if y & 1:
        state[1] ^= 0x8F7011EE
        state[2] ^= 0xFC78FF1F
    low = (state[0] + (state[2] >> 8)) & 0xFFFFFFFF
    return state, state[3] ^ low ^ (0x3793FDFF if low & 1 else 0)


def plain(state, count):
    words = []
    for _ in range(count):
        state, word = step(*state)
        words.append(word)
    return words, tuple(state)


# Source: the check values published with the generator, for this parameter set and seed 1.
def test_the_published_words_of_seed_1():
    assert next_words(initial_state(1), 5)[0] == [2545341989, 981918433, 3715302833, 2387538352, 3591001365]


def test_a_run_is_step_after_step():
    for seed in SEEDS:
        assert next_words(initial_state(seed), 300) == plain(initial_state(seed), 300), seed
    assert next_words(initial_state(7), 0) == ([], initial_state(7))


def test_two_blocks_are_as_many_single_steps():
    for seed in SEEDS:
        first, middle = block(initial_state(seed))
        second, end = block(middle)
        assert (first + second, end) == plain(initial_state(seed), 2 * BLOCK), seed


# The highest bit of the first word leaves no trace, all others lead on to something.
def test_a_jump_is_a_stride_of_steps_for_every_single_bit():
    for bit in range(128):
        state = tuple((1 << bit) >> 32 * part & 0xFFFFFFFF for part in range(4))
        end = plain(state, STRIDE)[1]
        assert tuple(array("I", jump_ahead(array("I", state).tobytes()))) == end, bit
        assert any(end) == (bit != 31), bit


def test_all_lanes_step_alone():
    states = [initial_state(seed) for seed in range(tinymt.LANES)]
    lanes = tinymt.Lanes(array("I", [word for state in states for word in state]))
    ends = [plain(state, 3) for state in states]
    drawn = [lanes.step().tolist() for _ in range(3)]
    assert list(zip(*drawn, strict=True)) == [tuple(words) for words, _ in ends]
    assert lanes.states().tolist() == [word for _, end in ends for word in end]
