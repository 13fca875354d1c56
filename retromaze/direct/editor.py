"""A full-screen editor for programs in the terminal, with colors and line numbers."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.eventloop.inputhook import InputHook
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import Output
from prompt_toolkit.search import SearchDirection, start_search
from prompt_toolkit.styles import BaseStyle
from prompt_toolkit.widgets import SearchToolbar, TextArea

from retromaze.direct.front_end import NotEdited

KEYS = "Ctrl-S done   Ctrl-Q give up   Ctrl-F find   Ctrl-Z undo"
AGAIN = "What was changed would be lost: Ctrl-Q again gives it up, Ctrl-S keeps it"
INDENT = "  "


class Editor:
    """One program being edited, from a line on (counted from 1); `run` gives its new text."""

    def __init__(self, name: str, text: str, line: int, *, lexer: Lexer, style: BaseStyle) -> None:
        self.name = name
        self.text = text
        self._warned = False
        find = SearchToolbar()
        self._area = TextArea(
            text, lexer=lexer, line_numbers=True, scrollbar=True, wrap_lines=False, search_field=find
        )
        buffer = self._area.buffer
        row = max(0, line - 1)
        buffer.set_document(Document(text, Document(text).translate_row_col_to_index(row, 0)))
        buffer.on_text_changed += self._changed
        bar = Window(FormattedTextControl(self._status), height=1, style="class:bottom-toolbar")
        self._layout = Layout(HSplit([self._area, find, bar]), focused_element=self._area)
        self._style = style

    def run(
        self, hook: InputHook | None = None, *, terminal: Input | None = None, output: Output | None = None
    ) -> str:
        """Edits until the user is done; `hook` is called while nothing is typed. Raises NotEdited."""
        application: Application[str | None] = Application(
            self._layout,
            key_bindings=self._bindings(),
            style=self._style,
            full_screen=True,
            input=terminal,
            output=output,
        )
        left = application.run(inputhook=hook)
        if left is None:
            raise NotEdited
        return left

    # --- what the bar says ---

    def _status(self) -> str:
        place = self._area.document
        words = AGAIN if self._warned else KEYS
        return f" {self.name} {place.cursor_position_row + 1}:{place.cursor_position_col + 1}   {words}"

    def _changed(self, _: Buffer) -> None:
        self._warned = False

    # --- keys ---

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        keys: dict[str, Callable[[KeyPressEvent], None]] = {
            "c-s": self._done,
            "c-q": self._give_up,
            "c-c": self._give_up,
            "c-f": self._find,
            "c-z": undo,
            "tab": indent,
        }
        for key, do in keys.items():
            bindings.add(key)(do)
        return bindings

    def _done(self, event: KeyPressEvent) -> None:
        event.app.exit(result=self._area.text)

    def _give_up(self, event: KeyPressEvent) -> None:
        if self._area.text == self.text or self._warned:
            event.app.exit(result=None)
        self._warned = True

    def _find(self, event: KeyPressEvent) -> None:
        """Asks for a text; Enter goes to it, and to the next one if nothing else was asked for."""
        if event.app.layout.is_searching:
            return
        last, buffer = self._area.control.search_state.text, self._area.buffer
        if last and buffer.document.text_after_cursor.startswith(last):
            buffer.cursor_position += 1
        start_search(direction=SearchDirection.FORWARD)


def undo(event: KeyPressEvent) -> None:
    event.current_buffer.undo()


def indent(event: KeyPressEvent) -> None:
    event.current_buffer.insert_text(INDENT)
