"""What the scripts share: the option --seed, and an end without a traceback when nobody answers."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from functools import wraps

from retromaze.ports.mazes import Draws
from retromaze.ports.mazes.draws import draws

INTERRUPTED = 130
"""What a shell reports of a program that Ctrl-C has ended."""


def arguments_of(name: str, description: str) -> ArgumentParser:
    """A parser that knows --seed; `rng` is its generator, a fresh one if it is not given."""
    parser = ArgumentParser(prog=f"python -m retromaze.ports.{name}", description=description)
    parser.add_argument(
        "--seed", dest="rng", metavar="N", type=seeded, default=draws(None, None), help="repeats a run"
    )
    return parser


def seeded(text: str) -> Draws:
    """The generator begun with that number; raises ArgumentTypeError."""
    try:
        return draws(int(text), None)
    except ValueError as error:
        raise ArgumentTypeError(f"a seed is a number from 1 to 2**32 - 1, not {text}") from error


def quiet(script: Callable[..., int]) -> Callable[..., int]:
    """Makes the end of the input an end of the script, status 0, and Ctrl-C one of status 130."""

    @wraps(script)
    def ended(*given: object, **named: object) -> int:
        try:
            return script(*given, **named)
        except EOFError:
            print()
            return 0
        except KeyboardInterrupt:
            print()
            return INTERRUPTED

    return ended
