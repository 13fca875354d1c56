"""`retromaze run`: a listing on the simulated console, in a window or without one."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retromaze.commands import options
from retromaze.commands.numbers import add_set_option
from retromaze.commands.saves import add_watch_options
from retromaze.commands.source import STANDARD_INPUT, Listing, find_listing
from retromaze.display.front import Front, NoDisplay, Restart
from retromaze.display.headless import Headless, Waiting
from retromaze.display.opening import open_window
from retromaze.display.speeds import CONSOLE_PACE
from retromaze.engine.listing_file import UnreadableListing
from retromaze.errors import BasicError, Stopped, UsageError
from retromaze.machine.machine import Machine
from retromaze.report import describe
from retromaze.runner import play

if TYPE_CHECKING:
    from retromaze.commands.saves import Saves

DESCRIPTION = """\
Runs a listing on the simulated console and shows its upper screen in a window; F1 lists the keys.
Without a display, or with --headless, it runs as fast as it can and prints the console's text at the end.
"""
EPILOG = """\
--press A@60,UP+B@100-120 holds A from frame 60 until the next entry begins, and UP and B from frame 100
to 120; NONE@200 lets go. Buttons: UP DOWN LEFT RIGHT A B X Y L R ZL ZR.

A run without a window that only looks at the buttons for a second (60 frames), or only waits for ten
minutes, with no --press still to come, is stopped, and that counts as success. --screenshot saves what is
then on the screen: a program that draws, waits for a button and clears the screen is caught before it
clears, as long as --press does not end the wait. With --frames N it is the picture after N frames.

With --watch the listing is read again and run with the same seed whenever it is saved. Without a window
Ctrl-C ends a run, and once more the watching.

INPUT and LINPUT read standard input when there is no window.

exit status: 0 ran or was stopped, 1 the listing has an error or cannot be read, 2 wrong usage
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "run",
        help="run a listing",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("listing", metavar="NAME|FILE", help="a program of `retromaze list`, a file, or -")
    add_machine_options(parser)
    add_front_options(parser)
    add_watch_options(parser, "run again with the same seed whenever the listing is saved")
    parser.set_defaults(command=run)


def add_machine_options(parser: argparse.ArgumentParser) -> None:
    """What changes the run itself."""
    add_set_option(parser)
    parser.add_argument(
        "--seed", type=options.seed, metavar="N", help="the same seed repeats a run; one is chosen if missing"
    )
    parser.add_argument("--frames", type=options.whole, metavar="N", help="stop after N frames of 1/60 s")
    parser.add_argument(
        "--press", type=options.press, default={}, metavar="A@60,...", help="buttons to hold, see below"
    )
    parser.add_argument(
        "--storage",
        type=options.folder,
        metavar="DIR",
        help="the folder that LOAD and SAVE see; one of your own if missing",
    )


def add_front_options(parser: argparse.ArgumentParser) -> None:
    """What changes only how the run is seen."""
    parser.add_argument("--headless", action="store_true", help="no window; print the text at the end")
    parser.add_argument(
        "--screenshot", type=options.new_png, metavar="OUT.png", help="save the picture at the end of the run"
    )
    parser.add_argument(
        "--speed",
        type=options.window_speed,
        default=CONSOLE_PACE,
        metavar="console|N|max|draws",
        help="of the window: the console's pace (default), N times that, full speed, or draw by draw",
    )


def run(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    try:
        listing = find_listing(arguments.listing, arguments.numbers)
    except UnreadableListing as reason:
        say(str(reason))
        return 1
    saves = watched_saves(arguments, listing)
    front = open_front(arguments, listing)
    try:
        with saves or nullcontext():
            machine, error = play_until_done(arguments, listing, front, saves)
    finally:
        front.close()
    saved = arguments.screenshot is None or save_screenshot(machine, arguments.screenshot)
    return 0 if saved and error is None else 1


def open_front(arguments: argparse.Namespace, listing: Listing) -> Front:
    """The window if one can be seen, else the front end without."""
    limited = arguments.frames is not None
    if not arguments.headless:
        try:
            window = open_window(listing.name, speed=arguments.speed, folder=Path())
            window.lingers = not limited
            return window
        except NoDisplay as reason:
            say(f"no window: {reason}; running headless")
    return Headless(patient=limited)


def watched_saves(arguments: argparse.Namespace, listing: Listing) -> Saves | None:
    """The saves of the listing, if they are to be heard of. Raises UsageError where there is no file."""
    from retromaze.commands.saves import Saves

    if not arguments.watch:
        return None
    if arguments.listing == STANDARD_INPUT:
        raise UsageError("--watch needs a file: standard input is never saved")
    return Saves([Path(listing.path)], polling=arguments.poll)


def play_until_done(
    arguments: argparse.Namespace, listing: Listing, front: Front, saves: Saves | None = None
) -> tuple[Machine, BasicError | None]:
    """Plays the listing, again as often as the user asks; returns the last machine and what went wrong.

    It is read again each time. Without a window the next of the saves is waited for at the end.
    """
    seed = arguments.seed
    if saves is not None:
        front.again = partial(bool, saves)
    while True:
        machine = new_machine(arguments, seed)
        # Run again means the same maze again.
        seed = machine.seed
        front.attach(machine)
        with suppress(Restart):
            error = play_once(arguments, listing, machine, front)
            if saves is None or not waits_for_save(front, saves):
                return machine, error
        if saves:
            saves.take()
        listing = read_again(arguments, listing)


def waits_for_save(front: Front, saves: Saves) -> bool:
    """Waits for a save where nobody could close a window; False if there is a window, or after Ctrl-C."""
    if not isinstance(front, Headless):
        return False
    try:
        saves.wait()
    except KeyboardInterrupt:
        say("stopped")
        return False
    return True


def read_again(arguments: argparse.Namespace, listing: Listing) -> Listing:
    """The listing as it is now, or as it was where it can no longer be read, which is said."""
    if arguments.listing == STANDARD_INPUT:
        return listing
    try:
        return find_listing(arguments.listing, arguments.numbers)
    except (UnreadableListing, UsageError) as reason:
        say(str(reason))
        return listing


def new_machine(arguments: argparse.Namespace, seed: int | None) -> Machine:
    """A machine with the command line's input before it; says which seed it chose."""
    machine = Machine(seed=seed, storage=arguments.storage or options.user_folder() / "storage")
    machine.input.schedule.update(arguments.press)
    if seed is None:
        say(f"seed {machine.seed}")
    return machine


def play_once(
    arguments: argparse.Namespace, listing: Listing, machine: Machine, front: Front
) -> BasicError | None:
    """One run to its end, and what there is to say about it; raises Restart."""
    error, ended = None, False
    try:
        error = play(listing.source, machine, path=listing.path, frames=arguments.frames)
        # A listing that never began has nothing to look at.
        ended = error is None or machine.frame > 0
    except Restart:
        raise
    except Waiting as reason:
        say(str(reason))
    except (Stopped, KeyboardInterrupt):
        say("stopped")
    if isinstance(front, Headless):
        # A reader that leaves early keeps nobody from hearing of the error.
        with suppress(BrokenPipeError):
            show_end(machine)
    if error:
        print(describe(error), file=sys.stderr)
    if ended:
        with suppress(KeyboardInterrupt):
            front.finish(machine, error)
    return error


def show_end(machine: Machine) -> None:
    """Prints the console's text, and in a terminal the picture where something was drawn."""
    text = machine.console.text()
    if text:
        print(text)
    if sys.stdout.isatty() and any(machine.pages[machine.screens[0].show_page].pixels):
        from retromaze.display.terminal import show_picture

        show_picture(machine.picture())


def save_screenshot(machine: Machine, path: Path) -> bool:
    """Saves the picture, or says why it could not; returns whether it did."""
    from retromaze.display.pictures import save_png

    try:
        save_png(machine.picture(), path)
    except OSError as reason:
        say(f"{path} cannot be written: {reason.strerror or reason}")
        return False
    return True


def say(message: str) -> None:
    """A word to the user, apart from the listing's own output."""
    print(f"retromaze: {message}", file=sys.stderr)
