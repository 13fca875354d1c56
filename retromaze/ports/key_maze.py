"""Keys in a maze: a sprite walks through hedges while two background layers scroll, and fetches keys.

The front layer is the maze itself: its cells tell where hedges, keys and the chest are.
`# 19` behind a line names the listing's line.  Kept: that of several buttons the first one counts.
"""

from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

GRASS, HEDGE, CHEST, KEY, KEY_PICTURE = 1, 10, 27, 30, 11  # 9, 45
BLACK, WHITE = 0xFF000000, 0xFFF8F8F8
BUTTONS = (Buttons.RIGHT, Buttons.DOWN, Buttons.LEFT, Buttons.UP)  # 12  BT
WAYS = {(1, 0): 512, (0, 1): 500, (-1, 0): 504, (0, -1): 508}  # 11-12, 90  VX, VY: the first of four pictures

FANFARE = "T150@56V100L16O5GRGRGR<C4>G8<E2"  # 77
TUNE = (  # 50-53
    "T112:0@73V64L8O5[E4GED4CDEC>A4<C2F4AFE4DCD2R4G4E4GED4CDEC>A4<C2D4FDC4>B<DC2R2]"
    ":1@46V50L8O4[[CEGE]2[>A<CEC]2[>A<CFC]2[>B<DGD]2[CEGE]2[>A<CEC]2>A<DFD>B<DGDCEGEC4R4]"
    ":2@32V60O2[C2G2A2E2F2C2G2D2C2G2A2E2D2G2C1]"
)


def main(machine: Machine, *, width: int = 16, height: int = 12, keys: int = 4) -> None:  # 5  M_W, M_H, KEYS
    """Dig a maze, hide the keys, and walk until the chest is open or Y is pressed."""
    if not (12 <= width <= 60 and 7 <= height <= 60):  # 6
        machine.console.print("M_W: 12 to 60, M_H: 7 to 60")  # 6
    elif not 1 <= keys <= 9:  # 7
        machine.console.print("KEYS: 1 to 9")  # 7
    else:
        machine.reset()  # 8
        grow(machine, width * 2 + 1, height * 2 + 1)  # 14
        Game(machine, width, height, keys).play()


def grow(machine: Machine, columns: int, rows: int) -> None:  # 13-37
    """Dig a maze into hedges, with a lawn behind them."""
    layers, below = machine.backgrounds, machine.rng.below
    for layer, cell in enumerate((GRASS, HEDGE)):
        layers.set_map(layer, columns, rows)  # 15-16
        layers.fill(layer, 0, 0, columns - 1, rows - 1, cell)  # 15-16
    x, y, stack = 1, 1, [(0, 0)]  # 18-19  XSTK, YSTK
    layers.put(1, x, y, 0)  # 18
    while stack:  # 20, 36
        inside = [(i, j) for i, j in WAYS if 0 < x + i * 2 < columns and 0 < y + j * 2 < rows]  # 22-24
        ways = [(i, j) for i, j in inside if layers.cell(1, x + i * 2, y + j * 2) == HEDGE]  # 21, 25  DIR
        if ways:  # 28
            stack.append((x, y))  # 29
            dx, dy = ways[below(len(ways))]  # 30
            layers.put(1, x + dx, y + dy, 0)  # 31
            x, y = x + dx * 2, y + dy * 2  # 32
            layers.put(1, x, y, 0)  # 32
        else:
            x, y = stack.pop()  # 34
    for _ in range(columns // 2 * (rows // 2) // 2):  # 37
        layers.put(0, below(columns), below(rows), GRASS + 1 + below(2))  # 37


class Game:
    """The player: where, in dots of the map, and which way, (0, 0) who stands."""

    def __init__(self, machine: Machine, width: int, height: int, keys: int) -> None:  # 38-49
        """Put the chest into the last room and keys into others; their shadows stand on the upper edge."""
        self.machine, self.keys, self.right, self.bottom = machine, keys, width * 32 - 384, height * 32 - 224
        machine.backgrounds.put(1, width * 2 - 1, height * 2 - 1, CHEST)  # 39
        for key in range(1, keys + 1):  # 40
            x = y = 0
            while x + y <= 6 or machine.backgrounds.cell(1, x, y):  # 41, 43
                x, y = machine.rng.below(width) * 2 + 1, machine.rng.below(height) * 2 + 1  # 42
            machine.backgrounds.put(1, x, y, KEY)  # 44
            machine.sprites.set(key, KEY_PICTURE)  # 45
            machine.sprites.move(key, key * 16 - 12, 0)  # 45
            machine.sprites.set_color(key, BLACK)  # 45
        machine.console.set_color(15, 1)  # 47
        machine.console.locate(0, 29)  # 47
        machine.console.print("十字:歩く  Y:やめる", end="")  # 47
        machine.sprites.set(0, 500)  # 49
        self.x = self.y = 16  # 48  PX, PY
        self.way, self.won, self.steps, self.found = (0, 0), False, 0, 0  # 48  K, OLD, GOAL

    def play(self) -> None:  # 54-71
        """Walk, two dots a frame, to the open chest or until Y is pressed."""
        machine, buttons = self.machine, Buttons(0)
        machine.sound.play(TUNE)  # 53
        while not (self.won or buttons & Buttons.Y):  # 62
            if self.x % 16 == self.y % 16 == 0:  # 55
                self.arrive(buttons)  # 55
            self.x, self.y = self.x + self.way[0] * 2, self.y + self.way[1] * 2  # 56
            left, top = max(0, min(self.x - 192, self.right)), max(0, min(self.y - 112, self.bottom))  # 58
            for layer in 0, 1:
                machine.backgrounds.move(layer, left, top)  # 59
            machine.sprites.move(0, self.x - left, self.y - top)  # 60
            machine.vsync()  # 61
            buttons = Buttons(machine.input.button())  # 61  B
        machine.console.locate(0, 29)  # 63
        result = "ゴール!" if self.won else "終わり"
        if not self.won:  # 68
            machine.sound.stop()  # 68
        machine.console.print(f"{result} {self.steps}歩          ", end="")  # 65, 68
        if self.won:  # 64
            machine.sprites.animate(0, "XY+", [(-8, (0, -6)), (-8, (0, 0))], 3)  # 66
        machine.vsync(60)  # 70

    def arrive(self, buttons: Buttons) -> None:  # 73-92  @CELL
        """Fetch a key that lies here, then open the chest or go where a button says."""
        machine, old, cell = self.machine, self.way, self.cell(0, 0)  # 74, 87  C
        self.way = 0, 0  # 74
        if cell == KEY:  # 75, 94-99  @FOUND
            self.found += 1  # 95
            machine.sound.beep(8)  # 95
            machine.backgrounds.put(1, self.x // 16, self.y // 16, 0)  # 96
            machine.sprites.set_color(self.found, WHITE)  # 97
            machine.sprites.move(self.found, *machine.sprites[0].place)  # 97
            machine.sprites.animate(self.found, "XY", [(-30, (self.found * 16 - 12, 0))])  # 98
        self.won = cell == CHEST and self.found == self.keys  # 76, 78
        if self.won:  # 76
            machine.sound.beep(33)  # 77
            machine.sound.play(FANFARE)  # 77
            machine.backgrounds.put(1, self.x // 16, self.y // 16, CHEST + 1)  # 78
            return  # 78
        pressed = [way for way, button in zip(WAYS, BUTTONS, strict=True) if buttons & button]  # 80-81
        self.way = next((way for way in pressed if self.cell(*way) != HEDGE), (0, 0))  # 81-84
        self.steps += self.way in WAYS  # 85
        if self.way in WAYS and self.way != old:  # 86, 89
            machine.sprites.animate(0, "I", [(6, (WAYS[self.way] + i,)) for i in range(4)], 0)  # 90-91
            machine.sprites.resume(0)  # 91
        elif self.way != old:  # 86, 89
            if pressed:  # 88
                machine.sound.beep(10)  # 88
            machine.sprites.halt(0)  # 89

    def cell(self, dx: int, dy: int) -> int:
        """Returns the cell of the maze that lies that way, or here."""
        return self.machine.backgrounds.cell_of_pixel(1, self.x + dx * 16, self.y + dy * 16)  # 74, 82


if __name__ == "__main__":
    run_script(__file__)
