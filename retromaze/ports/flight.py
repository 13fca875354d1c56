"""Flight over islands: the world turns about the plane, grows as it sinks, and darkens as the day goes by.

Places are those of the map, in dots.  `# 19` behind a line names the listing's line.
"""

import math
from itertools import product

from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.basic import radians
from retromaze.ports.scripts import run_script

SEA, SAND, GRASS, TREE, HILL, HOUSE, FLAG, PLANE = 6, 4, 1, 16, 19, 20, 29, 104  # 10, 38
BLACK, RED, WHITE, LAWN = 0xFF000000, 0xFFF80000, 0xFFF8F8F8, 0xFF50C840  # 9, 11, 74-77
SHADOW, SUNSET, NIGHT = 0x60000000, 0x60FF6000, 0xC0000030  # 39, 70-71

TRIUMPH = "T144@60V110L8O4DF#A<D4>A<F#2"  # 77
TUNE = (  # 44-46
    "{D=DF#A<D>AF#}{G=>G<DGBGD>A<EA<C#>AE}"
    "T144:0@60V70L4O4[F#2A<D2>AB2<EC#2.D2>BG2BAB<C#D2.>]:1@48V42L2.O4[F#F#GEF#GEF#]"
    ":2@46V56L8O3[{D}{D}{G}>B<F#B<D>BF#{G}{D}]"
)


def main(
    machine: Machine, *, isles: int = 18, flags: int = 8, seconds: int = 60
) -> None:  # 5  ISLES, FLAGS, TIME
    """Fly until all flags are fetched, a hill is hit, the day is over or Y is pressed."""
    if not (1 <= isles <= 40 and 1 <= flags <= 9):  # 6
        machine.console.print("ISLES: 1 to 40, FLAGS: 1 to 9")  # 6
    elif not 1 <= seconds <= 600:  # 7
        machine.console.print("TIME: 1 to 600")  # 7
    else:
        machine.reset()  # 8
        machine.screen.set_fade(BLACK)  # 9
        machine.screen.set_backdrop(LAWN)  # 11
        raise_isles(machine, isles)
        raise_flags(machine, flags)
        Flight(machine, flags, seconds).fly()


def raise_isles(machine: Machine, isles: int) -> None:  # 12-29
    """Islands in the sea: sand, grass, wood and hills, from the shore to the middle."""
    layers, below = machine.backgrounds, machine.rng.below
    layers.set_map(0, 120, 120)  # 12
    layers.fill(0, 0, 0, 119, 119, SEA)  # 13
    for _ in range(isles):  # 15
        left, top, radius = 40 + below(41), 40 + below(41), 4 + below(5)  # 16  CX, CY, R
        for dy, dx in product(range(-radius, radius + 1), repeat=2):  # 17-18
            place = left + dx, top + dy  # 19  X, Y
            cell = layers.cell(0, *place)  # 20  C
            out = (math.sqrt(dx * dx + dy * dy) + below(10) / 10) / radius  # 21  D
            if out < 1 and cell == SEA:  # 22
                layers.put(0, *place, SAND)  # 22
            if out < 0.8 and cell <= SEA:  # 23
                layers.put(0, *place, GRASS + below(3))  # 23
            if out < 0.5:  # 24
                layers.put(0, *place, TREE + below(3))  # 24
            if out < 0.25:  # 25
                layers.put(0, *place, HILL)  # 25
        layers.put(0, left + 2, top, HOUSE)  # 28


def raise_flags(machine: Machine, flags: int) -> None:  # 30-36
    """Flags on grass or in the wood."""
    for _ in range(flags):  # 30
        cell = SEA
        while cell in (SEA, SAND) or cell >= HILL:  # 31, 34
            x, y = 40 + machine.rng.below(41), 40 + machine.rng.below(41)  # 32
            cell = machine.backgrounds.cell(0, x, y)  # 33
        machine.backgrounds.put(0, x, y, FLAG)  # 35


class Flight:
    """The plane: its place, heading and turn in degrees, and height, 1 to 4.9."""

    def __init__(self, machine: Machine, flags: int, seconds: int) -> None:  # 37-47
        self.machine, self.flags, self.seconds = machine, flags, seconds
        for number in 0, 1:
            machine.sprites.set(number, PLANE)  # 38
            machine.sprites.set_home(number, 8, 8)  # 38
        machine.sprites.set_color(0, SHADOW)  # 39
        machine.sprites.scale(1, 2, 2)  # 39
        machine.sprites.move(1, 200, 150)  # 39
        machine.backgrounds.set_home(0, 200, 150)  # 40
        machine.console.set_color(15, 1)  # 42
        machine.console.locate(1, 29)  # 42
        machine.console.print("左右:まがる 上下:高さ  低く飛んで旗を取る  Y:やめる", end="")  # 43
        machine.sound.play(TUNE)  # 46
        machine.screen.set_fade(0, 60)  # 47
        self.x = self.y = 960.0  # 41  PX, PY
        self.heading, self.turn, self.height, self.ticks, self.crashed = 0.0, 0.0, 2.5, 0, False  # 41

    def fly(self) -> None:  # 48-83
        """Fly, thirty steps a second, and tell at the end how it went."""
        machine, dusk, buttons = self.machine, self.seconds * 10, Buttons(0)
        while self.flags and not self.crashed and self.ticks < dusk * 3 and not buttons & Buttons.Y:  # 73
            left = self.seconds - self.ticks // 30
            machine.console.locate(1, 0)  # 49
            machine.console.print(
                f"旗{self.flags} 高さ{'■' * int(self.height):4} のこり{left}秒 ", end=""
            )  # 50
            buttons = Buttons(machine.input.button())  # 51  B
            self.steer(buttons)
            self.show()
            if self.height < 2:  # 67
                self.sweep()  # 67
            self.ticks += 1  # 69
            if self.ticks == dusk:  # 70
                machine.screen.set_fade(SUNSET, dusk * 2)  # 70
            if self.ticks == dusk * 2:  # 71
                machine.screen.set_fade(NIGHT, dusk * 2)  # 71
            machine.vsync(2)  # 72
        color, result = BLACK, "日が暮れました" if self.ticks == dusk * 3 else "終わり"  # 73-75  C, A$
        machine.sound.stop(0, 1.5)  # 74
        if self.crashed:  # 76
            machine.sound.stop()  # 76
            color, result = RED, "山にぶつかった!"  # 76
            machine.sprites.animate(1, "I", [(8, (48 + i,)) for i in range(6)])  # 76
        if not self.flags:  # 77
            color, result = WHITE, "旗をぜんぶ取った!"  # 77
            machine.sprites.animate(1, "XY", [(-80, (200, -30))])  # 77
            machine.sound.play(TRIUMPH)  # 77
        self.fade(color, 90)  # 78
        machine.sprites.clear()  # 80
        machine.backgrounds.clear()  # 80
        machine.screen.set_backdrop(0)  # 80
        machine.console.clear()  # 80
        machine.console.locate(14, 14)  # 81
        machine.console.print(f"{result} のこり{self.seconds - self.ticks // 30}秒")  # 81
        self.fade(0, 60)  # 82

    def steer(self, buttons: Buttons) -> None:  # 52-61
        """Turn, climb and go on; at the edge of the map the plane turns back by itself."""
        right = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)
        up = bool(buttons & Buttons.UP) - bool(buttons & Buttons.DOWN)
        self.turn = self.turn * 0.8 + right * 0.7  # 52
        self.height = max(1.0, min(4.9, self.height + up * 0.06))  # 53
        self.heading += self.turn  # 54
        x = self.x + math.sin(radians(self.heading)) * 3  # 55
        y = self.y - math.cos(radians(self.heading)) * 3  # 55
        if min(x, y) < 480 or max(x, y) > 1440:  # 56
            self.turn = 3.0  # 57
        else:
            self.x, self.y = x, y  # 59

    def show(self) -> None:  # 61-67
        """Turn and scale the world about the plane; its shadow falls the farther, the higher it is."""
        layers, sprites, scale = self.machine.backgrounds, self.machine.sprites, 2.5 / self.height  # 61  S
        layers.rotate(0, int(-self.heading))  # 62
        layers.scale(0, scale, scale)  # 63
        layers.move(0, int(self.x * scale), int(self.y * scale))  # 64
        for number in 0, 1:
            sprites.rotate(number, int(self.turn * 5))  # 65
        sprites.move(0, 200 + self.height * 9, 150 + self.height * 12)  # 66
        sprites.scale(0, 2 / self.height, 2 / self.height)  # 66

    def sweep(self) -> None:  # 89-99  @LOW
        """Fetch the flags around the plane, and see whether it hits a hill."""
        layers = self.machine.backgrounds
        if layers.cell_of_pixel(0, int(self.x), int(self.y)) == HILL:  # 90
            self.crashed = True  # 90
            self.machine.sound.beep(13)  # 90
        for dy, dx in product((-12, 0, 12), repeat=2):  # 91-92
            x, y = int(self.x + dx), int(self.y + dy)
            if layers.cell_of_pixel(0, x, y) == FLAG:  # 93
                layers.put(0, x // 16, y // 16, GRASS)  # 94
                self.flags -= 1  # 95
                self.machine.sound.beep(8)  # 95

    def fade(self, color: int, frames: int) -> None:  # 85-87  @WAIT
        """Cover the screen and wait until it is covered."""
        self.machine.screen.set_fade(color, frames)  # 78, 82
        self.machine.vsync()  # 86
        while self.machine.screen.fade.moving:  # 86
            self.machine.vsync()  # 86


if __name__ == "__main__":
    run_script(__file__)
