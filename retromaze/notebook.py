"""`%%smilebasic` in a notebook: a cell that is a listing, and below it what the console shows."""

from __future__ import annotations

import argparse
import sys
from functools import partial, update_wrapper
from keyword import iskeyword
from typing import Any, NoReturn

from retromaze.commands import options
from retromaze.commands.options import add_set_option
from retromaze.display.argument_parser import NamingParser
from retromaze.errors import UsageError
from retromaze.input_log import read_presses, schedule_of
from retromaze.language.prologue import with_constants_set
from retromaze.result import Result, run
from retromaze.system import split_words

DESCRIPTION = "Runs the cell as a SmileBASIC 3 listing; its value is the result, which shows itself."


class Options(NamingParser):
    """The parser of a cell's options; wrong ones raise UsageError instead of ending the process."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"%%smilebasic: {message}")


def parser() -> Options:
    """Returns the parser of the options after `%%smilebasic`."""
    cell_options = Options(prog="%%smilebasic", description=DESCRIPTION, add_help=False)
    cell_options.add_argument("--seed", type=options.seed)
    cell_options.add_argument("--frames", type=options.whole_number)
    cell_options.add_argument("--press", type=read_presses, action="extend", default=[])
    cell_options.add_argument("--film", type=options.positive_number, metavar="N")
    cell_options.add_argument("--strict", action="store_true")
    cell_options.add_argument("--to", type=variable_name, metavar="NAME")
    add_set_option(cell_options)
    return cell_options


def variable_name(text: str) -> str:
    """Reads the name of a variable of Python."""
    if not text.isidentifier() or iskeyword(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a variable")
    return text


def smilebasic(line: str, cell: str, shell: Any = None) -> Result | None:
    """Runs a cell as `retromaze run` does with the options in `line`.

    `--film N` keeps the picture of every Nth frame, `--to NAME` stores the result in that variable of the
    notebook, `shell`. Returns None, after printing the reason, if the options are wrong.
    """
    try:
        given = parser().parse_args(split_words(line))
        source = with_constants_set(cell, given.set, "the cell") if given.set else cell
    except (UsageError, ValueError) as error:
        print(error, file=sys.stderr)
        return None
    press = schedule_of(given.press, "buttons")
    result = run(
        source, seed=given.seed, frames=given.frames, press=press, film=given.film, strict=given.strict
    )
    if given.to and shell is not None:
        shell.push({given.to: result})
    return result


def register(shell: Any) -> None:
    """Gives a notebook its magic, `%%smilebasic`."""
    # with the docstring that `%%smilebasic?` shows
    magic = update_wrapper(partial(smilebasic, shell=shell), smilebasic)
    shell.register_magic_function(magic, "cell", "smilebasic")
