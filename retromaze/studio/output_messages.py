"""Makes messages of what a run shows and plays: the screens' pictures, sprites and layers, notes.

The whole picture is sent first, then the rows that have changed. The page has the console's two displays, of
400 and 320 pixels: the tall screen is sent as its two halves. Sprites and layers are computed from the
machine's state without calling its words: SPHITSP would note a meeting that the run has not made.
"""

from __future__ import annotations

import base64
import zlib
from array import array
from collections import deque
from collections.abc import Callable
from math import cos, floor, isfinite, radians, sin
from typing import Any

from retromaze.display.pictures import lower_picture, upper_picture
from retromaze.machine.animation import Movable
from retromaze.machine.collision import SweptBox, first_meeting, swept_box
from retromaze.machine.colors import WIDENED_BYTES
from retromaze.machine.machine import Machine
from retromaze.machine.mml import CHANNELS
from retromaze.machine.page import read_block
from retromaze.machine.screen import Screen
from retromaze.machine.sound import TRACKS, Sound
from retromaze.machine.sound_events import SAMPLES_PER_FRAME, Beep, Note, Silence, SoundEvent
from retromaze.machine.sprites import Sprite, Sprites, collision_body
from retromaze.studio import messages as said
from retromaze.values.scalars import LOW_32_BITS

WIDTHS = (400, 320)
HEIGHT = 240
PIXEL = 4
FASTEST_COMPRESSION = 1
"""zlib's least effort: a picture is mostly of one color, and there are sixty a second."""


class PictureFeed:
    """Makes Picture messages for one page: only the rows that changed since the last one.

    `_sent` has the last pixels sent of each screen, 0 upper and 1 lower; b"" makes the next picture a whole
    one. `_has_tall_screen`: whether the page shows both displays as halves of one tall screen.
    """

    def __init__(self) -> None:
        self._sent: dict[int, bytes] = {}
        self._has_tall_screen = False

    def pictures(self, machine: Machine) -> list[said.Picture]:
        """Returns the changed part of each screen; the lower screen only if a program uses it."""
        if machine.screens[0].is_tall != self._has_tall_screen:
            # the page lays out its displays again: both are sent whole
            self._has_tall_screen = not self._has_tall_screen
            self._sent = dict.fromkeys(self._sent, b"")
        shown = {0: upper_picture(machine)}
        lower = lower_picture(machine, touchable=True)
        if lower is not None:
            shown[1] = lower
        elif 1 in self._sent:
            # the page shows the lower screen already, though it is no longer used
            shown[1] = machine.picture(1)
        messages = (self._changed_part(number, picture) for number, picture in shown.items())
        return [each for each in messages if each is not None]

    def _changed_part(self, screen: int, picture: array[int]) -> said.Picture | None:
        """Returns the rows of a screen from the first to the last changed one; None if nothing changed."""
        pixels, width = picture.tobytes(), WIDTHS[screen] * PIXEL
        before = self._sent.get(screen)
        self._sent[screen] = pixels
        if before == pixels:
            return None
        rows = changed_rows(before, pixels, width) if before else range(HEIGHT)
        first, count = rows[0], rows[-1] - rows[0] + 1
        data = packed_pixels(pixels[first * width : (first + count) * width])
        return said.Picture(screen, first, count, data, self._has_tall_screen)


def packed_pixels(pixels: bytes) -> str:
    """Returns pixels as a Picture message has them: base64 of zlib's output."""
    return base64.b64encode(zlib.compress(pixels, FASTEST_COMPRESSION)).decode()


def changed_rows(before: bytes, now: bytes, width: int) -> list[int]:
    """Returns the numbers of the rows that differ; `width` is in bytes."""
    return [
        start // width
        for start in range(0, len(now), width)
        if now[start : start + width] != before[start : start + width]
    ]


def changed_rectangle(before: bytes, now: bytes) -> list[int]:
    """Returns [left, top, width, height] of the pixels that differ, in rows of 400; empty if none does."""
    width = WIDTHS[0]
    rows = changed_rows(before, now, width * PIXEL)
    if not rows:
        return []
    one, other = memoryview(before).cast("I"), memoryview(now).cast("I")
    columns = [
        column
        for column in range(width)
        if any(one[row * width + column] != other[row * width + column] for row in rows)
    ]
    return [columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1]


MOST = 1_000
"""The most notes that are kept: some seconds of sixteen channels, minutes of a melody."""
MOST_UNSENT = 4_096
"""The most sounds that wait to be sent; of more the oldest are dropped."""
SHORT_SOUND = -1
"""The voice of BEEPs in a row; a tune's voices are numbered by track and channel, from 0."""
NO_END = -1.0
"""The end of a note that is still sounding."""


class SoundFeed:
    """Collects the notes and BEEPs of one run for messages, by *voice*: one channel of one track of a tune.

    `line` returns the line of the listing that runs. A note is a row: first frame, last frame, voice (16 *
    track + channel), key, instrument, line. `_notes` are the last rows, `_sounding` those that still sound,
    by voice. `_tune_lines` has for each track the line that started its tune. `_unsent` are the sounds that
    the page has not been sent yet, to play them.
    """

    def __init__(self, sound: Sound, line: Callable[[], int]) -> None:
        self._line = line
        self._notes: deque[list[float]] = deque(maxlen=MOST)
        self._sounding: dict[int, list[float]] = {}
        self._tune_lines = [0] * len(TRACKS)
        self._unsent: deque[SoundEvent] = deque(maxlen=MOST_UNSENT)
        sound.on_sound = self._on_sound

    def begin_tune(self, track: int) -> None:
        """Remembers which line of the listing started the tune on a track."""
        self._tune_lines[track] = self._line()

    def notes(self, frame: int) -> said.Notes:
        """Returns a message with the last MOST notes."""
        return said.Notes(frame, [*self._notes])

    def new_sounds(self, frame: int) -> said.Sounds | None:
        """Returns a message with the sounds since the last call, None if there were none."""
        if not self._unsent:
            return None
        message = said.Sounds(frame, [[type(sound).__name__, *sound] for sound in self._unsent])
        self._unsent.clear()
        return message

    def _on_sound(self, sound: SoundEvent) -> None:
        """Called by the machine's sound for each note that begins, each BEEP, and when tracks are stopped."""
        self._unsent.append(sound)
        if isinstance(sound, Note):
            self._begin_note(sound)
        elif isinstance(sound, Beep):
            # a BEEP has no length: it ends in the frame in which it begins
            frame = frame_of(sound.moment)
            self._notes.append([frame, frame, SHORT_SOUND, sound.number, 0, self._line()])
        elif isinstance(sound, Silence):
            for voice in [*self._sounding]:
                # None: all tracks were stopped
                if sound.track in {None, voice // len(CHANNELS)}:
                    self._end_note(voice, frame_of(sound.moment))

    def _begin_note(self, note: Note) -> None:
        """Ends the last note of the note's voice, and adds this one, unless it is a rest without a tone."""
        voice = note.track * len(CHANNELS) + note.channel
        frame = frame_of(note.moment)
        self._end_note(voice, frame)
        if note.tone is not None:
            row = [frame, NO_END, voice, note.tone.key, note.tone.instrument, self._tune_lines[note.track]]
            self._notes.append(row)
            self._sounding[voice] = row

    def _end_note(self, voice: int, frame: float) -> None:
        """Sets the last frame of the note that a voice plays, if it plays one."""
        if row := self._sounding.pop(voice, None):
            row[1] = frame  # instead of NO_END; the row in `_notes` is the same list


def frame_of(samples: int) -> float:
    """Returns the frame, with its fraction, of a time that is given as a number of samples of sound."""
    return round(samples / SAMPLES_PER_FRAME, 2)


MOST_HITS = 8
"""The most colliding sprites that are sent for one sprite."""
MOST_PIXELS = 64
"""The most pixels of a picture across and down that are sent; of a larger one every n-th."""
QUARTER_TURN = 2
"""The bit of a sprite's attributes for a quarter turn, after which a picture is as wide as it was high."""
CutoutKey = tuple[int, int, int, int, int]
"""Identifies a cut-out of a sprite sheet: page, u, v, width and height."""


class SpriteFeed:
    """Makes messages of sprites and layers for one page; each picture of a sprite is sent only once.

    `_sent` has the pixels of each cut-out of a sprite sheet that the page has.
    """

    def __init__(self) -> None:
        self._sent: dict[CutoutKey, bytes] = {}

    def message(self, machine: Machine, moment: int) -> said.MovingInView:
        """Returns all sprites and layers in use on both screens, and the pictures not sent before."""
        sprites: list[said.SpriteInView] = []
        layers: list[said.LayerInView] = []
        for number, screen in enumerate(machine.screens):
            hits = collisions(screen.sprites)
            used = screen.sprites.all_used()
            sprites += [sprite_in_view(screen.sprites, each, number, hits) for each, _ in used]
            layers += layers_in_view(screen, number)
        cutouts = []
        for key in sorted(set(map(cutout_key, sprites))):
            page, u, v, width, height = key
            pixels = read_block(machine.pages[page].pixels, (u, v, width, height)).tobytes()
            if self._sent.get(key) != pixels:
                self._sent[key] = pixels
                cutouts.append(cutout(key, pixels))
        return said.MovingInView(moment, machine.screens[0].is_tall, sprites, layers, cutouts)


def chosen_in_view(machine: Machine, watch: said.WatchMoving) -> said.ChosenInView:
    """Returns the sprite or layer that the user has chosen, without collisions; None if it is not in use."""
    # a number from the page may be any
    screen_number, number = 1 if watch.screen == 1 else 0, watch.number
    screen, tall = machine.screens[screen_number], machine.screens[0].is_tall
    if watch.chosen == "sprite":
        used = 0 <= number < screen.sprites.count and screen.sprites.used(number)
        sprite = sprite_in_view(screen.sprites, number, screen_number, {}) if used else None
        return said.ChosenInView(tall, sprite, None)
    layer = next((each for each in layers_in_view(screen, screen_number) if each.number == number), None)
    return said.ChosenInView(tall, None, layer)


def cutout_key(sprite: said.SpriteInView) -> CutoutKey:
    """Returns what identifies a sprite's picture: the graphic page that it is cut out of, and its place."""
    u, v, width, height = sprite.part
    return sprite.page, u, v, width, height


def cutout(key: CutoutKey, pixels: bytes) -> said.Cutout:
    """Returns a sprite's picture as a message; of a large one only every n-th pixel is sent."""
    *_, width, height = key
    # rounded up
    step = max(-(-max(width, height) // MOST_PIXELS), 1)
    words = memoryview(pixels).cast("I")
    # an empty cut-out has no pixels, and no row to step over
    rows = [words[at : at + width : step].tolist() for at in range(0, len(words), width * step or 1)]
    thinned = b"".join(word.to_bytes(4, "little") for row in rows for word in row)
    across = len(rows[0]) if rows else 0
    # the machine's colors have five bits a channel, the page's eight
    data = base64.b64encode(zlib.compress(thinned.translate(WIDENED_BYTES))).decode()
    return said.Cutout(list(key), across, len(rows), data)


# ---- sprites


def sprite_in_view(
    sprites: Sprites, number: int, screen: int, hits: dict[int, list[int]]
) -> said.SpriteInView:
    """Returns the message about a sprite; `hits` has for each one the numbers of those it collides with."""
    sprite = sprites[number]
    x, y = sprites.place(number)
    box: tuple[float, ...] = ()
    if sprite.detection.on:
        body = collision_body(sprite, (x, y))
        box = body.x + body.left, body.y + body.top, body.width, body.height
    return said.SpriteInView(
        **common_fields(sprite, screen, number, sprites.page, outline_of(sprite, x, y)),
        definition=sprite.definition,
        part=list(sprite.part),
        attributes=sprite.attributes,
        parent=-1 if sprite.parent is None else sprite.parent,
        detects=sprite.detection.on,
        hits=hits.get(number, [])[:MOST_HITS],
        point=finite(x, y),
        box=finite(*box),
    )


def common_fields(
    moved: Movable, screen: int, number: int, page: int, outline: list[float]
) -> dict[str, Any]:
    """Returns the fields that the messages about a sprite and about a layer have in common."""
    return {
        "screen": screen,
        "number": number,
        "page": page,
        "place": finite(moved.x, moved.y, moved.z),
        "home": finite(moved.home_x, moved.home_y),
        "rotation": moved.rotation,
        "scale": finite(*moved.scales),
        "color": moved.color & LOW_32_BITS,
        "variables": finite(*moved.variables),
        "callback": moved.callback,
        # those that animations change now, by number
        "moves": [] if moved.animations.halted else [each.target.name for each in moved.animations.all()],
        "outline": finite(*outline),
    }


def outline_of(sprite: Sprite, x: float, y: float) -> list[float]:
    """Returns the corners of a sprite at (x, y) as x, y, x, y, …; turned and scaled about its home."""
    across, down = sprite.width, sprite.height
    if sprite.attributes & QUARTER_TURN:
        across, down = down, across
    if not sprite.rotation and sprite.scales == (1.0, 1.0):
        left, top = floor(x) - sprite.home_x, floor(y) - sprite.home_y
        return [left, top, left + across, top, left + across, top + down, left, top + down]
    cosine, sine = cos(radians(sprite.rotation)), sin(radians(sprite.rotation))
    outline = []
    for u, v in ((0, 0), (across, 0), (across, down), (0, down)):
        right, below = (u - sprite.home_x) * sprite.scale_x, (v - sprite.home_y) * sprite.scale_y
        outline += [floor(x) + right * cosine - below * sine, floor(y) + right * sine + below * cosine]
    return outline


def collisions(sprites: Sprites) -> dict[int, list[int]]:
    """Returns for each sprite the numbers of the sprites that it collides with in this frame.

    A sweep from left to right: only sprites that overlap horizontally are compared.
    """
    # (number, path): the rectangle that the sprite's body covers while it moves in this frame
    paths: list[tuple[int, SweptBox]] = []
    for number, sprite in sprites.all_used():
        if sprite.detection.on:
            paths.append((number, swept_box(collision_body(sprite, sprites.place(number)))))
    hits: dict[int, list[int]] = {}
    # the paths that begin further left and may still reach the next one
    near: list[tuple[int, SweptBox]] = []
    for number, path in sorted(paths, key=lambda number_and_path: number_and_path[1].left):
        near = [(other, other_path) for other, other_path in near if other_path.right > path.left]
        for other, other_path in near:
            is_apart = other_path.top >= path.bottom or other_path.bottom <= path.top
            if not is_apart and first_meeting(other_path.body, path.body):
                hits.setdefault(number, []).append(other)
                hits.setdefault(other, []).append(number)
        near.append((number, path))
    return {number: sorted(others) for number, others in hits.items()}


# ---- layers


def layers_in_view(screen: Screen, number: int) -> list[said.LayerInView]:
    """Returns messages about a screen's background layers that have a cell set, by number."""
    backgrounds = screen.backgrounds
    layers = []
    for at, layer in enumerate(backgrounds.all()):
        cells = len(layer.cells) - layer.cells.count(0)
        if not cells:
            continue
        across, down = layer.width * layer.tile, layer.height * layer.tile
        corners = [(0, 0), (across, 0), (across, down), (0, down)]
        outline = [each for corner in corners for each in backgrounds.place_on_screen(at, *corner)]
        shown = said.LayerInView(
            **common_fields(layer, number, at, backgrounds.page, outline),
            size=[layer.width, layer.height, layer.tile],
            cells=cells,
            shown=layer.shown,
            clip=list(layer.clip or ()),
        )
        layers.append(shown)
    return layers


def finite(*numbers: float) -> list[float]:
    """Returns numbers for a message: NaN and infinity, which JSON lacks, become 0."""
    return [each if isfinite(each) else 0.0 for each in numbers]
