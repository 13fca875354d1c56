"""What a word can do beyond giving a value: to what it is given, to the machine, and what it looks at."""

from __future__ import annotations

from enum import Enum, Flag, auto


class Handling(Enum):
    """What becomes of an array or string that a word is given."""

    READ = auto()
    """Its elements are looked at, and stay."""
    MEASURED = auto()
    """Only its length is asked for."""
    COPIED = auto()
    """Its elements come to stand in another array that is given: strings have two names then."""
    STORED = auto()
    """It becomes an element of what is given beside it."""
    ARRANGED = auto()
    """Its elements change places, or become the one that is given beside it."""
    OVERWRITTEN = auto()
    """It gets other elements, as many as before."""
    RESIZED = auto()
    """It gets other elements, perhaps more or fewer."""
    OWNED = auto()
    """It is changed in place: one end gets an element more or less, of a string a character."""
    HANDED_ON = auto()
    """What the word calls may do anything with it."""

    @property
    def changes(self) -> bool:
        """Whether elements may be others afterwards."""
        return self in CHANGING

    @property
    def resizes(self) -> bool:
        """Whether there may be more or fewer elements afterwards."""
        return self in RESIZING

    @property
    def keeps_elements(self) -> bool:
        """Whether no element comes in or goes out but by another argument, or as the result."""
        return self in KEEPING


class Meaning(Enum):
    """What a text says, where something else depends on that."""

    FILE = auto()
    """The name of a file; the prompt completes it."""


class Device(Enum):
    """A part of the console that the player handles, or that hears or feels what is around it."""

    BUTTONS = "buttons"
    STICK = "circle pad"
    SECOND_STICK = "second pad"
    STYLUS = "stylus"
    KEYBOARD = "keyboard"
    DIALOG = "dialog"
    MOTION = "motion sensor"
    MICROPHONE = "microphone"
    WIRELESS = "wireless play"

    @property
    def is_absent(self) -> bool:
        """Whether this console has none: it lies still, hears nothing and finds nobody."""
        return self in ABSENT


ABSENT = {Device.MOTION, Device.MICROPHONE, Device.WIRELESS}

RESIZING = {Handling.RESIZED, Handling.OWNED, Handling.HANDED_ON}
CHANGING = {Handling.ARRANGED, Handling.OVERWRITTEN, *RESIZING}
KEEPING = {Handling.MEASURED, Handling.STORED, Handling.ARRANGED, Handling.OWNED}


class Change(Flag):
    """What a word changes, apart from what it is given."""

    NOTHING = 0
    MACHINE = auto()
    """Screens, sound, files, chance, what was typed, settings."""
    SYSTEM = auto()
    """What the system keeps of the running program: RESULT, devices switched on, PRGEDIT's line."""
    SLOTS = auto()
    """The programs in the slots."""
    PROGRAMS = auto()
    """Which program runs: that of another slot comes in, with all that it does."""
    VARIABLES = auto()
    """Any variable: it calls or runs what the listing or another program holds."""


class Look(Flag):
    """What a word looks at beyond its arguments."""

    NOWHERE = 0
    CLOCK = auto()
    """Time, which passes while a listing works."""
    DATE = auto()
    """The date, and a time of day taken apart."""
    INPUT = auto()
    """What the player does."""
    SOUND = auto()
    """Whether something still sounds."""
    CONSOLE = auto()
    """What was printed; or the player is shown the screen and asked."""
    MACHINE = auto()
    """Any other state of the machine: pages, colors, files, chance."""
    SYSTEM = auto()
    """Names, slots, errors and devices of the running program."""


PASSING = Look.CLOCK | Look.DATE | Look.INPUT | Look.SOUND
"""What may be another thing in the next frame though no program does anything."""
