"""One program tried: run several ways under limits, and what must never come of it.

A program may end, be stopped, or fail with an error of the machine. It may not raise anything else, take more
than two seconds or a gigabyte, do something else when it is run again, or do something else when it is
compiled traced, as a library, without all techniques, without one, or with one alone.
"""

import signal
import sys
import traceback
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import retromaze
from retromaze.compiler.settings import ALL, Technique
from retromaze.engine.computer import Computer
from retromaze.errors import BasicError, Stopped
from retromaze.machine.machine import Machine
from retromaze.machine.page import BLANK, Page
from retromaze.machine.sprites import Sprite
from retromaze.runner import run_computer
from tests.compiler.choices import CHOICES

SEED, FRAMES = 1, 2
SECONDS = 2.0
MEMORY = 1 << 30
LISTING = "listing.bas"
PACKAGE = str(Path(retromaze.__file__).parent)
BLANK_MARK = zlib.crc32(BLANK)


class TooSlow(BaseException):
    """The program has had its seconds; nothing that runs may take it for an error of its own."""


@dataclass(frozen=True)
class Finding:
    """What must not happen: `key` is the same for the same defect, `details` are for the reader.

    What is `harmless` is counted only.
    """

    key: str
    details: str
    harmless: bool = False


def examine(source: str, choices: Sequence[str] = ()) -> Finding | None:
    """Tries a program; what is wrong with it, if anything is.

    `choices` names the sets of techniques that it is compiled with; the text chooses if none are named.
    """
    choices = choices or in_turn(source)
    found = tried(source, choices)
    # A computer short of memory can be slow once.
    return tried(source, choices) if found and found.key.startswith(TooSlow.__name__) else found


def in_turn(source: str) -> list[str]:
    """No techniques, and one other choice for each program."""
    none, *others = CHOICES
    return [none, others[zlib.crc32(source.encode("utf-8", "surrogatepass")) % len(others)]]


def choices_in(key: str) -> list[str]:
    """What to compile a program with to see a finding again."""
    return [name for name in CHOICES if key == as_plain(name)]


def as_plain(way: str) -> str:
    return f"{way} is not as plain"


def tried(source: str, choices: Sequence[str]) -> Finding | None:
    try:
        first, again = in_time(seen, source), in_time(seen, source)
        traced, library = in_time(shown, source, traced=True), in_time(shown, source, library=True)
        others = [(name, in_time(shown, source, techniques=CHOICES[name])) for name in choices]
    except (Exception, TooSlow) as error:
        return Finding(key_of(error), "".join(traceback.format_exception(error, limit=-12)))
    if peak() > MEMORY:
        return Finding("memory", f"{peak() >> 20} MB at most")
    if again != first:
        return Finding("not the same again", different(first, again))
    for name, other in [("traced", traced), *others]:
        if other != first:
            return Finding(as_plain(name), different(first, other))
    # A library keeps every label, which takes a little time: when the frames run out it is elsewhere.
    if max(first[2], library[2]) < FRAMES and library[:2] != first[:2]:
        return Finding(as_plain("library"), different(first, library))
    return None


def different(one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    """Both sides of what differs, texts from where they do."""
    rows = []
    for a, b in zip(map(repr, one), map(repr, other), strict=False):
        at = max(common(a, b) - 20, 0)
        rows += [text[at:][:500] for text in (a, b) if a != b]
    return "\n".join(rows)


def common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)


# ---- ways to run it


def seen(source: str) -> tuple[Any, ...]:
    """Text, error and frames first; then all else that a run leaves behind."""
    result = retromaze.run(source, seed=SEED, frames=FRAMES)
    return left_behind(result.machine, result.error)


def shown(
    source: str, *, traced: bool = False, library: bool = False, techniques: frozenset[Technique] = ALL
) -> tuple[Any, ...]:
    """The same of a run that is compiled in another way."""
    machine = Machine(seed=SEED)
    computer = Computer(machine, traced=traced, library=library, techniques=techniques)
    computer.load_source(0, source, path=LISTING)
    error: BasicError | None
    try:
        error = run_computer(computer, frames=FRAMES)
    except Stopped:
        error = None
    return left_behind(machine, error)


def left_behind(machine: Machine, error: BasicError | None) -> tuple[Any, ...]:
    pages = tuple(map(mark_of, machine.pages))
    chance = tuple(machine.rng.raw(series) for series in range(8))
    pictures = tuple(zlib.crc32(machine.picture(number)) for number in range(2))
    moving = tuple(state_of(sprite) for screen in machine.screens for _, sprite in screen.sprites.all_used())
    return machine.console.text(), str(error), machine.frame, pages, chance, pictures, moving


def state_of(sprite: Sprite) -> str:
    """All of a sprite: numbers that are none are equal, too."""
    moving = [each.state for each in sprite.animations.all()]
    return repr([moving, *(getattr(sprite, each) for each in sprite.__slots__ if each != "animations")])


def mark_of(page: Page) -> int:
    """A number that two pages share if they look alike; most are never drawn on."""
    drawn = vars(page).get("pixels")
    return BLANK_MARK if drawn is None else zlib.crc32(drawn)


# ---- limits


@contextmanager
def limited_time(seconds: float = SECONDS) -> Iterator[None]:
    """Raises TooSlow after so much work of the processor, which a busy computer does not change.

    It is raised once more at the end, for a port that was stopped by it counts as one that failed.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    is_over = False

    def end(*_: object) -> None:
        nonlocal is_over
        is_over = True
        raise TooSlow

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if is_over:
        raise TooSlow


def in_time(run: Callable[..., tuple[Any, ...]], source: str, **how: Any) -> tuple[Any, ...]:
    """Runs a program in its seconds."""
    with limited_time():
        return run(source, **how)


def peak() -> int:
    """The most bytes this process ever had in memory; 0 where nobody knows."""
    if sys.platform != "linux":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


# ---- where it went wrong


def key_of(error: BaseException) -> str:
    """The exception and its place in our code; for one that is slow, what the listing had called."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(PACKAGE)]
    if isinstance(error, TooSlow):
        begun = [number for number, frame in enumerate(frames) if frame.filename == LISTING]
        called = frames[begun[-1] + 1 :][:1] if begun else ours[-1:]
        return f"TooSlow in {called[0].name if called else 'the listing'}"
    if not ours:
        return type(error).__name__
    return f"{type(error).__name__} in {ours[-1].filename.removeprefix(PACKAGE)}:{ours[-1].lineno}"
