"""The parser of the command line: its help is translated and fits the terminal."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NoReturn

from retromaze.display.translation import _
from retromaze.errors import UsageError
from retromaze.system import replace_controls, shell_word, terminal_width, unfiltered_stream

INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells: 128 plus the number of the signal."""
WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
"""Characters that are two columns wide; a line may be broken between them without a space."""
PIECE = rf"\s+|[「『（]*[{WIDE}][、。，．）」』ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*|[^\s{WIDE}]+"
"""The pattern of a piece that is not broken: blanks, a word, or a wide character with the marks around it.

Only help needs it, so it is no compiled pattern: compiling it would delay the start of every command.
"""


class HelpFormatter(argparse.HelpFormatter):
    """Translates what it shows. Lines of a description that begin with a space are shown as they are."""

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None) -> str:
        """Returns the usage with a translated prefix, and further lines indented by the prefix's width."""
        prefix = _("usage: ") if prefix is None else prefix
        # argparse indents further lines by the number of the prefix's characters, not by their width.
        extra_columns = terminal_width(prefix) - len(prefix)
        self._width -= extra_columns
        text = super()._format_usage(usage, actions, groups, prefix)
        self._width += extra_columns
        return text.replace("\n ", "\n " + extra_columns * " ")

    def add_argument(self, action: argparse.Action) -> None:
        """Adds an argument to the help, and finds the column in which the help texts begin."""
        super().add_argument(action)
        # argparse indents names of sub-commands more than other names, but does not count that
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment

    def start_section(self, heading: str | None) -> None:
        """Begins a group of arguments, with its heading translated."""
        super().start_section(heading and _(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        """Returns the translated help of an argument; its text in one line is the key of the translation."""
        return action.help and _(" ".join(action.help.split()))

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Returns an option with its value once: `-s, --seed N`; argparse itself repeats it for each name."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        metavar = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {metavar}"

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap_text(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Returns a description, wrapped paragraph by paragraph; examples in it stay as they are."""
        lines = (line for prose, block in paragraphs(text) for line in fit_paragraph(prose, block, width))
        return "\n".join(indent + line for line in lines)


MISTYPED = re.compile(r"invalid choice: '([^']*)'|unrecognized arguments: (-[\w-]+)")
"""A word that argparse does not know, in its message."""
WITHOUT_VALUE = re.compile(r"argument (\S+): expected one argument")
"""The message of argparse for an option without a value, or with one that it takes for another option."""
HELP_ALL = "--help-all"


class NamingParser(argparse.ArgumentParser):
    """A parser that names the argument whose reader raises UsageError, or OSError for a file to write."""

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Returns the value that an argument's reader makes of its text. Raises ArgumentError."""
        # an empty name, often of a script's variable that is not set, would be the current folder
        is_name = not action.option_strings or action.type in (None, Path)
        if not arg_string and is_name and action.const != "" and action.nargs != argparse.PARSER:
            raise argparse.ArgumentError(action, "'' names nothing")
        try:
            return super()._get_value(action, arg_string)
        except UsageError as error:
            message = str(error)
        except OSError as error:
            message = f"{arg_string!r} cannot be written: {error.strerror or error}"
        raise argparse.ArgumentError(action, message)


class Parser(NamingParser):
    """A parser whose help is made by HelpFormatter, for its sub-commands too.

    `--help` fits a screen of 24 lines: it has the first paragraph of the description, and not the options
    of the group `more`. `--help-all` has everything. `_present_names`: names of options by former ones.
    `_companions`: the option without which another one does nothing; `_opposites`: the option with which it
    does nothing. `_words` is the command line.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **{"formatter_class": HelpFormatter} | named)
        self.more = self.add_argument_group("more options")
        self.add_argument(HELP_ALL, action=HelpAll, nargs=0, help="show all options and explanations")
        self._present_names: dict[str, str] = {}
        self._companions: dict[str, str] = {}
        self._opposites: dict[str, str] = {}
        self._words: list[str] = []

    def declare_former_name(self, former: str, present: str) -> None:
        """Declares an option's former name, which still works, and prints a message with the present one."""
        self._present_names[former] = present

    def declare_companion(self, option: str, companion: str) -> None:
        """Declares that an option does nothing without its companion: it is refused then."""
        self._companions[option] = companion

    def declare_opposite(self, option: str, opposite: str) -> None:
        """Declares that an option does nothing beside its opposite: it is refused then."""
        self._opposites[option] = opposite

    def _is_given(self, option: str, parsed: argparse.Namespace) -> bool:
        """Whether an option has another value than its default."""
        action = self._option_string_actions[option]
        return bool(getattr(parsed, action.dest) != action.default)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses as argparse does, with present names for former ones; exits for an unknown argument.

        Raises UsageError for an option without its companion, or with its opposite.
        """
        words = sys.argv[1:] if args is None else list(args)
        for at, word in enumerate(words):
            former, equals, value = word.partition("=")
            if present := self._present_names.get(former):
                words[at] = present + equals + value
                message = _("{} is called {} now").format(former, present)
                self._print_message(f"{self.prog}: {message}\n", sys.stderr)
        self._words = words
        parsed, unknown = super().parse_known_args(words, namespace)
        # argparse would leave them to the main parser, which shows its own usage
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        for option, companion in self._companions.items():
            if self._is_given(option, parsed) and not self._is_given(companion, parsed):
                raise UsageError(f"{option} is for {companion}")
        for option, opposite in self._opposites.items():
            if self._is_given(option, parsed) and self._is_given(opposite, parsed):
                raise UsageError(f"{option} does nothing with {opposite}")
        return parsed, unknown

    def format_usage(self) -> str:
        """Returns the usage in one line: `[options]` and the other arguments."""
        formatter = self.formatter_class(prog=f"{self.prog} [{_('options')}]")
        formatter.add_usage(None, self._get_positional_actions(), [])
        return formatter.format_help()

    def format_help(self) -> str:
        """Returns the short help, which fits a screen."""
        formatter = self.formatter_class(prog=self.prog)
        first_paragraph = next((lines for _, lines in paragraphs(self.description or "")), [])
        formatter.add_text("\n".join(first_paragraph))
        for group in self._action_groups:
            if group is not self.more:
                formatter.start_section(group.title)
                formatter.add_arguments(
                    each for each in group._group_actions if not isinstance(each, HELP_ACTIONS)
                )
                formatter.end_section()
        formatter.add_text(_("All options and explanations: {}").format(f"{self.prog} {HELP_ALL}"))
        return f"{self.format_usage()}\n{formatter.format_help()}"

    def _print_message(self, message: str, file: Any = None) -> None:
        """Writes a message to a file, with escape sequences, if it has any, unchanged."""
        # Help that cannot be written is an error like any output; argparse itself keeps silent about it.
        if file is sys.stdout:
            unfiltered_stream(file).write(message)
        else:
            super()._print_message(message, unfiltered_stream(file) if file else file)

    def error(self, message: str) -> NoReturn:
        """Prints the message, with the word that was probably meant, and the usage; exits with status 2."""
        meant = ""
        if wrong := MISTYPED.search(message):
            choice, option = wrong.groups()
            valid_words = list(self._option_string_actions)
            if choice:
                valid_words = [str(each) for action in self._actions for each in action.choices or ()]
            near = get_close_matches(choice or option, valid_words, n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
        elif wrong := WITHOUT_VALUE.match(message):
            names = wrong[1].split("/")
            values = (value for option, value in pairwise(self._words) if option in names)
            value = next((each for each in values if each.startswith("-")), "")
            if value and value not in self._option_string_actions:
                meant = f"; a value that begins with - is written {names[-1]}={shell_word(value)}"
        # a file whose name looks like an option
        options = self._option_string_actions
        files = (each for each in self._words if each.startswith("-") and each not in options)
        if not meant and (file := next(filter(os.path.isfile, files), "")):
            meant = f"; the file is written {shell_word(f'./{file}')}"
        self._print_message(replace_controls(f"{self.prog}: error: {message}{meant}\n"), sys.stderr)
        self.print_usage(sys.stderr)
        self.exit(2)


class HelpAll(argparse.Action):
    """The action of `--help-all`: prints the whole help and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        # argparse's own help has all options, the whole description and the epilog
        parser._print_message(argparse.ArgumentParser.format_help(parser), sys.stdout)
        parser.exit()


HELP_ACTIONS = (HelpAll, argparse._HelpAction)


def paragraphs(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Yields (is_prose, lines) of each paragraph; indented and empty lines, no prose, stay as they are."""
    for is_prose, lines in groupby(text.splitlines(), lambda line: bool(line) and line[0] != " "):
        yield is_prose, list(lines)


def fit_paragraph(is_prose: bool, lines: Sequence[str], width: int) -> Sequence[str]:
    """Returns a paragraph; prose is translated, and wrapped if it was translated or is too wide."""
    message = " ".join(lines)  # the key of the translation
    text = _(message) if is_prose else message
    is_too_wide = is_prose and max(map(terminal_width, lines)) > width
    return wrap_text(text, width) if text != message or is_too_wide else lines


def wrap_text(text: str, width: int) -> list[str]:
    """Returns the text in lines of `width` columns (wide characters take two); a longer word has a line."""
    lines = [""]
    for piece in re.findall(PIECE, " ".join(text.split())):
        if lines[-1] and terminal_width(lines[-1] + piece.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [*lines[:-1], lines[-1].rstrip()]
