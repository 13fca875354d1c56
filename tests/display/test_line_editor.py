"""The line being typed."""

from retromaze.display.line_editor import LineEditor


def typed(text: str) -> LineEditor:
    editor = LineEditor()
    editor.insert(text)
    return editor


def test_text_goes_in_at_the_cursor() -> None:
    editor = typed("AC")
    editor.left()
    editor.insert("B")
    assert (editor.text, editor.cursor) == ("ABC", 2)


def test_backspace_takes_the_character_before_the_cursor() -> None:
    editor = typed("ABC")
    editor.left()
    editor.backspace()
    assert (editor.text, editor.cursor) == ("AC", 1)


def test_backspace_at_the_start_takes_nothing() -> None:
    editor = typed("AB")
    editor.home()
    editor.backspace()
    assert (editor.text, editor.cursor) == ("AB", 0)


def test_delete_takes_the_character_under_the_cursor() -> None:
    editor = typed("ABC")
    editor.home()
    editor.delete()
    assert (editor.text, editor.cursor) == ("BC", 0)
    editor.end()
    editor.delete()
    assert (editor.text, editor.cursor) == ("BC", 2)


def test_the_cursor_stays_within_the_line() -> None:
    editor = typed("A")
    editor.right()
    assert editor.cursor == 1
    editor.left()
    editor.left()
    assert editor.cursor == 0


def test_characters_the_console_does_not_have_are_dropped() -> None:
    assert typed("A\tB\U0001f600\nカ").text == "ABカ"
