"""Pictures of what a player sees, and animations of them: exact PNG, GIF and HTML, by Pillow."""

from __future__ import annotations

import base64
import io
import os
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import compress, count, pairwise
from operator import ne
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.display.translation import _
from retromaze.machine.colors import little_endian
from retromaze.machine.machine import FRAMES_PER_SECOND, Machine
from retromaze.machine.page import LOWER_SIZE, TALL_SIZE, UPPER_SIZE, Size
from retromaze.machine.storage import replace_file

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = UPPER_SIZE
BOTH: Size = (WIDTH, 2 * HEIGHT)
"""The lower screen below the upper one."""
SIZES = {width * height: (width, height) for width, height in (UPPER_SIZE, BOTH, TALL_SIZE)}
"""The sizes of pictures by the number of their pixels.

A picture is `array("I")` of pixels 0xAARRGGBB, row 0 at the top: the upper screen alone, both, or both as one
tall screen.
"""

BLACK, DIFFERENT = 0xFF000000, 0xFFFF0000
GIF_COLORS = 256


def pillow_image(picture: array[int]) -> Image:
    """Returns the picture as an RGB image of Pillow. Raises ValueError if it has no size of screens."""
    from PIL import Image

    return Image.frombytes("RGB", picture_size(picture), bgra_bytes(picture), "raw", "BGRX")


def picture_size(picture: array[int]) -> Size:
    """Returns a picture's width and height. Raises ValueError if it has no size of screens."""
    if len(picture) not in SIZES:
        raise ValueError(f"a picture has {', '.join(map(str, SIZES))} words, not {len(picture)}")
    return SIZES[len(picture)]


def centered_at_top(picture: array[int], size: Size) -> array[int]:
    """Returns a picture of `size` that has the given one in the middle of its top, and black around it."""
    width, height = picture_size(picture)
    if (width, height) == size:
        return picture
    return widen_rows(picture, width, size[0]) + array("I", (BLACK,)) * (size[0] * (size[1] - height))


def widen_rows(picture: array[int], width: int, new_width: int, color: int = BLACK) -> array[int]:
    """Returns a picture whose rows of `width` pixels are widened to `new_width` by a color on both sides."""
    edge = array("I", (color,)) * ((new_width - width) // 2)
    result = array("I")
    for start in range(0, len(picture), width):
        result += edge + picture[start : start + width] + edge
    return result


def common_size(sizes: Collection[Size]) -> Size:
    """Returns the smallest size that contains all these sizes (at least one), for an animation of them."""
    return max(width for width, _height in sizes), max(height for _width, height in sizes)


def bgra_bytes(picture: array[int]) -> bytes:
    """Returns the picture's bytes for Pillow and pygame: blue, green, red, alpha on every computer."""
    return little_endian(array("I", picture)).tobytes()


Area = tuple[int, int, int, int]
"""A part of a picture: left, top, right and bottom; right and bottom are exclusive."""
MARGIN, LARGEST_SCALE = 4, 8
"""Pixels around a drawn area, and the largest factor for a detail."""


def drawn_area(pictures: Iterable[array[int]]) -> Area | None:
    """Returns the smallest area, with a margin, that has everything drawn on the pictures' ground.

    A picture's ground is its most common color. Pictures are cropped to this area before they are enlarged.
    None if each picture has a single color, or if their sizes differ.
    """
    from PIL import Image, ImageChops

    areas, sizes = [], set()
    for picture in pictures:
        image = pillow_image(picture)
        sizes.add(image.size)
        [(pixel, _count)] = Counter(picture).most_common(1)
        ground = pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255
        box = ImageChops.difference(image, Image.new("RGB", image.size, ground)).getbbox()
        # a picture of a single color has no box
        if box:
            areas.append(box)
    if not areas or len(sizes) > 1:
        return None
    [(width, height)] = sizes
    # the edges of all areas; the result encloses them and stays inside the pictures
    lefts, tops, rights, bottoms = zip(*areas, strict=True)
    left, top = max(min(lefts) - MARGIN, 0), max(min(tops) - MARGIN, 0)
    return left, top, min(max(rights) + MARGIN, width), min(max(bottoms) + MARGIN, height)


def enlarged_part(picture: array[int], area: Area | None, room: Size) -> Image:
    """Returns a part of a picture (None: all), enlarged by a whole factor up to 8 so that it fits `room`."""
    from PIL import Image, ImageOps

    part = pillow_image(picture) if area is None else pillow_image(picture).crop(area)
    scale = max(min(room[0] // part.width, room[1] // part.height, LARGEST_SCALE), 1)
    return ImageOps.scale(part, scale, Image.Resampling.NEAREST)


def png(picture: array[int]) -> bytes:
    """Returns exactly these pixels as an RGB PNG."""
    return png_file(pillow_image(picture))


def png_file(image: Image) -> bytes:
    """Returns an image of Pillow as a PNG file."""
    file = io.BytesIO()
    image.save(file, format="PNG", optimize=True)
    return file.getvalue()


def save_png(picture: array[int], path: Path) -> None:
    """Writes exactly these pixels as an RGB PNG; the file appears whole or not at all. Raises OSError."""
    replace_file(path, png(picture))


def check_writable(path: Path) -> None:
    """Checks before long work that a file can be written in the path's folder. Raises OSError if not."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.open("xb").close()
    temporary.unlink()


def unused_path(folder: Path, stem: str, ending: str = ".png") -> Path:
    """Returns the first of `stem.png`, `stem-2.png`, `stem-3.png`, … at which no file would be replaced."""
    path, number = folder / f"{stem}{ending}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{ending}"
    return path


def difference_picture(left: array[int], right: array[int]) -> array[int]:
    """Returns `left` in dark gray, with pixels that differ in bright red. Raises ValueError for two sizes."""
    if len(left) != len(right):
        raise ValueError(f"pictures of {len(left)} and {len(right)} words cannot be compared")
    # a third of the brightness, which is a third of the sum of the channels
    grays = {each: ((each >> 16 & 255) + (each >> 8 & 255) + (each & 255)) // 9 for each in {*left}}
    words = {each: BLACK | gray * 0x010101 for each, gray in grays.items()}
    picture = array("I", map(words.__getitem__, left))
    for at in compress(count(), map(ne, left, right)):
        picture[at] = DIFFERENT
    return picture


def uses_lower_screen(machine: Machine, *, touchable: bool = False) -> bool:
    """Whether XSCREEN gives the lower screen to the program, whole or as half of the tall one.

    `touchable`: whether a user may touch the screen. Then a program that only reads the stylus uses it too,
    because the console always has a lower screen. Source: machine reference, 1.1.
    """
    is_usable = machine.screens[1].share.selectable or machine.screens[0].is_tall
    return is_usable or (touchable and machine.input.stylus_asked)


def visible_picture(machine: Machine, *, touchable: bool = False) -> array[int]:
    """Returns the visible screens as pixels 0xAARRGGBB, row 0 at the top.

    `touchable`: whether a user may touch the lower screen, which is then shown if the program reads the
    stylus. The picture has 400 x 240 pixels for the upper screen, 400 x 480 with the lower one centered below
    it, and 320 x 480 for the tall screen.
    """
    picture = machine.picture()
    if machine.screens[0].is_tall or not uses_lower_screen(machine, touchable=touchable):
        return picture
    return picture + widen_rows(machine.picture(1), LOWER_SIZE[0], WIDTH)


def wide_picture(machine: Machine) -> array[int]:
    """Returns the screens in rows of 400 pixels: the tall screen has black beside it."""
    picture = visible_picture(machine)
    return centered_at_top(picture, (WIDTH, picture_size(picture)[1]))


def upper_picture(machine: Machine) -> array[int]:
    """Returns the upper display, 400 x 240 pixels; of the tall screen the upper half, black beside it."""
    picture = machine.picture()
    width, _height = picture_size(picture)
    return picture if width == WIDTH else widen_rows(picture[: width * HEIGHT], width, WIDTH)


def lower_picture(machine: Machine, *, touchable: bool = False) -> array[int] | None:
    """Returns the lower display, 320 x 240 pixels; of the tall screen the lower half; None if unused.

    `touchable`: whether a user may touch it; then a program that only reads the stylus uses it too.
    """
    if machine.screens[0].is_tall:
        return machine.picture()[-LOWER_SIZE[0] * HEIGHT :]
    return machine.picture(1) if uses_lower_screen(machine, touchable=touchable) else None


def picture_tag(data: bytes, kind: str, caption: str = "") -> str:
    """Returns the HTML of a picture (`data` of the `kind` png or gif) with sharp pixels, and a caption."""
    import html

    figure_caption = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    alternative = html.escape(caption or "the simulated screen")
    source = f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
    picture = f'<img src="{source}" alt="{alternative}" style="image-rendering: pixelated; max-width: none">'
    return f'<figure style="display: inline-block; margin: 0 1em 0 0">{picture}{figure_caption}</figure>'


def text_tag(text: str) -> str:
    """Returns the HTML of a text in a monospaced font; "" for no text."""
    import html

    style = "font-family: monospace; line-height: 1.15"
    return f'<pre style="{style}">{html.escape(text)}</pre>' if text else ""


SHORTEST = 0.04
"""The least seconds of a picture; shorter ones are left out, because few viewers can show them."""
MOST_PICTURES = 15_000
"""The most pictures of a film: ten minutes of steady change, some hundred megabytes."""
LAST_SECONDS = 2.0
"""The seconds that an animation shows its last picture before it begins again."""
QUICK = 1
"""The least compression of zlib: pictures are added while the program runs."""


class Film:
    """Compressed pictures of the screens, in the order of the moments (seconds) at which they were shown.

    `_compressed` has for each moment the number of pixels of the picture, and the picture compressed.
    """

    def __init__(self) -> None:
        self._moments: list[float] = []
        self._compressed: list[tuple[int, bytes]] = []

    def __len__(self) -> int:
        return len(self._compressed)

    @property
    def is_full(self) -> bool:
        """Whether no more pictures are taken."""
        return len(self) >= MOST_PICTURES

    def add(self, moment: float, picture: array[int]) -> None:
        """Adds the picture shown from `moment` (seconds) on; it replaces one that was shown too briefly.

        A picture that is the same as the last one is not added, and none to a film that is full.
        """
        data = picture.tobytes()
        compressed = len(picture), zlib.compress(data, QUICK)
        if self._compressed and compressed == self._compressed[-1]:
            return
        if self._moments and moment - self._moments[-1] < SHORTEST:
            self._compressed[-1] = compressed
        elif not self.is_full:
            self._moments.append(moment)
            self._compressed.append(compressed)

    def pictures(self) -> Iterator[array[int]]:
        """Yields the pictures, all enlarged with black to the smallest common size."""
        sizes = {SIZES[count] for count, _compressed in self._compressed}
        for _count, compressed in self._compressed:
            yield centered_at_top(array("I", zlib.decompress(compressed)), common_size(sizes))

    def milliseconds(self) -> list[int]:
        """Returns the time in milliseconds for which each picture is shown."""
        moments = [*self._moments, self._moments[-1] + LAST_SECONDS] if self._moments else []
        # moments are rounded, not durations, so that errors do not add up; a GIF counts in hundredths
        hundredths = [round(100 * moment) for moment in moments]
        return [10 * (after - before) for before, after in pairwise(hundredths)]

    def gif(self) -> bytes:
        """Returns the film as an endless animation. Raises ValueError without pictures.

        A picture with up to 256 colors stays exact, more colors are reduced.
        """
        from PIL.Image import Dither, Quantize

        # a generator, so that not all pictures are in memory at once
        images = (
            pillow_image(each).quantize(GIF_COLORS, Quantize.MEDIANCUT, dither=Dither.NONE)
            for each in self.pictures()
        )
        first = next(images, None)
        if first is None:
            raise ValueError("an animation needs a frame")
        file, times = io.BytesIO(), self.milliseconds()
        first.save(file, format="GIF", save_all=True, append_images=images, duration=times, loop=0)
        return file.getvalue()

    def save(self, path: str | Path) -> None:
        """Writes an animated GIF, whole or not at all. Raises OSError; ValueError without pictures."""
        replace_file(Path(path), self.gif())

    # IPython shows a film in a notebook by this
    def _repr_html_(self) -> str:
        return picture_tag(self.gif(), "gif")


class Album:
    """Saves pictures and recordings in a folder, in files named after `title` that are never replaced.

    `notify` is called with a message for the user after each file. `_film` is the recording, None while none
    is made.
    """

    def __init__(self, folder: Path, title: str, notify: Callable[[str], None]) -> None:
        self.folder = folder
        self._title = title
        self._notify = notify
        self._film: Film | None = None

    @property
    def recording(self) -> bool:
        """Whether pictures are recorded for an animation."""
        return self._film is not None

    def add_picture(self, moment: float, picture: array[int]) -> None:
        """Adds a picture that is shown from `moment` (seconds) on to the recording, if there is one."""
        if self._film is not None:
            self._film.add(moment, picture)

    def save_picture(self, picture: array[int], frame: int) -> None:
        """Saves a picture exactly as it is; the number of its `frame` becomes part of the file's name."""
        path = unused_path(self.folder, f"{self._title}-{frame:06}")
        self._save(path, lambda: save_png(picture, path))

    def record(self) -> None:
        """Starts a recording, to which `add_picture` adds until `stop`."""
        self._film = Film()

    def stop(self) -> None:
        """Ends the recording and saves it, if it has pictures."""
        film, self._film = self._film, None
        if film is not None and len(film):
            path = unused_path(self.folder, self._title, ".gif")
            self._save(path, lambda: film.save(path))

    def _save(self, path: Path, save: Callable[[], None]) -> None:
        """Calls `save`, and reports that the file was saved or why it was not."""
        try:
            save()
        except OSError as error:
            self._notify(_("not saved: {}").format(error.strerror or error))
        else:
            self._notify(_("saved {}").format(path.name))


class FrameFilm(Film):
    """A film of a machine by its own time: its picture at every n-th frame, and at its end.

    It must be made before the program starts, after the front end was connected to the machine: it takes the
    front end's place there, and calls it (`_front_end`). `_may_have_changed`: whether the machine's picture
    may differ from the last one that was added.
    """

    def __init__(self, every: int, machine: Machine) -> None:
        super().__init__()
        self._every = every
        self._machine = machine
        self._may_have_changed = True
        self._front_end, machine.on_frame = machine.on_frame, self.show

    def show(self, machine: Machine) -> None:
        """Adds the picture of every n-th frame, then calls the front end; called after each frame."""
        self._may_have_changed = self._may_have_changed or machine.changed
        if machine.frame % self._every == 0:
            self._add_picture()
        if self._front_end is not None:
            self._front_end(machine)

    def finish(self) -> None:
        """Adds the last picture of the program."""
        # changes after the last frame were not reported
        self._may_have_changed = True
        self._add_picture()

    def _add_picture(self) -> None:
        """Adds the machine's present picture, if it may have changed."""
        if self._may_have_changed:
            self.add(self._machine.frame / FRAMES_PER_SECOND, visible_picture(self._machine))
            self._may_have_changed = False
