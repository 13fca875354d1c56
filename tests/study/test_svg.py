"""SVG in millimeters: numbers, and lines that go on where others end."""

from retromaze.study.svg import joined_lines, lines, number, outline, ring, text


def test_a_length_has_the_digits_that_it_needs() -> None:
    shown = {0: "0", -0.0001: "0", 10: "10", 4.75: "4.75", 2 / 3: "0.667", -1.5: "-1.5"}
    assert {value: number(value) for value in shown} == shown


def test_lines_in_one_direction_become_one_where_they_meet() -> None:
    square = [((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (2.0, 1.0))]
    assert joined_lines(square) == [((0, 0), (2, 0)), ((2, 0), (2, 1))]
    assert joined_lines([*square, *square]) == joined_lines(reversed(square)) == joined_lines(square)
    # a gap, a parallel, and a line that bends
    apart = [((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (3.0, 0.0)), ((1.0, 1.0), (2.0, 1.0))]
    assert joined_lines(apart) == apart[:1] + apart[2:] + apart[1:2]
    bent = [((0.0, 0.0), (1.0, 1.0)), ((1.0, 1.0), (2.0, 1.0)), ((2.0, 1.0), (1.5, 3.0))]
    assert len(joined_lines(bent)) == 3


def test_paths_and_shapes() -> None:
    assert lines([((0, 0), (2, 0)), ((2, 0), (2, 1.5))]) == "M0 0L2 0M2 0L2 1.5"
    assert outline([(0, 0), (1, 0), (1, 1)]) == "M0 0L1 0L1 1Z"
    assert ring((1, 2), 1, "#123456") == (
        '<circle cx="1" cy="2" r="0.8" fill="#ffffff" stroke="#123456" stroke-width="0.4"/>'
    )


def test_words_are_no_markup() -> None:
    assert text((0, 3), "<a> & b", 3.2, "#000") == (
        '<text x="0" y="3" font-size="3.2" fill="#000">&lt;a&gt; &amp; b</text>'
    )
