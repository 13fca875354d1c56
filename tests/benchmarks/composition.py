"""Measures how quickly pictures are composed and handed over: `python -m tests.benchmarks.composition`.

Each scene is shown frame by frame, by us and by pygame's own blits in turns, on a display without a window.
Processor time counts, and of several rounds the quickest. What moves is moved outside of what is timed; the
sheets, the page and the layers are the same on both sides. pygame draws a layer as one surface that was made
beforehand, the quickest that it has for a map that stays as it is.
"""

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from retromaze.benchmarks import CLOCK
from retromaze.machine.machine import Machine

FRAMES, ROUNDS = 30, 7
PAGE_LINES = 4
TILES = range(32, 96)
"""Characters of the sheet that layers are made of."""


@dataclass(frozen=True)
class Scene:
    """So many sprites of `side` pixels and scrolling layers over a page that changes, or stays."""

    name: str
    sprites: int = 100
    side: int = 16
    layers: int = 2
    degrees: int = 0
    scale: float = 1.0
    color: int = 0xFFFF_FFFF
    added: bool = False
    turned_layers: bool = False
    moving: bool = True
    text: bool = False

    def place(self, number: int, frame: int) -> tuple[int, int]:
        """Where a sprite stands in a frame."""
        return (number * 37 + frame * (1 + number % 3)) % 384, (number * 53 + frame * (number % 5)) % 224

    def angle(self, number: int, frame: int) -> int:
        return (number * 31 + frame * self.degrees) % 360 if self.degrees else 0

    def scroll(self, layer: int, frame: int) -> tuple[int, int]:
        return frame * (layer + 1), frame * (2 - layer)

    def line(self, number: int, frame: int) -> tuple[int, int, int, int, int]:
        """A line that is drawn on the page in a frame, and its color."""
        at = frame * 7 + number * 61
        color = 0xFF00_0000 | (at * 0x01_2345 & 0xFF_FFFF)
        return at % 400, at % 240, at * 3 % 400, at * 5 % 240, color


SCENES = (
    Scene("100 of 16x16, 2 layers, page"),
    Scene("256 of 16x16", 256),
    Scene("512 of 16x16", 512),
    Scene("100 of 32x32", 100, 32),
    Scene("512 of 32x32", 512, 32),
    Scene("100 scaled x2", scale=2.0),
    Scene("100 turning", degrees=3),
    Scene("100 turning, scaled x1.5", degrees=3, scale=1.5),
    Scene("512 turning", 512, degrees=3),
    Scene("100 half transparent", color=0x80FF_FFFF),
    Scene("100 added", added=True),
    Scene("100, 4 layers", layers=4),
    Scene("2 layers that turn", 0, turned_layers=True),
    Scene("2 layers alone", 0),
    Scene("100 alone", layers=0),
    Scene("page and text", 0, layers=0, text=True),
    Scene("still", moving=False),
)


class Ours:
    """The scene on our machine, shown on pygame's display as the window shows it."""

    def __init__(self, scene: Scene, surface: Any) -> None:
        from retromaze.display.canvas import surface_of_picture

        self.scene, self.surface = scene, surface
        self.hand_over = lambda picture: surface.blit(surface_of_picture(picture).convert(surface), (0, 0))
        self.machine = machine = Machine(seed=1)
        for number in range(scene.sprites):
            attributes = 33 if scene.added else 1
            machine.sprites.set_part(number, *part_of(number, scene.side), attributes)
            machine.sprites.set_home(number, scene.side / 2, scene.side / 2)
            machine.sprites.scale(number, scene.scale, scene.scale)
            machine.sprites.set_color(number, scene.color)
        for layer in range(scene.layers):
            machine.backgrounds.set_map(layer, 64, 32)
            machine.backgrounds.load(layer, cells_of(layer))
            machine.backgrounds.move(layer, 0, 0, layer)
        if scene.text:
            machine.console.print("THE QUICK BROWN FOX " * 20, "")
        self.move(0)

    def move(self, frame: int) -> None:
        scene, machine = self.scene, self.machine
        for number in range(scene.sprites):
            machine.sprites.move(number, *scene.place(number, frame))
            if scene.degrees:
                machine.sprites.rotate(number, scene.angle(number, frame))
        for layer in range(scene.layers):
            machine.backgrounds.move(layer, *scene.scroll(layer, frame))
            if scene.turned_layers:
                machine.backgrounds.rotate(layer, frame * 3)
        for number in range(PAGE_LINES):
            machine.screen.line(*scene.line(number, frame))

    def show(self) -> None:
        self.hand_over(self.machine.picture())


class Plain:
    """The same by pygame's blits."""

    def __init__(self, scene: Scene, surface: Any) -> None:
        import pygame

        self.pygame, self.scene, self.surface = pygame, scene, surface
        machine = Machine(seed=1)
        sheets = [surface_of(machine, page) for page in (4, 5)]
        self.page = pygame.Surface((512, 512), pygame.SRCALPHA, 32)
        self.parts = [
            self.prepared(sheets[0].subsurface((*part_of(number, scene.side)[:2], scene.side, scene.side)))
            for number in range(scene.sprites)
        ]
        self.layers = [layer_surface(sheets[1], layer) for layer in range(scene.layers)]
        self.flag = pygame.BLEND_RGB_ADD if scene.added else 0
        self.frame = 0
        self.move(0)

    def prepared(self, part: Any) -> Any:
        """A sprite's picture in its own color and size."""
        made = part.copy()
        made.set_alpha(self.scene.color >> 24)
        return self.pygame.transform.scale_by(made, self.scene.scale) if self.scene.scale != 1 else made

    def move(self, frame: int) -> None:
        self.frame = frame
        for number in range(PAGE_LINES):
            x0, y0, x1, y1, color = self.scene.line(number, frame)
            self.pygame.draw.line(self.page, self.pygame.Color(color & 0xFF_FFFF), (x0, y0), (x1, y1))

    def show(self) -> None:
        scene, surface, frame = self.scene, self.surface, self.frame
        surface.fill("black")
        surface.blit(self.page, (0, 0))
        for layer in reversed(range(scene.layers)):
            x, y = scene.scroll(layer, frame)
            made = self.layers[layer]
            if scene.turned_layers:
                made = self.pygame.transform.rotate(made, -frame * 3)
            surface.blit(made, (-x, -y))
        for number, part in enumerate(self.parts):
            made = self.pygame.transform.rotate(part, -scene.angle(number, frame)) if scene.degrees else part
            surface.blit(made, scene.place(number, frame), special_flags=self.flag)


def part_of(number: int, side: int) -> tuple[int, int, int, int]:
    """The part of the sheet that a sprite shows: one of eight."""
    return number % 8 * side, 0, side, side


def cells_of(layer: int) -> list[int]:
    """A map of 64 x 32; of those in front every third cell is empty."""
    return [
        0 if layer == 0 and at % 3 else TILES[(at * 7 + at // 64 + layer) % len(TILES)]
        for at in range(64 * 32)
    ]


def surface_of(machine: Machine, page: int) -> Any:
    """A page as a surface of pygame."""
    import pygame

    return pygame.image.frombuffer(machine.pages[page].pixels.tobytes(), (512, 512), "BGRA").convert_alpha()


def layer_surface(sheet: Any, layer: int) -> Any:
    import pygame

    made = pygame.Surface((64 * 16, 32 * 16), pygame.SRCALPHA, 32)
    for at, cell in enumerate(cells_of(layer)):
        if cell:
            source = (cell % 32 * 16, cell // 32 * 16, 16, 16)
            made.blit(sheet, (at % 64 * 16, at // 64 * 16), source)
    return made


def milliseconds(shower: Ours | Plain, moving: bool, frames: int) -> float:
    """What showing a frame takes, on the average of so many."""
    total = 0.0
    for frame in range(1, frames + 1):
        if moving:
            shower.move(frame)
        started = CLOCK()
        shower.show()
        total += CLOCK() - started
    return total / frames * 1000


def measured(scene: Scene, surface: Any, frames: int, rounds: int) -> tuple[float, float]:
    """(ours, pygame's) in milliseconds a frame, in turns, the least of all rounds."""
    ours, plain = Ours(scene, surface), Plain(scene, surface)
    times = [
        (milliseconds(ours, scene.moving, frames), milliseconds(plain, scene.moving, frames))
        for _ in range(rounds)
    ]
    return min(one for one, _ in times), min(other for _, other in times)


def rows(scenes: tuple[Scene, ...], frames: int, rounds: int) -> Iterator[str]:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import pygame

    pygame.display.init()
    surface = pygame.display.set_mode((400, 240))
    yield f"{'scene':<30}{'ms':>8}{'pygame':>9}{'ratio':>8}"
    for scene in scenes:
        ours, plain = measured(scene, surface, frames, rounds)
        yield f"{scene.name:<30}{ours:>8.2f}{plain:>9.2f}{ours / plain:>8.2f}"


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.composition", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="scenes whose names hold one; all if none")
    parser.add_argument("--frames", type=int, default=FRAMES, metavar="N", help="of a round (%(default)s)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="of each (%(default)s)")
    arguments = parser.parse_args()
    chosen = tuple(
        scene
        for scene in SCENES
        if not arguments.words or any(word in scene.name for word in arguments.words)
    )
    for row in rows(chosen, arguments.frames, arguments.rounds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
