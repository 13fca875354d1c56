"""The player's input in a run as messages and links carry it, and as a file: its log is read and written.

The log in a message has no program, seed and numbers, as the message has fields of its own for them; "" is no
input at all.
"""

from __future__ import annotations

from dataclasses import replace

from retromaze.catalogue import CATALOGUE
from retromaze.errors import UsageError
from retromaze.input_log import GameLog, digest_of, log_of, log_text, read_log
from retromaze.machine.machine import FIRST_MOMENT, Machine
from retromaze.studio.messages import GameFile, GameRead

NO_INPUT = GameLog()
NAME = "log"
BEYOND = 60
"""Frames that a saved game goes on after its last input, if the run is at an earlier moment."""


def read_message(text: str) -> GameLog:
    """Parses the log in a message. Raises UsageError if it is damaged or no player could have done that."""
    try:
        return read_log(text.encode("utf-8", "surrogatepass"), NAME) if text else NO_INPUT
    except UsageError as reason:
        raise UsageError(f"what the player did is damaged: {reason}") from None


def schedule_log(log: GameLog, machine: Machine) -> None:
    """Adds the log's input to a machine that has not run yet, and sets its clock as in the game."""
    log.add_input_to(machine.input)
    # a list in place of None makes the machine record the lines entered for INPUT
    machine.input.answers = []
    machine.start = log.clock or machine.start


def message_log(machine: Machine) -> str:
    """Returns the input of a machine, past and scheduled, as text for a message; "" if there is none."""
    log = log_of(machine, with_scheduled=True)
    clock = None if log.clock == FIRST_MOMENT else log.clock
    # the message has the seed itself, and a run in the page has no limit of frames
    log = replace(log, seed=None, frames=None, clock=clock)
    has_input = log.answers or clock or any(log.schedules.values())
    return log_text(log) if has_input else ""


def pressed_frames(machine: Machine) -> list[int]:
    """Returns the frames in which something was pressed, tilted, touched or typed (not released), sorted."""
    frames = set()
    for schedule in log_of(machine, with_scheduled=True).schedules.values():
        for frame, value in schedule.items():
            # a tilt back to (0, 0), no buttons, or None for the stylus is a release; nothing can touch (0, 0)
            if any(value) if isinstance(value, tuple) else value:
                frames.add(frame)
    return sorted(frames)


# ---- whole logs


def game_file(machine: Machine, log_head: GameLog) -> GameFile:
    """Returns a file with the input of a run so far; `log_head` says which program it belongs to."""
    log = log_of(machine, with_scheduled=True)
    # the run may be in the middle of a frame, which is played to its end
    frames = machine.frame + 1 if machine.frame >= log.last else log.last + BEYOND
    named = replace(log, program=log_head.program, digest=log_head.digest, numbers=log_head.numbers)
    return GameFile(log_text(replace(named, frames=frames)))


def game_read(text: str, name: str, user_listing: str, opened: str) -> GameRead:
    """Reads a log file and returns what the page has to open to replay it.

    `name` is the file's, `user_listing` the name of the user's listing, "" without one. `opened` is the text
    that is open; it stays open if the game was played with it, or with a program that is not known here.
    Raises UsageError for a file that is no log.
    """
    log = read_log(text.encode("utf-8", "surrogatepass"), name)
    is_known = log.program in CATALOGUE or (log.program == user_listing and user_listing != "")
    # to the page, "" means the user's listing, None what is open
    program = "" if log.program == user_listing else log.program
    stays = not is_known or log.digest == digest_of(opened)
    # the page sends the log back in an Open, which has fields of its own for the rest
    bare = log_text(replace(log, program="", seed=None, numbers={}, frames=None, files={}))
    return GameRead(None if stays else program, log.seed, dict(log.numbers), bare)


def other_text(log: GameLog, text: str) -> str:
    """Returns a warning if the game was played with another text than the open one, otherwise "".

    A log without a digest, such as one written by hand, fits every text.
    """
    is_same = log.digest in {"", digest_of(text)}
    return "" if is_same else "this game was played with another text of the listing"
