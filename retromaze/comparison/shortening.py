"""Shortens a script that shows a difference to what the difference needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from retromaze.comparison.pairs import Comparison
from retromaze.comparison.script import Act, Script
from retromaze.machine.input import CHANNELS

TRIES = 40
"""So many comparisons are made on the way, each about as long as the first one."""

Part = TypeVar("Part")


def shortest_parts(parts: Sequence[Part], fails: Callable[[list[Part]], bool]) -> list[Part]:
    """The parts without ever shorter runs of them, as long as it `fails` without; one part at least stays."""
    left = list(parts)
    length = len(left) // 2 or 1
    while length:
        at = 0
        while at < len(left):
            shorter = left[:at] + left[at + length :]
            if shorter and fails(shorter):
                left = shorter
            else:
                at += length
        length //= 2
    return left


class Shortening:
    """Takes away what a difference does not need, in a bounded number of tries."""

    def __init__(
        self,
        script: Script,
        made: Comparison,
        compared: Callable[[Script], Comparison],
        base: Script | None = None,
    ) -> None:
        """A script, the comparison that found a difference with it, and how another one is compared.

        Runs find the files of a `base` if nobody says; those of the script if there is none.
        """
        self.script, self.made = script, made
        self._compared = compared
        self._base = base or script
        # Each try of a port that stands still would take as long.
        self._tries = 0 if made.standstill else TRIES

    def shorten(self) -> None:
        """Leaves the shortest script that was found, and what came of it."""
        last = self.made.difference.frame if self.made.difference else self.made.frames
        self._with_the_usual_files()
        self._with_acts([act for act in self.script.acts if act.frame <= last])
        self._try(replace(self.script, answers=self.script.answers[: self.made.answers]))
        for name in CHANNELS:
            self._with_acts([act for act in self.script.acts if act.channel != name])
        shortest_parts(self.script.acts, self._with_acts)
        self._as_presses()

    def _with_the_usual_files(self) -> None:
        """All of them, or as many as will do."""
        base = self._base
        if self.script.files != base.files or self.script.beside != base.beside:
            self._try(replace(self.script, files=base.files, beside=base.beside))
        for each in self.script.files:
            if each not in base.files:
                files = tuple(other for other in self.script.files if other != each)
                self._try(replace(self.script, files=files))

    def _as_presses(self) -> None:
        """Buttons alone are presses, as a player would write them, if that does not change what happens."""
        if {act.channel for act in self.script.acts} == {"buttons"}:
            self._tries += 1
            presses = tuple((act.frame, act.value) for act in self.script.acts)
            self._try(replace(self.script, acts=(), presses=presses))

    def _with_acts(self, acts: list[Act]) -> bool:
        return len(acts) < len(self.script.acts) and self._try(replace(self.script, acts=tuple(acts)))

    def _try(self, script: Script) -> bool:
        """Whether a script shows a difference too; it is kept then."""
        if self._tries <= 0:
            return False
        self._tries -= 1
        made = self._compared(script)
        if made.difference is None or made.standstill:
            return False
        self.script, self.made = script, made
        return True
