"""`retromaze direct`: the machine's prompt, in a terminal or for lines that are piped in."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.commands import options
from retromaze.commands.operands import find_listing
from retromaze.commands.options import add_sheet_option, put_sheets, sibling_files
from retromaze.display.argument_parser import Parser
from retromaze.display.pacer import CONSOLE_PACE
from retromaze.display.translation import _
from retromaze.errors import UsageError
from retromaze.machine.machine import Machine
from retromaze.machine.storage import SiblingFiles
from retromaze.system import data_folder

if TYPE_CHECKING:
    from retromaze.direct.session import DirectSession

DESCRIPTION = """\
The OK prompt: statements run at once, RUN starts the program in a slot, HELP explains the words. Ctrl-C is
the START button, which stops a program; CONT goes on with it. Ctrl-D or EXIT ends the session.

With a display a window next to the prompt shows the picture; F1 in it lists its keys. While a program runs,
the window's keys are the console's buttons; otherwise what is typed in it goes to the prompt. F4 and F5 in
it are RUN. SHOW opens a closed window again; without a display it shows the picture in the terminal. EDIT
opens a program in $VISUAL or $EDITOR, else in nano or vi, on Windows in notepad. F1 to F5 in the terminal
type the texts of KEY.
"""
EPILOG = """\
Lines that are piped in are run in the same way, and only what they print is shown:
    printf 'A=5\\nPRINT A*2\\n' | retromaze direct

LOAD, SAVE and FILES use a folder of your own unless --storage names another, with PROJECT/TXT/NAME and
PROJECT/DAT/NAME in it. LOAD and FILES then look next to the FILE, or in the current folder if none is named:
LOAD "SNAKE" finds snake.bas there, or SNAKE.txt, SNAKE.json, SNAKE.png.

exit status: 0 the session ended, 1 a piped line stopped with an error or the listing cannot be read,
2 wrong usage
"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument("listing", nargs="?", metavar="NAME|FILE", help="a program to load into slot 0")
    parser.add_argument("--seed", type=options.seed, metavar="N", help="the same seed repeats a session")
    options.add_clock_option(parser, "(now in a terminal without --seed, else 2014-11-19)")
    options.add_storage_option(parser)
    parser.more.add_argument(
        "--frames",
        type=options.whole_number,
        metavar="N",
        help="press START N frames after a program or line began",
    )
    parser.more.add_argument(
        "--speed",
        type=options.speed,
        default=CONSOLE_PACE,
        metavar="console|N|max",
        help="in a terminal: the console's pace (default), N times that, or full speed",
    )
    add_sheet_option(parser)
    parser.add_argument("--headless", action="store_true", help="no window beside the prompt, and no sound")
    parser.add_argument("--mute", action="store_true", help="no sound; Ctrl-M in the window brings it back")
    parser.declare_opposite("--mute", "--headless")


def execute(arguments: argparse.Namespace) -> int:
    from retromaze.commands.run import say_unsimulated_sounds

    if arguments.listing == "-":
        raise UsageError("standard input is where the lines of the prompt come from")
    listing = find_listing(arguments.listing) if arguments.listing is not None else None
    session = new_session(arguments)
    if listing is not None:
        session.computer.load_source(0, listing.source, listing.name.upper(), listing.path)
    try:
        session.run_until_exit()
    finally:
        session.front.close()
    say_unsimulated_sounds(session.machine)
    # a user at the prompt has seen the errors
    return 1 if session.failed and session.front.is_unattended else 0


def new_session(arguments: argparse.Namespace) -> DirectSession:
    """Returns a session in the terminal, or if input or output is none, a session over standard input.

    The session in the terminal has its window open and has printed its first lines.
    """
    from retromaze.direct.session import DirectSession, PipedFrontEnd

    machine = Machine(seed=arguments.seed, storage=options.storage_of(arguments))
    # without a listing of the user's, the files of the current folder, which `-` would be in
    machine.storage.siblings = sibling_files(arguments.listing) or SiblingFiles(Path(options.STANDARD_STREAM))
    machine.storage.lists_siblings = True
    put_sheets(arguments.sheet, machine)
    machine.start = arguments.clock or machine.start
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        # piped lines are UTF-8 on every system
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        return DirectSession(machine, PipedFrontEnd(sys.stdin, sys.stdout), limit=arguments.frames)
    from retromaze.direct.terminal import Terminal

    # a session with a seed can be repeated, with the same clock
    if arguments.seed is None and arguments.clock is None:
        machine.start = options.now()
    history = data_folder() / "direct_history"
    terminal = Terminal(history, speed=arguments.speed, windowed=not arguments.headless, muted=arguments.mute)
    session = DirectSession(machine, terminal, limit=arguments.frames)
    for line in greeting(machine.seed, terminal.attach(session)):
        session.say(line)
    return session


def greeting(seed: int, reason: str) -> Iterator[str]:
    """Yields the first lines of the prompt; `reason` says why there is no window, "" if there is one."""
    yield _(
        "SmileBASIC 3 on a simulated console. HELP explains its words, EXIT or Ctrl-D leaves. (seed {})"
    ).format(seed)
    if reason:
        yield _("no window: {}; SHOW shows the picture here").format(reason)
