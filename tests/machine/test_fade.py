"""The veil's way from color to color."""

from retromaze.machine.fade import Fade

BLACK, HALF_RED = 0xFF000000 - (1 << 32), 0x80FF0000 - (1 << 32)


def test_no_veil_at_first():
    fade = Fade()
    assert (fade.color, fade.moving, fade.advance()) == (0, False, False)


def test_without_frames_the_color_holds_at_once():
    fade = Fade()
    fade.move(HALF_RED)
    assert (fade.color, fade.moving) == (HALF_RED, False)


def test_each_channel_moves_linearly_and_arrives_on_the_last_frame():
    fade = Fade()
    fade.move(BLACK, 4)
    seen = []
    while fade.moving:
        assert fade.advance()
        seen.append(fade.color >> 24 & 255)
    assert seen == [63, 127, 191, 255]
    assert fade.color == BLACK


def test_a_new_move_starts_from_the_present_color():
    fade = Fade()
    fade.move(BLACK, 4)
    fade.advance()
    fade.move(0, 3)
    assert [fade.advance() and fade.color >> 24 & 255 for _ in range(3)] == [42, 21, 0]
