"""What is compared: every call of the machine in order, or the state at each wait.

A port that is rewritten freely draws in another order, and by other calls. It is held to the pictures of both
screens, their text and the files at each wait. What leaves no picture is compared call by call all the same,
each kind in an order of its own: waits, the draws of each random series, sounds, dialogs with all that lies
around a program, and what takes its time while a program waits: fades, and the animations of each sprite and
layer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from retromaze.comparison.state import (
    SCREEN_NAMES,
    SETTINGS,
    SIDES,
    Digest,
    Digester,
    Finding,
    Sides,
    chance_findings,
    color_words,
    file_findings,
    files,
    final_findings,
    in_both,
    more,
    moving_findings,
    visible_findings,
)
from retromaze.comparison.trace import WAITS, Trace
from retromaze.machine.compose import compose
from retromaze.machine.desk import Desk
from retromaze.machine.machine import Machine
from retromaze.machine.observed import observed_names
from retromaze.machine.rng import Rng
from retromaze.machine.screen import Screen
from retromaze.machine.sound import Sound

WAIT = "wait"
LOOK = (
    "depth of the page",
    "place of the page",
    "size",
    "backdrop",
    "layers shown",
    "display clip",
    "size of cells",
    "veil",
    "page of the sprites",
    "clip of the sprites",
    "page of the backgrounds",
)
"""The settings that decide how a screen looks now."""


Findings = Callable[[Machine, Machine, Sides], Iterator[Finding]]


@dataclass(frozen=True)
class Measure:
    """What is compared: `alike` says it where nothing differs.

    `digesting` and `visible` are for each wait, `final` for the end. Where digests differ, `closer` may find
    that nobody sees it; that takes longer. `voice` tells for a call by its name and
    arguments in which order of calls it has its turn, "" where it has none; without one (None) all calls
    have a single order.
    """

    name: str
    alike: str
    digesting: Callable[[Machine], Digester]
    visible: Findings
    final: Findings
    closer: Callable[[Machine], Digest] | None = None
    voice: Callable[[str, tuple[Any, ...]], str] | None = None


class LookDigester(Digester):
    """Digests of how pictures and text come about, and of the files: equal looks are seen as equal."""

    def digest(self) -> Digest:
        """The digest of the machine as it is now."""
        return *self.shown(look_of), files_number(self._machine)


look_of = attrgetter(*(SETTINGS[name] for name in LOOK))


def files_number(machine: Machine) -> int:
    """A number for all files: equal for equal ones within this process."""
    return hash(frozenset(files(machine.storage).items()))


def digest_of(machine: Machine) -> Digest:
    """What is seen of a machine, and the files it has written."""
    screens = [screen for screen in machine.screens if is_shown(machine, screen)]
    pictures = (hash(compose(screen, machine.font, rested=True).tobytes()) for screen in screens)
    return *pictures, *(hash(letters(screen)) for screen in screens), files_number(machine)


def is_shown(machine: Machine, screen: Screen) -> bool:
    """Whether a screen is seen: the lower one only where XSCREEN has given it to the program."""
    return screen is machine.screens[0] or screen.share.usable


def letters(screen: Screen) -> tuple[str, ...]:
    """The text of a screen cell by cell; what was never printed is a space."""
    return tuple(" " if cell is None else chr(cell.code) for cell in screen.console.cells)


def picture_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """In what two machines differ of text, pictures and files."""
    for number, name in enumerate(SCREEN_NAMES):
        screens = listing.screens[number], port.screens[number]
        shown = is_shown(listing, screens[0]), is_shown(port, screens[1])
        if all(shown):
            yield from letter_findings(name, *screens, sides)
            yield from shown_findings(number, listing, port, sides)
        elif any(shown):
            one, other = ("shown" if each else "not shown" for each in shown)
            yield Finding("screen", f"the {name} screen is {in_both(one, other, sides)}")
    yield from file_findings(files(listing.storage), files(port.storage), sides)


def final_picture_findings(listing: Machine, port: Machine, sides: Sides = SIDES) -> Iterator[Finding]:
    """The same of two machines whose programs are over, and of chance."""
    yield from picture_findings(listing, port, sides)
    yield from chance_findings(listing, port, sides)


def letter_findings(name: str, listing: Screen, port: Screen, sides: Sides) -> Iterator[Finding]:
    left, right = letters(listing), letters(port)
    if listing.size != port.size:
        told = in_both(str(listing.size), str(port.size), sides)
        yield Finding("screen", f"size of the {name} screen is {told}")
        return
    if listing.console.cell_size != port.console.cell_size:
        told = in_both(str(listing.console.cell_size), str(port.console.cell_size), sides)
        yield Finding("screen", f"size of cells of the {name} screen is {told}")
        return
    different = [at for at, (one, other) in enumerate(zip(left, right, strict=True)) if one != other]
    if different:
        row, column = divmod(different[0], listing.console.columns)
        told = in_both(repr(left[different[0]]), repr(right[different[0]]), sides)
        words = f"text in column {column}, row {row} of the {name} screen is {told}"
        yield Finding("text cell", words + more(len(different), "cell"))


def shown_findings(number: int, listing: Machine, port: Machine, sides: Sides) -> Iterator[Finding]:
    left, right = (compose(each.screens[number], each.font, rested=True) for each in (listing, port))
    if left == right or len(left) != len(right):
        return
    screens = listing.screens[number], port.screens[number]
    different = [at for at, (one, other) in enumerate(zip(left, right, strict=True)) if one != other]
    y, x = divmod(different[0], listing.screens[number].width)
    told = in_both(color_words(left[different[0]]), color_words(right[different[0]]), sides)
    words = f"pixel ({x}, {y}) of the {SCREEN_NAMES[number]} screen is {told}"
    words += more(len(different), "pixel")
    moved = next(moving_findings(SCREEN_NAMES[number], *screens, sides), None)
    yield Finding("pixel", f"{words}; {moved.words}" if moved else words)


@cache
def kind_of_voice(name: str) -> str:
    """In which order of calls a method has its turn; "" for none."""
    method = name.rpartition(".")[2]
    if name in WAITS:
        return WAIT
    for kind, part in {"sound": Sound, "desk": Desk, "random series": Rng}.items():
        if name in observed_names(part):
            return kind
    return name if method in {"set_fade", "animate"} else ""


def voice_of(name: str, arguments: tuple[Any, ...]) -> str:
    """The same for a call; each random series, which is the last argument, has an order of its own.

    So has each thing that is animated of a sprite or layer: its number and the target come first.
    """
    kind = kind_of_voice(name)
    if kind == "random series":
        return f"{kind} {arguments[-1]}"
    return f"{kind} {arguments[:2]}" if kind.endswith("animate") else kind


class Turns:
    """Which of a listing's calls is the next of its kind."""

    def __init__(self, trace: Trace, voice: Callable[[str, tuple[Any, ...]], str]) -> None:
        self._end = len(trace)
        self._voices: dict[str, deque[int]] = {}
        for number, (name, arguments) in enumerate(zip(trace.names, trace.arguments, strict=True)):
            self._voices.setdefault(voice(name, arguments), deque()).append(number)

    def next(self, voice: str) -> int:
        """The number of the next call of this kind; that of the trace's end where there is none."""
        turns = self._voices.get(voice)
        return turns[0] if turns else self._end

    def first(self) -> int:
        """The number of the first call that has not been taken."""
        return min((turns[0] for turns in self._voices.values() if turns), default=self._end)

    def take(self, voice: str) -> None:
        """The next call of this kind has come."""
        self._voices[voice].popleft()


CALLS = Measure("calls", "equal", Digester, visible_findings, final_findings)
PICTURES = Measure(
    "pictures", "same pictures", LookDigester, picture_findings, final_picture_findings, digest_of, voice_of
)


def measure_of(*, by_pictures: bool) -> Measure:
    """What is compared if somebody says so."""
    return PICTURES if by_pictures else CALLS
