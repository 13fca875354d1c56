"""The options `--set` and `--sizes`, which give numbers of a listing other values."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from retromaze.errors import UsageError
from retromaze.language.prologue import Value, read_value

if TYPE_CHECKING:
    from retromaze.comparison.pairs import Pair

RANGE = ".."


@dataclass(frozen=True, slots=True)
class NumberChoice:
    """A value to try; one of a range may be left out."""

    value: Value
    ranged: bool = False


def add_set_option(parser: argparse.ArgumentParser) -> None:
    """Declares `--set`, which fills `numbers`."""
    parser.add_argument(
        "--set",
        dest="numbers",
        action=Once,
        default={},
        type=setting,
        metavar="NAME=VALUE",
        help="a size of `retromaze list`, or what a listing sets at its top (M_W=49); may be given again",
    )


def add_sizes_option(parser: argparse.ArgumentParser) -> None:
    """Declares `--sizes`, which fills `sizes`."""
    parser.add_argument(
        "--sizes",
        action=Once,
        default={},
        type=choices,
        metavar="NAME=VALUES",
        help="try several, 5,21,49 or 5..49; given again, each with each",
    )


class Once(argparse.Action):
    """Keeps the values of an option by name; refuses a name that comes twice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(values, tuple)
        name, value = values
        kept = getattr(namespace, self.dest)
        if name in kept:
            parser.error(f"{name} is given twice by {option_string}")
        setattr(namespace, self.dest, {**kept, name: value})


def setting(text: str) -> tuple[str, Value]:
    """`NAME=VALUE`, the value as the language writes it."""
    name, value = equation_sides(text)
    return name, read_value(value)


def choices(text: str) -> tuple[str, tuple[NumberChoice, ...]]:
    """`NAME=VALUE,FIRST..LAST,...`"""
    name, values = equation_sides(text)
    return name, tuple(choice for part in values.split(",") for choice in choices_in(part.strip()))


def equation_sides(text: str) -> tuple[str, str]:
    """Both sides of the first equals sign."""
    name, sign, value = text.partition("=")
    if not (name.strip() and sign):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value


def choices_in(text: str) -> list[NumberChoice]:
    """One value, or all of a range that includes both ends."""
    if RANGE not in text:
        return [NumberChoice(read_value(text))]
    first, last = map(read_value, text.split(RANGE, 1))
    if not (isinstance(first, int) and isinstance(last, int) and first <= last):
        raise argparse.ArgumentTypeError(f"{text!r} is no range such as 5{RANGE}49")
    return [NumberChoice(value, ranged=True) for value in range(first, last + 1)]


# ---- what is to be checked


def with_trials(pairs: Iterable[Pair], arguments: argparse.Namespace) -> list[Pair]:
    """The same with what the command line sets in place of their own trials and scenes, if it sets anything.

    Raises UsageError for names that one of the catalogue does not know, and for values that cannot be; of
    other pairs that is found when they are run.
    """
    if not (arguments.numbers or arguments.sizes):
        return list(pairs)
    return [replace(pair, trials=tuple(trials(pair, arguments)), scenes=()) for pair in pairs]


def trials(pair: Pair, arguments: argparse.Namespace) -> Iterator[dict[str, Value]]:
    """The sizes, each with each, those of a range only where they can be. Raises UsageError."""
    refused: UsageError | None = None
    count = 0
    for chosen in product(*arguments.sizes.values()):
        values = dict(zip(arguments.sizes, (choice.value for choice in chosen), strict=True))
        try:
            yield pair.checked(arguments.numbers | values)
            count += 1
        except UsageError as error:
            refused = error
            if not any(choice.ranged for choice in chosen):
                raise
    if refused and not count:
        raise refused
