"""The parts of all scripts: the option --seed, a file or the input, and an end without a traceback."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from functools import wraps
from pathlib import Path

from retromaze.ports.mazes import Draws
from retromaze.ports.mazes.draws import draws
from retromaze.system import is_reader_gone, set_stream_encodings

INTERRUPTED = 130
"""What a shell reports of a program that Ctrl-C has ended."""


def arguments_of(name: str, description: str) -> ArgumentParser:
    """Returns a parser that knows --seed; `rng` is its generator, a fresh one if it is not given."""
    parser = ArgumentParser(prog=f"python -m retromaze.ports.{name}", description=description)
    parser.add_argument(
        "--seed", dest="rng", metavar="N", type=seeded, default=draws(None, None), help="repeats a run"
    )
    return parser


def seeded(text: str) -> Draws:
    """Returns the generator begun with that number; raises ArgumentTypeError."""
    try:
        return draws(int(text), None)
    except ValueError as error:
        raise ArgumentTypeError(f"a seed is a number from 1 to 2**32 - 1, not {text}") from error


def read_input(name: str) -> str:
    """Returns the text of a file, or of the standard input for "-".  Raises OSError, ValueError."""
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")


def quiet(script: Callable[..., int]) -> Callable[..., int]:
    """Makes the end of the input or of the reader an end of the script, status 0, and Ctrl-C one of 130."""

    @wraps(script)
    def ended(*given: object, **named: object) -> int:
        set_stream_encodings()
        try:
            status = script(*given, **named)
            sys.stdout.flush()
            return status
        except OSError as error:
            if not is_reader_gone(error):
                raise
            # head or less has had enough; Python would try again at its exit, and complain
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            return 0
        except EOFError:
            print()
            return 0
        except KeyboardInterrupt:
            print()
            return INTERRUPTED

    return ended
