"""Options for the player's input (buttons, stylus, pads, keys, answers), and a machine that is given it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from retromaze.commands import options
from retromaze.errors import UsageError
from retromaze.machine.input import Input
from retromaze.press import (
    Schedules,
    last_or,
    read_tilt,
    read_touch,
    read_typed,
    schedule_of,
    typed_at,
    unseen,
)


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """Declares buttons, stylus, pads and keyboard; each entry holds as `--press` tells."""
    parser.add_argument(
        "--press", type=options.press, default={}, metavar="A@60,...", help="buttons to hold: UP+B@100-120"
    )
    add_entries(parser, "--touch", read_touch, "X,Y@60-90", "the stylus; NONE@90 lifts it; again for more")
    add_entries(parser, "--pad", read_tilt, "X,Y@60-90", "the circle pad, -1 to 1: --pad=-1,0@60")
    add_entries(parser, "--second-pad", read_tilt, "X,Y@60-90", "the second circle pad")
    add_entries(parser, "--keys", read_typed, "TEXT[@60]", "typed before the start, or in that frame")


def add_entries(
    parser: argparse.ArgumentParser, name: str, read: Callable[[str], Any], metavar: str, meaning: str
) -> None:
    """Declares an option that is given once for each entry."""

    def entry(text: str) -> Any:
        try:
            return read(text)
        except UsageError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    parser.add_argument(name, type=entry, action="append", default=[], metavar=metavar, help=meaning)


def add_answers_option(parser: argparse.ArgumentParser) -> None:
    """Declares what is answered to INPUT."""
    parser.add_argument(
        "--answers", action="append", default=[], metavar="LINE", help="a line for INPUT; again for the next"
    )


def schedules_of(arguments: argparse.Namespace) -> Schedules:
    """What is touched, tilted and typed at frames of its own, by the input's channel."""
    found: Schedules = {
        "stylus": schedule_of(arguments.touch, last_or(None)),
        "pad": schedule_of(arguments.pad, last_or((0.0, 0.0))),
        "second_pad": schedule_of(arguments.second_pad, last_or((0.0, 0.0))),
        "keys": typed_at(arguments.keys),
    }
    return {name: entries for name, entries in found.items() if entries}


def typed_first(arguments: argparse.Namespace) -> str:
    """What is typed before the first frame."""
    return "".join(text for frame, text in arguments.keys if frame is None)


def lay(arguments: argparse.Namespace, controls: Input) -> None:
    """Gives a machine's input what the command line says."""
    controls.type(typed_first(arguments))
    for name, schedule in all_schedules(arguments).items():
        getattr(controls, name).schedule.update(schedule)


def never_seen(arguments: argparse.Namespace, controls: Input) -> list[str]:
    """What of the command line no look of the program has seen, in words."""
    given = all_schedules(arguments)
    if arguments.keys:
        given["keys"] = {}
    return unseen(controls, given=given)


def all_schedules(arguments: argparse.Namespace) -> Schedules:
    """By the input's channel, the buttons among them."""
    return {"buttons": arguments.press, **schedules_of(arguments)}
