"""`retromaze run`: a listing on the simulated console, whose front end is a window, or headless."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Timer
from typing import NamedTuple

from retromaze.audio.sound_output import SoundRecorder
from retromaze.catalogue import CATALOGUE
from retromaze.commands import options
from retromaze.commands.file_watching import Saves
from retromaze.commands.operands import NamedListing, find_listing
from retromaze.commands.options import (
    STANDARD_STREAM,
    NamedLog,
    add_machine_options,
    apply_replayed_log,
    give_game_input,
    headless_front_end,
    new_machine,
    schedules_of,
    warn_of_other_text,
)
from retromaze.commands.output import say, signals_as_interrupts, write_file
from retromaze.display.argument_parser import INTERRUPTED, Parser
from retromaze.display.front_end import (
    Closed,
    FreshSeed,
    FrontEnd,
    Headless,
    NoDisplay,
    RestartRequest,
    Waiting,
    require_windows,
)
from retromaze.display.pacer import CONSOLE_PACE
from retromaze.display.pictures import FrameFilm, png, visible_picture
from retromaze.display.translation import _
from retromaze.engine.computer import Computer
from retromaze.engine.listing_file import UnreadableListing
from retromaze.error_report import describe, explanation
from retromaze.errors import BasicError, Break, Stopped, UsageError
from retromaze.input_log import LONGEST, digest_of, log_of, log_text, record_file_digests, unread_input
from retromaze.machine.machine import Machine
from retromaze.machine.sound import missing_sounds, missing_sounds_text
from retromaze.runner import break_at, listing_calls, run_source

LONG_RUN = 10.0
"""Seconds after which a run without a window and without a limit says how it can be ended."""

DESCRIPTION = """\
Runs a listing on the simulated console, in a window; F1 lists the keys. Without a display, or with
--headless, it runs at full speed and prints the console's text at the end.
"""
EPILOG = """\
--press A@60,UP+B@100-120 holds A from frame 60 until the next entry begins, and UP and B from frame 100 to
120; NONE@200 lets go; A@60,A@90 presses A twice. Buttons: UP DOWN LEFT RIGHT A B X Y L R ZL ZR. --touch
160,120@60-90 holds the stylus on the lower screen in the same way, --pad=-1,0@60 tilts the circle pad, --keys
q@60 types.

--record LOG records what is pressed, with the seed and the numbers of --set, however the run ends. --replay
LOG plays that game again, frame by frame, and needs no NAME. In a window you go on playing at its end, or
earlier with your first press; without a window the run ends where the game did.

Without a window a run is stopped, with exit status 0, when it has only looked at the buttons for a second
(60 frames), or only waited for ten minutes, and no --press is still to come. --picture saves the screen
at that moment: a program that draws, waits for a button and clears the screen is caught before it clears,
unless --press ends the wait. With --frames N it is the picture after N frames.

--speed is the window's: console (the default), N times that, max, N/s frames a second, draws or statements.
--speed draws shows one drawing after the other, draws:4 four a second. --speed statements, or statements:1,
shows one statement after the other, with its line below the picture. F3 goes on by one of them.

--gif saves the upper screen, and the lower one if it is used, at the console's speed, with a window or
without. GIMP or ffmpeg convert it to other formats.

--wav saves the sound at the console's speed, 48,000 samples a second, up to an hour, with a window or
without. A tune that ends by itself is saved to its end, even after the end of the program; an endless tune
is cut there.

With --watch the listing is read again and run with the same seed whenever it is saved. Without a window
Ctrl-C ends the run, and a second Ctrl-C the watching.

Answers to INPUT and LINPUT are typed in the window. Without a window they are read from standard input; in a
terminal the listing's text is then shown while it is printed.

SAVE writes PROJECT/TXT/NAME and PROJECT/DAT/NAME below the folder of --storage; the first PROJECT is
DEFAULT. LOAD looks there, and then next to the listing, for NAME.txt, NAME.bas, NAME.json or NAME.png too.

Sprites and backgrounds have pictures that come with retromaze, not the console's. --sheet FILE --sheet
5=FILE shows the console's, from your own files of its pages 4 and 5.

exit status: 0 ran or was stopped, 1 the listing has an error or cannot be read, 2 wrong usage, 130 Ctrl-C
"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "listing", metavar="NAME|FILE", nargs="?", help="a program of `retromaze list`, a file, or -"
    )
    add_machine_options(parser)
    parser.add_argument(
        "--record", type=options.new_log, metavar="LOG", help="record what is pressed, for --replay"
    )
    add_front_options(parser)
    options.add_watch_options(parser, "run again whenever the listing is saved")
    parser.declare_former_name("--screenshot", "--picture")


def add_front_options(parser: Parser) -> None:
    """Declares the options that change only how the run is shown."""
    parser.add_argument("--headless", action="store_true", help="no window; print the text at the end")
    parser.add_argument(
        "--picture", type=options.new_png, metavar="OUT.png", help="save the picture at the end of the run"
    )
    parser.add_argument(
        "--speed",
        type=options.window_speed,
        default=CONSOLE_PACE,
        metavar="SPEED",
        help="of the window: console, N times that, max, draws, …",
    )
    parser.add_argument(
        "--gif", type=options.new_gif, metavar="OUT.gif", help="save the whole run as an animation"
    )
    parser.more.add_argument(
        "--wav", type=options.new_wav, metavar="OUT.wav", help="save the sound of the run"
    )
    parser.more.add_argument(
        "--mute", action="store_true", help="no sound; Ctrl-M in the window brings it back"
    )
    parser.more.add_argument(
        "--every",
        type=options.positive_number,
        default=3,
        metavar="N",
        help="with --gif: a picture every N frames (default: 3, twenty a second)",
    )
    parser.declare_companion("--every", "--gif")
    parser.declare_opposite("--speed", "--headless")
    parser.declare_opposite("--mute", "--headless")


def execute(arguments: argparse.Namespace) -> int:
    apply_replayed_log(arguments)
    listing = find_listing(arguments.listing, arguments.set)
    if arguments.replay:
        warn_of_other_text(arguments.replay, listing.source, listing.name)
    # a log that is being written would be lost with the process
    with signals_as_interrupts() if arguments.record else nullcontext():
        played = play_with_front_end(arguments, listing)
        outputs = (
            (arguments.picture, played.picture),
            (arguments.gif, played.animation),
            (arguments.wav, played.sound),
        )
        statuses = [write_file(path, content()) for path, content in outputs if path]
    if any(statuses) or played.ending.is_log_unwritten or played.ending.error:
        return 1
    return INTERRUPTED if played.ending.interrupted and not arguments.watch else 0


def play_with_front_end(arguments: argparse.Namespace, listing: NamedListing) -> PlayedRun:
    """Plays the listing in a window or without, until the user is done; returns the last run."""
    saves = None
    if arguments.watch:
        if arguments.listing == STANDARD_STREAM:
            raise UsageError("--watch needs a file: standard input is never saved")
        saves = Saves([Path(listing.path)], polling=arguments.poll)
    front = open_front(arguments, listing)
    words = _("{} goes on without a window; Ctrl-C ends it, and --frames N ends it after N frames")
    # without a window and a limit of frames, an endless listing would go on unnoticed
    notice = Timer(LONG_RUN, partial(say, words.format(listing.path)))
    notice.daemon = True
    if isinstance(front, Headless) and arguments.frames is None and saves is None:
        notice.start()
    try:
        with saves or nullcontext():
            return play_until_done(arguments, listing, front, saves)
    finally:
        notice.cancel()
        front.close()


def open_front(arguments: argparse.Namespace, listing: NamedListing) -> FrontEnd:
    """Returns a window; with --headless, or if there is no display, the front end without a window."""
    if not arguments.headless:
        try:
            require_windows()
            from retromaze.display.window import Window

            shipped = CATALOGUE.get(arguments.listing)
            window = Window(
                listing.name,
                speed=arguments.speed,
                muted=arguments.mute,
                instructions=shipped.instructions if shipped else None,
            )
            # a window stays open after the program's end, but not if --frames says when to end
            window.lingers = arguments.frames is None
            return window
        except NoDisplay as reason:
            say(f"no window: {reason}; running headless")
    return headless_front_end(arguments)


# ---- the run, and further runs


class Ending(NamedTuple):
    """How a run ended: the listing's error if it had one, and whether Ctrl-C interrupted it.

    `ended_by_itself`: whether the listing ended, also by STOP or an error. `has_begun`: whether it ran at
    all, as the machine finds some errors before. `closing_words` are for the window, "" if it is closed.
    `is_log_unwritten`: whether the log of --record could not be written.
    """

    error: BasicError | None = None
    interrupted: bool = False
    ended_by_itself: bool = False
    has_begun: bool = True
    closing_words: str = ""
    is_log_unwritten: bool = False


class PlayedRun(NamedTuple):
    """A run that is over, with its pictures (`film`) and sound (`tape`); None without --gif and --wav."""

    machine: Machine
    ending: Ending
    film: FrameFilm | None
    tape: SoundRecorder | None

    def picture(self) -> bytes:
        """Returns the screens at the end of the run as a PNG."""
        return png(visible_picture(self.machine))

    def animation(self) -> bytes:
        """Returns the film up to the last picture as a GIF."""
        assert self.film is not None
        self.film.finish()
        return self.film.gif()

    def sound(self) -> bytes:
        """Returns the tape, with the sounds that go on at the end, as a WAV."""
        assert self.tape is not None
        return self.tape.finish().data


def play_until_done(
    arguments: argparse.Namespace, listing: NamedListing, front: FrontEnd, saves: Saves | None
) -> PlayedRun:
    """Plays the listing, again as often as the user wants; returns the last run.

    The file is read again for each run. A window raises Restart if the user wants another run, or if `saves`
    reports a save. Without a window a run that has ended begins again after the next save. A replayed game is
    played again with its seed; with a new seed (FreshSeed) the player plays. The log has the last run.
    """
    seed, clock = arguments.seed, arguments.clock
    game: NamedLog | None = arguments.replay
    # a game in a window without a given seed has the present time; other runs can be repeated exactly
    is_live = seed is None and not isinstance(front, Headless)
    if saves is not None:
        front.again = saves.has_saved_files
    while True:
        clock = clock or (options.now() if is_live else None)
        machine = new_machine(arguments, seed, clock)
        # the next run has the same seed, and shows the same maze
        seed = machine.seed
        if game is not None:
            give_game_input(game, machine)
        front.attach(machine)
        film = FrameFilm(arguments.every, machine) if arguments.gif else None
        tape = SoundRecorder(machine) if arguments.wav else None
        try:
            ending = play_and_record(arguments, listing, machine, front)
            if saves is None or not waits_for_save(front, saves):
                return PlayedRun(machine, ending, film, tape)
        except RestartRequest as restart:
            if tape is not None:
                tape.discard()
            if isinstance(restart, FreshSeed):
                seed, clock, game = None, arguments.clock, None
        # the saves up to now are in the text that the next run reads
        if saves is not None and saves.has_saved_files():
            saves.take_saved()
        listing = reread_listing(arguments, listing)
        if isinstance(front, Headless):
            say(_("{} runs again").format(listing.path))


def play_and_record(
    arguments: argparse.Namespace, listing: NamedListing, machine: Machine, front: FrontEnd
) -> Ending:
    """Plays one run and returns its end; writes the log, if one is wanted, even after an error or Ctrl-C."""
    if not arguments.record:
        return play_once(arguments, listing, machine, front)
    # a list, so that the machine keeps the lines for INPUT
    machine.input.answers = []
    files = record_file_digests(machine.storage)  # filled during the run
    ended_by_itself = False
    try:
        ending = play_once(arguments, listing, machine, front)
        ended_by_itself = ending.ended_by_itself
    finally:
        operand = "" if arguments.listing == STANDARD_STREAM else arguments.listing
        log = log_of(machine)
        log = replace(
            log,
            # a run that ended by itself did so within a frame that has not been counted
            frames=(log.frames or 0) + (1 if ended_by_itself else 0),
            files=files,
            program=operand if operand in CATALOGUE else Path(operand).name,
            digest=digest_of(listing.source),
            numbers=arguments.set,
        )
        data = log_text(log).encode()
        if len(data) > LONGEST:
            say(f"{arguments.record} is longer than the {LONGEST >> 20} MB that are read again")
        is_log_unwritten = write_file(arguments.record, data) != 0
    return ending._replace(is_log_unwritten=is_log_unwritten)


def waits_for_save(front: FrontEnd, saves: Saves) -> bool:
    """Waits for a save if there is no window; returns False if there is one, or after Ctrl-C."""
    if not isinstance(front, Headless):
        return False
    try:
        saves.wait()
    except KeyboardInterrupt:
        say("stopped")
        return False
    return True


def reread_listing(arguments: argparse.Namespace, listing: NamedListing) -> NamedListing:
    """Returns the listing as it is now; if it cannot be read, prints why and returns the old one."""
    if arguments.listing == STANDARD_STREAM:
        return listing
    try:
        return find_listing(arguments.listing, arguments.set)
    except (UnreadableListing, UsageError) as reason:
        say(str(reason))
        return listing


def play_once(
    arguments: argparse.Namespace, listing: NamedListing, machine: Machine, front: FrontEnd
) -> Ending:
    """Plays one run to its end, prints its text, its error and warnings, and shows the end in the window.

    Raises Restart if the user wants another run.
    """
    ending = play_to_end(listing, machine, front, arguments.frames)
    if ending.has_begun:
        # answers, and --keys without a frame, which is typed before the start, have no schedule
        unscheduled = [name for name in ("keys", "answers") if getattr(arguments, name)]
        schedules = schedules_of(arguments) | {name: {} for name in unscheduled}
        for device in unread_input(machine.input, given=schedules):
            say(f"the program never looked at {device}")
    if isinstance(front, Headless):
        # If the reader of a pipe ends early, the error is still printed.
        with suppress(BrokenPipeError):
            front.show_text(machine)
            show_picture(machine)
    if ending.error:
        print(describe(ending.error), file=sys.stderr)
    say_unsimulated_sounds(machine)
    if ending.closing_words:
        show_end(front, machine, ending.closing_words, ending.error)
    return ending


def play_to_end(listing: NamedListing, machine: Machine, front: FrontEnd, frames: int | None) -> Ending:
    """Plays one run to its end, or to `frames`; prints why the user, STOP or the front end ended it.

    Raises Restart if the user wants another run.
    """
    try:
        error, has_begun = play_on_front_end(front, machine, listing, frames)
    except RestartRequest:  # a kind of Stopped, but not the end
        raise
    except Waiting as reason:
        say(str(reason))
        return Ending()
    except (Closed, KeyboardInterrupt) as reason:
        interrupted = isinstance(reason, KeyboardInterrupt)
        say(str(reason) if interrupted and str(reason) else "stopped")
        return Ending(interrupted=interrupted)
    except Break as reason:
        say(str(reason))
        return Ending(ended_by_itself=True, closing_words=str(reason))
    except Stopped:  # by the user
        say("stopped")
        return Ending(closing_words=_("stopped"))
    # at the limit of frames the run was cut off
    ended_by_itself = frames is None or machine.frame < frames
    words = error_with_column(error) if error else _("ended")
    return Ending(error, ended_by_itself=ended_by_itself, has_begun=has_begun, closing_words=words)


def show_end(front: FrontEnd, machine: Machine, words: str, error: BasicError | None) -> None:
    """Shows why a run ended (`words`), missing sounds and hints in the window until the user closes it.

    Raises Restart.
    """
    # Ctrl-C closes it too
    with suppress(KeyboardInterrupt):
        if machine.sound.unheard:
            words = _("{}; not simulated yet: {}").format(words, missing_sounds(machine.sound))
        hints = explanation(error, error.source, error.source).lines if error else []
        front.finish(machine, "\n".join([words, *hints]))


def play_on_front_end(
    front: FrontEnd, machine: Machine, listing: NamedListing, frames: int | None
) -> tuple[BasicError | None, bool]:
    """Plays the listing on a front end; returns the error that stopped it, None if it ended.

    The second value is whether the listing has begun to run: not after an error that the machine finds first.
    Raises Break at STOP, and what the front end raises. The message of KeyboardInterrupt says in which line
    the listing was stopped.
    """
    computers: list[Computer] = []  # the computer of the run, once it has begun

    def follow(computer: Computer) -> None:
        """Keeps the computer of the run, and lets STOP raise Break."""
        computer.on_suspend = break_at
        computers.append(computer)
        front.follow(computer)

    try:
        error = run_source(
            listing.source, machine, path=listing.path, frames=frames, traced=front.traced, follow=follow
        )
        return error, error is None or any(each.slots[0].open_to_others for each in computers)
    except KeyboardInterrupt as reason:
        calls = listing_calls(reason.__traceback__, computers[0]) if computers else []
        if not calls:
            raise
        slot, line = calls[0]
        raise KeyboardInterrupt(f"stopped in {slot}:{line}") from None


def error_with_column(error: BasicError) -> str:
    """Returns the error's message with line and column: `Type mismatch in 0:3, column 7`."""
    words = _("{}, column {}").format(error.message, error.column) if error.column else error.message
    return error.with_detail(words)


def say_unsimulated_sounds(machine: Machine) -> None:
    """Prints which sounds of the program are not simulated, if there were any."""
    if words := missing_sounds_text(machine.sound):
        say(words)


def show_picture(machine: Machine) -> None:
    """Shows the screens in the terminal, if standard output is one and more than text is on them."""
    if sys.stdout.isatty() and is_drawn_on(machine):
        from retromaze.display import terminal_drawing

        terminal_drawing.show_picture(visible_picture(machine))


def is_drawn_on(machine: Machine) -> bool:
    """Whether a usable screen of the machine shows more than text: graphics, sprites or backgrounds."""
    return any(
        any(machine.pages[screen.show_page].pixels)
        or screen.sprites.count_used
        or any(any(each.cells) for each in screen.backgrounds.all())
        for screen in machine.screens
        if screen.share.selectable
    )
