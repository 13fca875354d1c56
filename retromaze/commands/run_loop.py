"""Runs a listing from the command line once, or again whenever the user asks or its file is saved."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from retromaze.audio.tape import Tape
from retromaze.catalogue import CATALOGUE
from retromaze.commands import inputs, options
from retromaze.commands.files import write_file
from retromaze.commands.saying import say
from retromaze.commands.sheets import lay_sheets
from retromaze.commands.source import STANDARD_INPUT, NamedListing, beside, find_listing
from retromaze.display.film import FrameFilm
from retromaze.display.front_end import Closed, FreshSeed, FrontEnd, Restart
from retromaze.display.headless import Headless, Waiting
from retromaze.display.translation import _
from retromaze.engine.listing_file import UnreadableListing
from retromaze.errors import BasicError, Break, Stopped, UsageError
from retromaze.folders import data_folder
from retromaze.input import LONGEST, digest_of, log_of, note_files, written_log
from retromaze.machine.machine import Machine
from retromaze.report import asked_for, describe, silence
from retromaze.runner import break_at, play

if TYPE_CHECKING:
    from retromaze.commands.saves import Saves
    from retromaze.engine.computer import Computer


class Ending(NamedTuple):
    """How a run is over: what error stopped it, whether Ctrl-C did, and whether it has ended by itself."""

    error: BasicError | None
    interrupted: bool
    by_itself: bool


@dataclass(frozen=True)
class Played:
    """A run that is over: its machine, what stopped it, whether Ctrl-C did, film and tape if wanted.

    `unwritten` tells that its log was wanted, and could not be written.
    """

    machine: Machine
    error: BasicError | None
    film: FrameFilm | None
    interrupted: bool
    unwritten: bool = False
    tape: Tape | None = None

    def picture(self) -> bytes:
        """What is on the screens, a PNG."""
        from retromaze.display.pictures import png
        from retromaze.display.view import visible_words

        return png(visible_words(self.machine))

    def animation(self) -> bytes:
        """The film, to the last picture, a GIF."""
        assert self.film is not None
        self.film.finish()
        return self.film.gif()

    def sound(self) -> bytes:
        """The tape, with what still sounds at the end, a WAV."""
        assert self.tape is not None
        return self.tape.finish().data


def play_until_done(
    arguments: argparse.Namespace, listing: NamedListing, front: FrontEnd, saves: Saves | None = None
) -> Played:
    """Plays the listing, again as often as the user asks; returns the last run.

    It is read again each time. Without a window the next of the saves is waited for at the end. A game that
    is replayed begins again with its seed; another seed is the player's own game. The log has the last run.
    """
    seed, clock = arguments.seed, arguments.clock
    game: inputs.Game | None = arguments.replay
    live = seed is None and not isinstance(front, Headless)
    if saves is not None:
        front.again = partial(bool, saves)
    while True:
        clock = clock or (options.now() if live else None)
        machine = new_machine(arguments, seed, clock)
        # Run again means the same maze again.
        seed = machine.seed
        if game is not None:
            inputs.lay_game(game, machine)
        front.attach(machine)
        film = FrameFilm(arguments.every, machine) if arguments.gif else None
        tape = Tape(machine) if arguments.wav else None
        try:
            ending, unwritten = play_and_record(arguments, listing, machine, front)
            if saves is None or not waits_for_save(front, saves):
                interrupted = ending.interrupted and saves is None
                return Played(machine, ending.error, film, interrupted, unwritten, tape)
        except Restart as wish:
            if tape is not None:
                tape.discard()
            if isinstance(wish, FreshSeed):
                seed, clock, game = None, arguments.clock, None
        if saves:
            saves.take()
        listing = read_again(arguments, listing)


def play_and_record(
    arguments: argparse.Namespace, listing: NamedListing, machine: Machine, front: FrontEnd
) -> tuple[Ending, bool]:
    """Plays once, and writes the log in any case where one is wanted; returns whether that failed, too."""
    if not arguments.record:
        return play_once(arguments, listing, machine, front), False
    machine.input.answers = []
    files = note_files(machine.storage)
    ended = False
    try:
        ending = play_once(arguments, listing, machine, front)
        ended = ending.by_itself
    finally:
        operand = arguments.listing
        log = log_of(machine)
        log = replace(
            log,
            # a run that has ended by itself did so amid its last frame
            frames=(log.frames or 0) + ended,
            files=files,
            program=""
            if operand == STANDARD_INPUT
            else operand
            if operand in CATALOGUE
            else Path(operand).name,
            digest=digest_of(listing.source),
            numbers=arguments.numbers,
        )
        data = written_log(log).encode()
        if len(data) > LONGEST:
            say(f"{arguments.record} is longer than the {LONGEST >> 20} MB that are read again")
        unwritten = write_file(arguments.record, data) != 0
    return ending, unwritten


def waits_for_save(front: FrontEnd, saves: Saves) -> bool:
    """Waits for a save where nobody could close a window; False if there is a window, or after Ctrl-C."""
    if not isinstance(front, Headless):
        return False
    try:
        saves.wait()
    except KeyboardInterrupt:
        say("stopped")
        return False
    return True


def read_again(arguments: argparse.Namespace, listing: NamedListing) -> NamedListing:
    """The listing as it is now, or as it was where it can no longer be read, which is said."""
    if arguments.listing == STANDARD_INPUT:
        return listing
    try:
        return find_listing(arguments.listing, arguments.numbers)
    except (UnreadableListing, UsageError) as reason:
        say(str(reason))
        return listing


def new_machine(arguments: argparse.Namespace, seed: int | None, clock: datetime | None = None) -> Machine:
    """A machine with the command line's input before it; says which seed it chose, and the clock with it.

    Its clock begins at that moment, else where the command line says.
    """
    machine = Machine(seed=seed, storage=arguments.storage or data_folder() / "storage")
    machine.storage.beside = beside(arguments.listing)
    inputs.lay(arguments, machine.input)
    machine.sound.strict = arguments.strict
    lay_sheets(arguments.sheet, machine)
    clock = clock or arguments.clock
    if clock is not None:
        machine.start = clock
    if seed is None:
        say(f"seed {machine.seed}" + (f", clock {clock.isoformat()}" if clock else ""))
    return machine


def play_once(
    arguments: argparse.Namespace, listing: NamedListing, machine: Machine, front: FrontEnd
) -> Ending:
    """One run to its end, and what there is to say about it; raises Restart."""
    error, words, interrupted, by_itself = None, "", False, False
    try:
        error = play_on(front, machine, listing, arguments.frames)
        by_itself = arguments.frames is None or machine.frame < arguments.frames
        words = place_of(error) if error else _("ended")
    except Restart:
        raise
    except Waiting as reason:
        say(str(reason))
    except (Closed, KeyboardInterrupt) as reason:
        interrupted = isinstance(reason, KeyboardInterrupt)
        say("stopped")
    except Stopped as reason:
        broken = by_itself = isinstance(reason, Break)
        say(str(reason) if broken else "stopped")
        words = str(reason) if broken else _("stopped")
    for words in inputs.never_seen(arguments, machine.input):
        say(f"the program never looked at {words}")
    if isinstance(front, Headless):
        # A reader that leaves early keeps nobody from hearing of the error.
        with suppress(BrokenPipeError):
            front.show_text(machine)
            show_picture(machine)
    if error:
        print(describe(error), file=sys.stderr)
    say_silence(machine)
    if words:
        with suppress(KeyboardInterrupt):
            front.finish(machine, with_silence(words, machine))
    return Ending(error, interrupted, by_itself)


def play_on(
    front: FrontEnd, machine: Machine, listing: NamedListing, frames: int | None
) -> BasicError | None:
    """Plays the listing where it is shown; what stopped it. Raises Break at STOP, or as the front."""

    def follow(computer: Computer) -> None:
        computer.on_suspend = break_at
        front.follow(computer)

    return play(listing.source, machine, path=listing.path, frames=frames, traced=front.traced, follow=follow)


def place_of(error: BasicError) -> str:
    """The machine's words with the column, which they leave out: `Type mismatch in 0:3, column 7`."""
    words = _("{}, column {}").format(error.message, error.column) if error.column else error.message
    return error.told(words)


def with_silence(words: str, machine: Machine) -> str:
    """The words with what stayed silent, as short as a bar is."""
    if not machine.sound.unheard:
        return words
    return _("{}; not simulated yet: {}").format(words, asked_for(machine.sound))


def say_silence(machine: Machine) -> None:
    """Says what sounds were asked for, if any were."""
    if words := silence(machine.sound):
        say(words)


def show_picture(machine: Machine) -> None:
    """In a terminal, the picture where something was drawn."""
    if sys.stdout.isatty() and is_drawn_on(machine):
        from retromaze.display import terminal
        from retromaze.display.view import visible_words

        terminal.show_picture(visible_words(machine))


def is_drawn_on(machine: Machine) -> bool:
    """Whether there is more to be seen than text."""
    return any(
        any(machine.pages[screen.show_page].pixels)
        or screen.sprites.count_used
        or any(any(each.cells) for each in screen.backgrounds.all())
        for screen in machine.screens
        if screen.share.usable
    )


def show_screen(name: str, machine: Machine) -> None:
    """Shows the picture in a terminal with colors; elsewhere saves it in the current folder, and says so."""
    from retromaze.display.album import Album
    from retromaze.display.terminal import show_picture
    from retromaze.display.view import visible_words

    picture = visible_words(machine)
    if not show_picture(picture):
        Album(Path(), name, print).save_picture(picture, machine.frame)
