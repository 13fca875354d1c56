"""The parser of the command line: its help is translated and fits the terminal."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import Any, NoReturn

from retromaze.display.translation import _
from retromaze.system import beneath, harmless, terminal_width

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 128 and the number of the signal."""
WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
"""Characters of two columns; between them a line may end without a space."""
PIECE = re.compile(
    rf"\s+|[「『（]*[{WIDE}][、。，．）」』ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*|[^\s{WIDE}]+"
)
"""What stays together: a word, or a wide character with those that follow it."""


class HelpFormatter(argparse.HelpFormatter):
    """Translates what it shows. Lines of a description that begin with a space are shown as they are."""

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None) -> str:
        prefix = _("usage: ") if prefix is None else prefix
        # Further lines are put below the first by the number of characters, whatever their width.
        wider = terminal_width(prefix) - len(prefix)
        self._width -= wider
        text = super()._format_usage(usage, actions, groups, prefix)
        self._width += wider
        return text.replace("\n ", "\n " + wider * " ")

    def start_section(self, heading: str | None) -> None:
        """A group of arguments begins."""
        super().start_section(heading and _(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and _(" ".join(action.help.split()))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap_text(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = (line for prose, block in blocks(text) for line in fit_paragraph(prose, block, width))
        return "\n".join(indent + line for line in lines)


MISTYPED = re.compile(r"invalid choice: '([^']*)'|unrecognized arguments: (-[\w-]+)")
"""A word that argparse does not know, in its message."""


class Parser(argparse.ArgumentParser):
    """A parser with this help, for its sub-commands too."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **{"formatter_class": HelpFormatter} | named)

    def _print_message(self, message: str, file: Any = None) -> None:
        # Help that cannot be written is an error like any output; argparse itself keeps silent about it.
        if file is sys.stdout:
            beneath(file).write(message)
        else:
            super()._print_message(message, beneath(file) if file else file)

    def error(self, message: str) -> NoReturn:
        """Ends with exit status 2: the message, with what was probably meant, and then the usage."""
        wrong = MISTYPED.search(message)
        choices = {
            str(name): each for action in self._actions for name, each in dict_of(action.choices).items()
        }
        parsers = [self, *(each for each in choices.values() if isinstance(each, argparse.ArgumentParser))]
        options = [each for parser in parsers for each in parser._option_string_actions]
        near = get_close_matches(wrong[1] or wrong[2], choices if wrong[1] else options, n=1) if wrong else []
        meant = f"; did you mean {near[0]}?" if near else ""
        self._print_message(harmless(f"{self.prog}: error: {message}{meant}\n"), sys.stderr)
        self.print_usage(sys.stderr)
        self.exit(2)


def dict_of(choices: Iterable[Any] | None) -> Mapping[Any, Any]:
    """The choices of an argument with what argparse holds for each: for a sub-command its parser."""
    return choices if isinstance(choices, Mapping) else dict.fromkeys(choices or ())


def blocks(text: str) -> Iterator[tuple[bool, list[str]]]:
    """The paragraphs of a text, each with whether it is prose; examples and empty lines are none."""
    for prose, lines in groupby(text.splitlines(), lambda line: bool(line) and line[0] != " "):
        yield prose, list(lines)


def message_of(lines: Sequence[str]) -> str:
    """A paragraph as its translation is looked for: in one line, however the source is broken."""
    return " ".join(lines)


def fit_paragraph(prose: bool, lines: Sequence[str], width: int) -> Sequence[str]:
    """A paragraph in the user's language; in lines of its own where they fit."""
    message = message_of(lines)
    text = _(message) if prose else message
    if text == message and not (prose and max(map(terminal_width, lines)) > width):
        return lines
    return wrap_text(text, width)


def wrap_text(text: str, width: int) -> list[str]:
    """The text in lines of `width` columns of a terminal; a longer word has its own line."""
    lines = [""]
    for piece in PIECE.findall(" ".join(text.split())):
        if lines[-1] and terminal_width(lines[-1] + piece.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [*lines[:-1], lines[-1].rstrip()]
