"""A text in spans."""

from itertools import accumulate

from retromaze.language.lexer import spans


def test_spans_hold_every_character() -> None:
    for line in ("", 'print "a', "A=1'x", "REM x", "@L:#RED&HFF", "1.5E+3", "äß", "?!&&||<=>", "\t x"):
        found = list(spans(line))
        starts = [0, *accumulate(len(span.text) for span in found)]
        assert "".join(span.text for span in found) == line
        assert [span.start for span in found] == starts[:-1], line


def test_kinds_of_spans() -> None:
    line = 'Print "A";#RED,&HFF+1.5 REMX @L REM x'
    assert [span.kind for span in spans(line) if span.kind != "blank"] == [
        *("keyword", "string", "mark", "constant", "mark", "number", "mark", "number"),
        *("name", "label", "comment"),
    ]


def test_marks_are_whole_and_what_begins_no_token_is_other() -> None:
    assert [(span.kind, span.text) for span in spans("A<<1&&~B\r\n")] == [
        *(("name", "A"), ("mark", "<<"), ("number", "1"), ("mark", "&&"), ("other", "~"), ("name", "B")),
        *(("blank", "\r"), ("other", "\n")),
    ]
