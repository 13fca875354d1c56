"""`retromaze run`: a listing on the simulated console, in a window or without one."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retromaze.commands import options
from retromaze.commands.ending import ended_by_signals
from retromaze.commands.files import write_file
from retromaze.commands.inputs import (
    add_input_options,
    add_record_option,
    add_replay_option,
    lay_game,
    take_game,
    tell_other_text,
)
from retromaze.commands.numbers import add_set_option
from retromaze.commands.run_loop import Played, play_until_done
from retromaze.commands.saves import add_watch_options
from retromaze.commands.saying import say
from retromaze.commands.sheets import add_sheet_option
from retromaze.commands.source import STANDARD_INPUT, NamedListing, find_listing
from retromaze.display.front_end import FrontEnd, NoDisplay
from retromaze.display.headless import Headless
from retromaze.display.opening import open_window
from retromaze.display.speeds import CONSOLE_PACE
from retromaze.display.usage import INTERRUPTED
from retromaze.errors import UsageError

if TYPE_CHECKING:
    from retromaze.commands.saves import Saves
    from retromaze.machine.machine import Machine

DESCRIPTION = """\
Runs a listing on the simulated console and shows its upper screen in a window; F1 lists the keys.
Without a display, or with --headless, it runs as fast as it can and prints the console's text at the end.
"""
EPILOG = """\
--press A@60,UP+B@100-120 holds A from frame 60 until the next entry begins, and UP and B from frame 100
to 120; NONE@200 lets go. Buttons: UP DOWN LEFT RIGHT A B X Y L R ZL ZR. --touch 160,120@60-90 holds the
stylus on the lower screen likewise, --pad=-1,0@60 tilts the circle pad, --keys q@60 types.

--record LOG writes down what is pressed, with seed and numbers, however the run ends. --replay LOG plays
that game to the same frames, and needs no NAME. In a window it then goes on with you, and your first press
takes it over sooner; without one it ends where the game did.

A run without a window that only looks at the buttons for a second (60 frames), or only waits for ten
minutes, with no --press still to come, is stopped, and that counts as success. --screenshot saves what is
then on the screen: a program that draws, waits for a button and clears the screen is caught before it
clears, as long as --press does not end the wait. With --frames N it is the picture after N frames.

--speed draws, or draws:4 for four a second, shows single draws; statements, or statements:1, goes through
the listing with the line that runs below the picture. F3 goes on by one of them.

--gif films the upper screen, and the lower one where it is used, in the console's time, with a window or
without. GIMP, ffmpeg and their kin make any other kind of film from it.

--wav saves the sounds in the console's time, 48,000 samples a second, up to an hour, with a window or
without. A tune that ends by itself is played to its end behind the program's; an endless one ends with it.

With --watch the listing is read again and run with the same seed whenever it is saved. Without a window
Ctrl-C ends a run, and once more the watching.

INPUT and LINPUT are typed where the listing asks, in the window. Without one they read standard input; in a
terminal the listing's text is then shown as it is printed.

SAVE writes PROJECT/TXT/NAME and PROJECT/DAT/NAME below the folder of --storage, DEFAULT being the project at
first; LOAD looks there, and then beside the listing, for NAME.txt, NAME.bas, NAME.json or NAME.png too.

Sprites and backgrounds show pictures of our own. --sheet FILE --sheet 5=FILE shows those of the console
instead, from files of your own that hold its pages 4 and 5.

exit status: 0 ran or was stopped, 1 the listing has an error or cannot be read, 2 wrong usage, 130 Ctrl-C
"""


def add(subparsers: Any) -> None:
    """Declares the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "run",
        help="run a listing",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "listing", metavar="NAME|FILE", nargs="?", help="a program of `retromaze list`, a file, or -"
    )
    add_machine_options(parser)
    add_record_option(parser)
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
    add_input_options(parser)
    add_replay_option(parser)
    parser.add_argument(
        "--clock",
        type=options.moment,
        metavar="now|MOMENT",
        help="when the console's clock begins (now in a window without --seed, else 2014-11-19)",
    )
    parser.add_argument(
        "--storage",
        type=options.folder,
        metavar="DIR",
        help="the folder that LOAD and SAVE see; one of your own if missing",
    )
    add_sheet_option(parser)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="stop with an error where speech or a stream of samples, not simulated yet, is asked for",
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
        metavar="SPEED",
        help="of the window: console (default), N times that, max, N/s frames a second, draws or statements",
    )
    parser.add_argument(
        "--gif", type=options.new_gif, metavar="OUT.gif", help="save the whole run as an animation"
    )
    parser.add_argument(
        "--wav", type=options.new_wav, metavar="OUT.wav", help="save all that is heard in the run"
    )
    parser.add_argument("--mute", action="store_true", help="no sound; Ctrl-M in the window brings it back")
    parser.add_argument(
        "--every",
        type=options.count,
        default=3,
        metavar="N",
        help="with --gif: a picture every N frames (default: 3, twenty a second)",
    )


def run(arguments: argparse.Namespace) -> int:
    """The sub-command; returns the exit status."""
    take_game(arguments)
    listing = find_listing(arguments.listing, arguments.numbers)
    if arguments.replay:
        tell_other_text(arguments.replay, listing.source, listing.name)
    # a log that is being written would be lost with the process
    with ended_by_signals() if arguments.record else nullcontext():
        played = play_in_front(arguments, listing)
        taken = (
            (arguments.screenshot, played.picture),
            (arguments.gif, played.animation),
            (arguments.wav, played.sound),
        )
        statuses = [write_file(path, make()) for path, make in taken if path]
    if any(statuses) or played.unwritten or played.error:
        return 1
    return INTERRUPTED if played.interrupted else 0


def play_in_front(arguments: argparse.Namespace, listing: NamedListing) -> Played:
    """Plays the listing where it can be seen, until the user is done."""
    saves = watched_saves(arguments, listing)
    front = open_front(arguments, listing)
    try:
        # not `saves or`: they are false until something is saved
        with nullcontext() if saves is None else saves:
            return play_until_done(arguments, listing, front, saves)
    finally:
        front.close()


def open_front(arguments: argparse.Namespace, listing: NamedListing) -> FrontEnd:
    """The window if one can be seen, else the front end without."""
    limited = arguments.frames is not None
    if not arguments.headless:
        try:
            window = open_window(listing.name, speed=arguments.speed, folder=Path(), muted=arguments.mute)
            window.lingers = not limited
            return window
        except NoDisplay as reason:
            say(f"no window: {reason}; running headless")
    return blind_front(arguments)


def blind_front(arguments: argparse.Namespace) -> Headless:
    """The front end without a window. There a game that is replayed ends as it did: nobody goes on."""
    if arguments.frames is None and arguments.replay:
        arguments.frames = arguments.replay.log.frames
    return Headless(patient=arguments.frames is not None)


def play_blind(arguments: argparse.Namespace, machine: Machine, listing: NamedListing) -> None:
    """Puts a machine that has run nothing where nobody looks, with the game that is replayed before it."""
    if arguments.replay:
        tell_other_text(arguments.replay, listing.source, listing.name)
        lay_game(arguments.replay, machine)
    blind_front(arguments).attach(machine)


def watched_saves(arguments: argparse.Namespace, listing: NamedListing) -> Saves | None:
    """The saves of the listing, if they are to be heard of. Raises UsageError where there is no file."""
    from retromaze.commands.saves import Saves

    if not arguments.watch:
        return None
    if arguments.listing == STANDARD_INPUT:
        raise UsageError("--watch needs a file: standard input is never saved")
    return Saves([Path(listing.path)], polling=arguments.poll)
