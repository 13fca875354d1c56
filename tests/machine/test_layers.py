"""Whole layers laid over pictures."""

from array import array

from retromaze.machine.layers import BAND, Whole

RED, BLUE = 0xFFF80008, 0xFF0000F8


def test_whole_layers_are_laid_over_pictures_in_bands():
    pixels = array("I", (BLUE,)) * (3 * (2 * BAND + 1))
    layer = array("I", bytes(4 * len(pixels)))
    layer[0] = layer[-1] = RED
    rows = [layer[at : at + 3].tobytes() for at in range(0, len(layer), 3)]
    whole = Whole.of(rows)
    assert [len(band) for band in whole.bands] == [4 * 3 * BAND] * 2 + [4 * 3]
    whole.paint(pixels, 3)
    assert (pixels[0], pixels[-1], set(pixels[1:-1])) == (RED, RED, {BLUE})
