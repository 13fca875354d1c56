"""Rectangles cut out of pages and put on them."""

from array import array

from retromaze.machine import blocks
from retromaze.machine.page import WHOLE_PAGE, Page

OPAQUE = 0xFF000000


def numbered():
    return array("I", (OPAQUE | at for at in range(512 * 512)))


def test_cut_is_row_major_and_empty_outside_the_page():
    assert blocks.read_block(numbered(), (510, 1, 3, 2)).tolist() == [
        OPAQUE | 1022, OPAQUE | 1023, 0,
        OPAQUE | 1534, OPAQUE | 1535, 0,
    ]  # fmt: skip
    assert blocks.read_block(numbered(), (-9, -9, 2, 1)).tolist() == [0, 0]
    assert blocks.read_block(numbered(), (5, 5, 0, 3)).tolist() == []


def test_put_writes_inside_the_clip_only():
    pixels = Page().pixels
    blocks.write_block(pixels, (1, 0, 511, 511), (-1, 511, 4, 2), [1, 2, 3, 4, 5, 6, 7, 8], everything=True)
    assert {at: word for at, word in enumerate(pixels) if word} == {511 * 512 + 1: 3, 511 * 512 + 2: 4}


def test_put_can_leave_transparent_words_out():
    pixels = numbered()
    blocks.write_block(pixels, WHOLE_PAGE, (0, 0, 3, 1), [OPAQUE | 7, 0, 0xF80000], everything=False)
    assert pixels[:3].tolist() == [OPAQUE | 7, OPAQUE | 1, OPAQUE | 2]
    blocks.write_block(pixels, WHOLE_PAGE, (0, 0, 3, 1), [OPAQUE | 7, 0, 0xF80000], everything=True)
    assert pixels[:3].tolist() == [OPAQUE | 7, 0, 0xF80000]


def test_overlapping_copy_reads_the_source_first():
    pixels = numbered()
    blocks.copy(pixels, pixels, WHOLE_PAGE, (0, 0, 4, 1), (1, 0), everything=True)
    assert [word & 0xFFFF for word in pixels[:6]] == [0, 0, 1, 2, 3, 5]


def test_copy_leaves_out_what_lies_outside_the_source_page():
    target = numbered()
    blocks.copy(Page().pixels, target, WHOLE_PAGE, (-2, 0, 4, 1), (10, 0), everything=True)
    assert [word & 0xFFFF for word in target[9:15]] == [9, 10, 11, 0, 0, 14]
    before = target[:]
    blocks.copy(Page().pixels, target, WHOLE_PAGE, (600, 600, 4, 4), (10, 10), everything=True)
    assert target == before
