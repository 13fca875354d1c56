"""Exploring a maze that is read from TXT:MAZE, the CSV that sticks_csv writes.

maze[x, y] is FLOOR, WALL or GOAL.  `# 19` behind a line names the listing's line.
Kept: that a button held down repeats, and that whatever VAL takes for another number than 0 is a wall.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

FLOOR, WALL, GOAL = 0, 1, 2
COLORS = 0xFFC0C0C0, 0xFF800000, 0xFF00F800  # 16  C: silver, maroon, lime
CELLS = 11, 8, 27  # 17  T: a floor, bricks, a chest
RED, GRASS = 0xFFF80000, 1
PICTURES = {(0, 1): 500, (-1, 0): 504, (0, -1): 508, (1, 0): 512}  # 62  the first of four

Maze = dict[tuple[int, int], int]


def main(machine: Machine, *, sound: int = 0) -> None:  # 6  SOUND
    """Read a maze, tell how to walk and let the player walk."""
    machine.reset()  # 7
    machine.set_mode(2)  # 8
    if not machine.storage.exists("TXT", "MAZE"):  # 9
        machine.console.print("TXT:MAZEがありません")  # 9
        return
    text = machine.storage.read_text("MAZE")  # 10  C$
    pitch = text.find("\n") + 1  # 11  W
    size = pitch // 2  # 12  N
    if not (5 <= size <= 79 and size % 2):  # 13
        machine.console.print("N: 5 to 79, odd")  # 13
        return
    if len(text) < pitch * (size - 1) + 2 * size - 1:  # 14
        machine.console.print("TXT:MAZEが短すぎます")  # 14
        return
    maze = {}  # 15  M
    for y in range(size):  # 18
        for x in range(size):  # 19
            maze[x, y] = WALL if text[y * pitch + x * 2] in "123456789" else FLOOR  # 20
    if maze[size - 2, size - 2] == FLOOR:  # 23
        maze[size - 2, size - 2] = GOAL  # 23
    build(machine, maze, size)
    machine.display(1)  # 32
    for row, line in (1, "十字:歩く"), (3, "Y:やめる"):
        machine.console.locate(31, row)  # 33-36
        machine.console.print(line)  # 33-36
    machine.display(0)  # 37
    walk(machine, maze, 240 // size, sound)  # 24  S


def build(machine: Machine, maze: Maze, size: int) -> None:  # 25-31
    """Build the maze in the middle of a lawn."""
    layers = machine.backgrounds
    layers.set_map(0, size + 24, size + 14)  # 25
    layers.fill(0, 0, 0, size + 23, size + 13, GRASS)  # 26
    for (x, y), block in maze.items():  # 27-28
        layers.put(0, x + 12, y + 7, CELLS[block])  # 29


def walk(machine: Machine, maze: Maze, dots: int, sound: int) -> None:  # 38-42, 51-73
    """Go as the buttons say until the goal is reached or Y is pressed."""
    x, y, steps = 1, 1, 0  # 38-39  PX, PY, STEPS
    machine.sprites.set(0, 500)  # 40
    machine.sprites.move(0, 192, 112)  # 40
    machine.backgrounds.move(0, 16, 16)  # 41
    draw_map(machine, maze, dots, x, y)
    while maze[x, y] != GOAL:  # 51
        machine.vsync()  # 53  @WAIT
        buttons = Buttons(machine.input.button(REPEATED))  # 54  B
        if buttons & Buttons.Y:  # 55
            break
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 56
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 57
        block = maze.get((x + dx, y + dy)) if dx or dy else None  # 59
        if block in (FLOOR, GOAL):  # 59, 61
            picture = PICTURES[dx, dy]  # 62  K
            machine.sprites.animate(0, "I", [(2, (picture + 1,)), (2, (picture + 2,)), (1, (picture,))])  # 63
            x, y, steps = x + dx, y + dy, steps + 1  # 64-65
            machine.backgrounds.animate(0, "XY", [(-4, (x * 16, y * 16))])  # 66
        if block is not None and sound:  # 60, 67
            machine.sound.beep(10 if block == WALL else 28)  # 60, 67
        if block in (FLOOR, GOAL):  # 68
            draw_map(machine, maze, dots, x, y)
    machine.vsync(5)  # 70  @END
    won = maze[x, y] == GOAL
    if sound and won:  # 71
        machine.sound.beep(81)  # 71
    machine.console.set_color(15, 1)  # 72
    machine.console.print(f"{'ゴール!' if won else '終わり'} {steps}歩")  # 72  A$
    if won:  # 73
        machine.sprites.animate(0, "XY+", [(-8, (0, -6)), (-8, (0, 0))], 3)  # 73
        machine.vsync(50)  # 73


def draw_map(machine: Machine, maze: Maze, dots: int, x: int, y: int) -> None:  # 43-50  @DRAW
    """Show on the map what is near, and the player; a block is a square of `dots` pixels a side."""
    machine.display(1)  # 43
    near = [(i, j) for j in range(y - 2, y + 3) for i in range(x - 2, x + 3) if (i, j) in maze]  # 44-45
    colored = [(i, j, COLORS[maze[i, j]]) for i, j in near]
    for i, j, color in [*colored, (x, y, RED)]:
        machine.screen.fill(i * dots, j * dots, (i + 1) * dots - 1, (j + 1) * dots - 1, color)  # 46, 49
    machine.display(0)  # 50


if __name__ == "__main__":
    run_script(__file__)
