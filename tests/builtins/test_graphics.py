"""G* instructions and colors: shapes, ranges and what they do, called as the engine calls them."""

from retromaze.builtins import graphics  # noqa: F401 - it declares the builtins
from retromaze.builtins.form import with_checks
from retromaze.builtins.registry import BUILTINS
from retromaze.errors import OutOfMemory, OutOfRange, SubscriptOutOfRange, TypeMismatch
from retromaze.values.arrays import Array
from tests.refusals import error_at, error_of

WHITE, RED, GREEN, BLUE = -1, -65536, -16711936, -16776961
RED_READ, BLUE_READ, WHITE_READ = -524288, -16776968, -460552


def call(machine, name, *arguments, value=False, receivers=None):
    """Calls the form that the engine would pick."""
    form = BUILTINS[name].find(len(arguments), value=value, receivers=receivers)
    assert form, f"{name} has no such form"
    return with_checks(form)(*([machine] if form.host else []), *arguments)


def array(*elements, kind="#", sizes=None):
    made = Array(kind, sizes or (len(elements),))
    if elements:
        made.store(0, elements)
    return made


def test_colors_are_put_together_and_taken_apart(machine):
    assert call(machine, "RGB", 255, 0, 0, value=True) == RED
    assert call(machine, "RGB", 128, 64, 128, 128, value=True) == -2143256448
    assert call(machine, "RGBREAD", -8372192, receivers=3) == (128, 64, 32)
    assert call(machine, "RGBREAD", -1, receivers=4) == (255, 255, 255, 255)


def test_gcolor_is_kept_as_given_and_drawn_with(machine):
    call(machine, "GCOLOR", BLUE)
    assert call(machine, "GCOLOR", value=True) == BLUE
    call(machine, "GPSET", 3, 4)
    assert call(machine, "GSPOIT", 3, 4, value=True) == BLUE_READ


def test_gpage_round_trips_and_checks_both_pages(machine):
    call(machine, "GPAGE", 2, 5)
    assert call(machine, "GPAGE", receivers=2) == (2, 5)
    assert error_at(call, machine, "GPAGE", 6, 0) == (OutOfRange, 1)
    assert error_at(call, machine, "GPAGE", 0, -1) == (OutOfRange, 2)


def test_gprio_checks_the_depth(machine):
    assert [error_of(call, machine, "GPRIO", z) for z in (-257, 1025)] == [OutOfRange] * 2
    call(machine, "GPRIO", -256)
    assert machine.screen.priority == -256


def test_gofs_scrolls_each_screen_for_itself(machine):
    call(machine, "GOFS", 5, -2147483648)
    machine.screens[1].set_offset(1, 2)
    assert call(machine, "GOFS", receivers=2) == (5, -2147483648)
    assert machine.screens[1].offset == (1, 2)
    machine.reset()
    assert [screen.offset for screen in machine.screens] == [(0, 0), (0, 0)]


def test_gclip_limits_writing_only_on_the_page(machine):
    call(machine, "GCLIP", 1, 200, 200, 100, 100)
    assert machine.screen.clip == (100, 100, 200, 200)
    call(machine, "GCLIP", 1)
    assert machine.screen.clip == (0, 0, 511, 511)
    assert error_at(call, machine, "GCLIP", 1, 0, 0, 512, 512) == (OutOfRange, 4)
    assert error_at(call, machine, "GCLIP", 1, -1, 0, 100, 100) == (OutOfRange, 2)


def test_gclip_0_never_fails(machine):
    call(machine, "GCLIP", 0, -1, -1, 1000, 100)
    assert machine.screen.display_clip == (0, 0, 399, 100)
    call(machine, "GCLIP", 0)
    assert machine.screen.display_clip == (0, 0, 399, 239)


def test_gcls_fills_the_page_drawn_on(machine):
    call(machine, "GCLS", BLUE)
    assert call(machine, "GSPOIT", 511, 511, value=True) == BLUE_READ
    assert not any(machine.pages[1].pixels)
    call(machine, "GCLS")
    assert not any(machine.pages[0].pixels)


def test_shapes_reach_the_screen_with_their_arguments(machine):
    events = []
    machine.listen(events.append)
    call(machine, "GLINE", 1, 2, 3, 4, RED)
    call(machine, "GBOX", 1, 2, 3, 4)
    call(machine, "GFILL", 1, 2, 3, 4, RED)
    call(machine, "GCIRCLE", 9, 9, 3, RED)
    call(machine, "GCIRCLE", 9, 9, 3, 0, 90, 2)
    call(machine, "GTRI", 0, 0, 9, 9, 0, 9, RED)
    call(machine, "GPAINT", 5, 5, RED, BLUE)
    call(machine, "GPUTCHR", 1, 2, 65.0, RED)
    call(machine, "GPUTCHR", 1, 2, "AB", 2, 3, RED)
    call(machine, "GCOPY", 0, 0, 1, 1, 5, 5, 0)
    call(machine, "GCOPY", -1, 0, 0, 1, 1, 5, 5, 7)
    assert [(event.name, event.arguments) for event in events] == [
        ("line", (1, 2, 3, 4, RED)),
        ("box", (1, 2, 3, 4, None)),
        ("fill", (1, 2, 3, 4, RED)),
        ("circle", (9, 9, 3, RED)),
        ("arc", (9, 9, 3, 0, 90, True, None)),
        ("triangle", (0, 0, 9, 9, 0, 9, RED)),
        ("paint", (5, 5, RED, BLUE)),
        ("put_text", (1, 2, "A", 1, 1, RED)),
        ("put_text", (1, 2, "AB", 2, 3, RED)),
        ("copy", (0, 0, 1, 1, 5, 5, False, None)),
        ("copy", (0, 0, 1, 1, 5, 5, True, -1)),
    ]


def test_gputchr_takes_no_array(machine):
    assert error_of(call, machine, "GPUTCHR", 1, 2, array(1)) == TypeMismatch


def test_pages_and_sizes_out_of_range(machine):
    table = [
        ("GCOPY", (6, 0, 0, 1, 1, 0, 0, 1), 1),
        ("GCOPY", (-2, 0, 0, 1, 1, 0, 0, 1), 1),
        ("GSAVE", (6, array(), 1), 1),
        ("GSAVE", (6, 0, 0, 1, 1, array(), 1), 1),
        ("GSAVE", (0, 0, -1, 1, array(), 1), 3),
        ("GSAVE", (0, 0, 0, 1, -1, array(), 1), 5),
        ("GLOAD", (0, 0, 1, -1, array(), 1, 0), 4),
    ]
    found = [(name, arguments, error_at(call, machine, name, *arguments)) for name, arguments, _ in table]
    assert found == [(name, arguments, (OutOfRange, argument)) for name, arguments, argument in table]


def test_gsave_gives_colors_or_raw_pixels_and_grows_the_array(machine):
    for x, color in enumerate((RED, GREEN, BLUE, WHITE)):
        call(machine, "GPSET", x, 0, color)
    colors, raw = array(kind="%"), array(7, 7, 7, 7, 7, 7)
    call(machine, "GSAVE", 0, 0, 4, 1, colors, 0)
    call(machine, "GSAVE", 0, 0, 4, 1, raw, 1)
    assert colors.items == [RED_READ, -16713728, BLUE_READ, WHITE_READ]
    assert raw.items == [63489.0, 1985.0, 63.0, 65535.0, 7.0, 7.0]
    assert all(isinstance(element, float) for element in raw.items)


def test_gsave_is_row_major_and_reads_other_pages(machine):
    call(machine, "GPSET", 11, 12, WHITE)
    call(machine, "GPAGE", 0, 1)
    saved = array(kind="%", sizes=(2, 3))
    call(machine, "GSAVE", 0, 9, 11, 3, 2, saved, 1)
    assert saved.items == [[0, 0, 0], [0, 0, 65535]]


def test_gsave_without_rectangle_takes_the_write_clip(machine):
    call(machine, "GCLIP", 1, 10, 20, 12, 21)
    call(machine, "GPSET", 12, 21)
    saved = array()
    call(machine, "GSAVE", saved, 1)
    assert saved.items == [0.0] * 5 + [65535.0]
    call(machine, "GCLIP", 1)
    call(machine, "GSAVE", 0, saved, 1)
    assert len(saved) == 512 * 512


def test_gsave_needs_room_and_numbers(machine):
    assert error_of(call, machine, "GSAVE", 0, 0, 3, 3, array(sizes=(2, 2)), 1) == SubscriptOutOfRange
    assert error_of(call, machine, "GSAVE", 0, 0, 8, 8, array(kind="$", sizes=(64,)), 1) == TypeMismatch
    assert error_of(call, machine, "GSAVE", 0, 0, 100_000, 100_000, array(), 1) == OutOfMemory


def test_gload_reads_colors_raw_pixels_or_a_palette(machine):
    call(machine, "GLOAD", 0, 0, 2, 1, array(float(RED), 0.0), 0, 1)
    call(machine, "GLOAD", 2, 0, 2, 1, array(63489, 63489 + 65536, 5), 1, 1)
    call(machine, "GLOAD", 4, 0, 3, 1, array(2, 0, 1), array(RED, GREEN, BLUE), 1)
    assert [machine.screen.spoit(x, 0) for x in range(7)] == [
        RED_READ, 0, RED_READ, RED_READ, BLUE_READ, RED_READ, -16713728,
    ]  # fmt: skip


def test_a_color_in_an_array_of_reals_has_no_sign(machine):
    for x, color in enumerate((RED, BLUE, 0)):
        call(machine, "GPSET", x, 0, color)
    for sizes in ((3,), (1, 3)):
        colors, raw, palette = array(sizes=sizes), array(sizes=sizes), array(0.0, 1.0, 2.0)
        call(machine, "GSAVE", 0, 0, 3, 1, colors, 0)
        assert colors.flat() == [4294443008.0, 4278190328.0, 0.0]
        call(machine, "GSAVE", 0, 0, 3, 1, raw, 1)
        assert raw.flat() == [63489.0, 63.0, 0.0]
        for y, arguments in ((1, (colors, 0)), (2, (palette, colors))):
            call(machine, "GLOAD", 0, y, 3, 1, *arguments, 1)
            assert [machine.screen.spoit(x, y) for x in range(3)] == [RED_READ, BLUE_READ, 0]
    integers = array(kind="%", sizes=(3,))
    integers.store(0, [RED_READ, BLUE_READ, 0])
    call(machine, "GLOAD", 0, 3, 3, 1, integers, 0, 1)
    assert [machine.screen.spoit(x, 3) for x in range(3)] == [RED_READ, BLUE_READ, 0]


def test_gload_mode_0_leaves_transparent_pixels_out(machine):
    call(machine, "GFILL", 0, 0, 1, 0, RED)
    call(machine, "GLOAD", 0, 0, 2, 1, array(0, WHITE), 0, 0)
    assert [machine.screen.spoit(x, 0) for x in (0, 1)] == [RED_READ, WHITE_READ]
    call(machine, "GLOAD", 0, 0, 2, 1, array(0, WHITE), 0, 1)
    assert [machine.screen.spoit(x, 0) for x in (0, 1)] == [0, WHITE_READ]


def test_gload_without_rectangle_fills_the_write_clip(machine):
    call(machine, "GCLIP", 1, 10, 20, 11, 21)
    call(machine, "GLOAD", array(1, 1, 1, 65535), 1, 1)
    assert machine.screen.spoit(11, 21) == WHITE_READ


def test_gload_needs_enough_numbers(machine):
    for arguments in ((array(1), 1, 0), (0, 0, 8, 8, array(1, 2, 3), 1, 0)):
        assert error_of(call, machine, "GLOAD", *arguments) == SubscriptOutOfRange, arguments
    for elements, colors in (
        (array(kind="$", sizes=(64,)), 1),
        (array(1), "A"),
        (array(0), array(kind="$", sizes=(1,))),
    ):
        error = error_of(call, machine, "GLOAD", 0, 0, 1, 1, elements, colors, 0)
        assert error == TypeMismatch, (elements, colors)
    error = error_of(call, machine, "GLOAD", 0, 0, 1, 1, array(2), array(RED, BLUE), 1)
    assert error == SubscriptOutOfRange


def test_drawing_costs_its_share_of_a_frame():
    names = ("GPSET", "GLINE", "GCIRCLE", "GBOX", "GFILL", "GCLS", "GPAINT")
    assert [BUILTINS[name].cost for name in names] == [10, 60, 100, 120, 120, 120, 400]
