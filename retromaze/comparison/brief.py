"""Compares a port with its listing for a few seconds: the first difference, or how far they agree.

The port runs in a process of its own, which is ended when the time is over, whatever it is at, and which gets
so much memory and no more.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from retromaze.comparison.difference import Difference
from retromaze.comparison.pairs import Comparison, compare_programs, loaded_late
from retromaze.comparison.ports import PortFile
from retromaze.comparison.recording import Listing
from retromaze.comparison.script import FRAME_LIMIT, Script
from retromaze.comparison.trace import Ending
from retromaze.comparison.trials import apart
from retromaze.comparison.workers import Crew, Lost

SECONDS = 5.0
"""The time there is."""
PATIENCE = 2.0
"""Seconds that a port may do nothing; where its listing goes on for ever, it may well do so too."""
SEEDS = (1, 2, 3)
FRAMES = (60, 600, 6_000, FRAME_LIMIT)
"""A listing that does not end by itself is looked at for longer and longer."""
SLOWER = 10
"""So many times longer the next look may take."""
MEMORY = 2 << 30
"""Bytes for a port's process: a port goes on where its listing stops with Out of memory."""


@dataclass(frozen=True)
class Look:
    """One comparison: with a seed, for so many frames."""

    listing: Listing
    port: PortFile
    script: Script
    seed: int
    frames: int


@dataclass
class Brief:
    """What was found: for each seed the longest comparison that was done in time.

    `killed` tells how the port's process was killed, if it was.
    """

    made: dict[int, Comparison] = field(default_factory=dict)
    killed: str = ""

    @property
    def difference(self) -> Difference | None:
        """The first difference, which is looked for no further."""
        return next((each.difference for each in self.made.values() if each.difference), None)

    @property
    def cut(self) -> bool:
        """Whether a listing was stopped before its end."""
        return any(each.ending.cut for each in self.made.values())


class TimeIsOver(Exception):
    """There is no more time."""


class Killed(Exception):
    """The port's process was killed; the message says how."""


def briefly(listing: Listing, port: PortFile, script: Script) -> Brief:
    """Compares for a few seconds. A KeyboardInterrupt ends it at once, and goes through."""
    began = time.monotonic()
    crew: Crew[Look, tuple[Comparison, float]] = Crew(1, look, limit_memory)
    brief = Brief()

    def heed() -> None:
        if time.monotonic() >= began + SECONDS:
            raise TimeIsOver

    try:
        for at, seed in enumerate(SEEDS, 1):
            for frames in FRAMES:
                job = Look(listing, port, script, seed, frames)
                ((made, seconds),) = crew.results([job], reported_killed, heed)
                if made.standstill and made.difference:
                    # it may have been at work: who has more patience can tell
                    return brief
                brief.made[seed] = made
                next_end = time.monotonic() + seconds * SLOWER
                if made.ending is not Ending.LIMIT or next_end > began + SECONDS * at / len(SEEDS):
                    break
            if made.difference or made.standstill:
                return brief
    except TimeIsOver:
        pass
    except Killed as how:
        brief.killed = str(how)
    finally:
        crew.close()
    return brief


def reported_killed(loss: Lost[Look]) -> Iterator[Look]:
    """Nobody tries again what has killed a process."""
    raise Killed(loss.cause)


def look(job: Look) -> tuple[Comparison, float]:
    """One comparison, and the seconds that it took."""
    began = time.monotonic()
    with apart():
        made = compare_programs(
            job.listing,
            loaded_late(job.port),
            seed=job.seed,
            script=job.script,
            patience=PATIENCE,
            frames=job.frames,
        )
    return made, time.monotonic() - began


def limit_memory() -> None:
    """Lets this process take no more memory than a port may, where the system can say so."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
