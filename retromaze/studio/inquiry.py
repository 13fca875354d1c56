"""Answers what the page asks of a picture: who drew this pixel, which lines drew in this rectangle."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from retromaze.machine.colors import channels
from retromaze.machine.layers import BACKGROUND, SPRITE
from retromaze.machine.machine import Machine
from retromaze.studio.drawn import Pixel, drawn_at, drawn_last, lines_drawing
from retromaze.studio.drawn_moving import event_of, thing_at
from retromaze.studio.messages import AskArea, AskPixel, Drawn, DrawnIn, Row
from retromaze.studio.run_recording import RunRecording
from retromaze.studio.stamps import StampedReplay
from retromaze.studio.values import rows_of

Answering = Generator[None, None, Any]
"""The way to a message, in slices of some milliseconds, between which the session hears the page."""


class Inquiry:
    """What is asked about one recording."""

    def __init__(self, recording: RunRecording) -> None:
        self._recording = recording
        self._replay: StampedReplay | None = None

    def forget(self, moment: int) -> None:
        """The recording was cut there."""
        if self._replay is not None:
            self._replay.forget(moment)

    def drawn(self, asked: AskPixel) -> Answering:
        """Who drew a pixel last; a pixel beside the screen is one at its edge."""
        recording = self._recording
        pixel = pixel_on(asked.screen, asked.x, asked.y)
        if asked.moment > len(recording):
            return Drawn(*pixel, asked.moment, known=False)
        replay = self._replay = self._replay or StampedReplay(recording)
        moment = max(asked.moment, 0)
        yield from replay.going(moment)
        drawn = drawn_at(replay.machine, pixel)
        color, veiled = color_of(replay.machine, drawn), is_veiled(replay.machine, drawn)
        thing = thing_at(replay.machine, *drawn)
        if thing is not None:
            event = yield from event_of(recording, replay.machine, drawn.screen, thing, moment)
            return Drawn(
                *pixel,
                moment,
                color,
                self._row(event),
                veiled=veiled,
                sprite=thing.number if thing.kind == SPRITE else -1,
                layer=thing.number if thing.kind == BACKGROUND else -1,
            )
        found = yield from drawn_last(replay, drawn, moment)
        row, writer = self._row(found.event), self._row(found.writer)
        earlier = writer if found.writer != found.event else None
        return Drawn(*pixel, moment, color, row, earlier, found.is_text, veiled)

    def drawn_in(self, asked: AskArea) -> Answering:
        """The lines that drew in a rectangle, which is cut at the screen's edges."""
        first = pixel_on(asked.screen, asked.x, asked.y)
        last = pixel_on(asked.screen, asked.x + asked.across - 1, asked.y + asked.down - 1)
        size = (max(last.x - first.x, 0) + 1, max(last.y - first.y, 0) + 1)
        length = len(self._recording)
        lines = yield from lines_drawing(self._recording, first, *size, max(asked.moment, 0), length)
        return DrawnIn(*first, *size, length, lines)

    def _row(self, event: int) -> Row | None:
        return rows_of(self._recording, event, 1)[0] if event >= 0 else None


def next_answer(answering: Answering) -> Any:
    """One slice of the way: the message once it is there, else None."""
    try:
        next(answering)
    except StopIteration as end:
        return end.value
    return None


def pixel_on(number: int, x: int, y: int) -> Pixel:
    """The pixel of a display, 0 upper and 1 lower, that is nearest to that point."""
    lower = number == 1
    return Pixel(int(lower), min(max(x, 0), 319 if lower else 399), min(max(y, 0), 239))


def color_of(machine: Machine, pixel: Pixel) -> int:
    """The pixel's color as it is seen, 0xRRGGBB."""
    width = machine.screens[pixel.screen].width
    return machine.picture(pixel.screen)[pixel.y * width + pixel.x] & 0xFF_FFFF


def is_veiled(machine: Machine, pixel: Pixel) -> bool:
    """Whether a fade lies over the screen."""
    return channels(machine.screens[pixel.screen].fade.color)[0] > 0
