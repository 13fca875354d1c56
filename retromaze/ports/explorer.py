"""Exploring a big maze: the view scrolls with the player, and the lower screen keeps a map.

maze[x, y] is FLOOR, WALL or GOAL.  `# 19` behind a line names the listing's line.
Kept: a draw even where a stick can fall to one side only, and that a button held down repeats.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

FLOOR, WALL, GOAL = 0, 1, 2
COLORS = 0xFFC0C0C0, 0xFF800000, 0xFF00F800  # 10  C: silver, maroon, lime
CELLS = 11, 8, 27  # 11  T: a floor, bricks, a chest
RED, GRASS = 0xFFF80000, 1
BLACK, WHITE = 1, 15
UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
PICTURES = {DOWN: 500, LEFT: 504, UP: 508, RIGHT: 512}  # 50  the first of four

Maze = dict[tuple[int, int], int]


def main(machine: Machine, *, size: int = 55, sound: int = 0) -> None:  # 5  N, SOUND
    """Make a maze, tell how to walk and let the player walk."""
    if not (5 <= size <= 79 and size % 2):  # 6
        machine.console.print("N: 5 to 79, odd")  # 6
        return
    machine.reset()  # 7
    machine.set_mode(2)  # 8
    maze = sticks(machine, size)
    build(machine, maze, size)
    machine.display(1)  # 28
    for row, text in (1, "十字:歩く"), (3, "Y:やめる"):
        machine.console.locate(31, row)  # 29-29
        machine.console.print(text)  # 29-29
    machine.display(0)  # 30
    walk(machine, maze, 240 // size, sound)  # 25  S


def sticks(machine: Machine, size: int) -> Maze:  # 12-25
    """Returns a maze of sticks that fall on floor, and upwards in the first row only."""
    last, edge = size - 1, {0, size - 1}
    maze = {(x, y): WALL if {x, y} & edge else FLOOR for y in range(size) for x in range(size)}  # 13  M
    for y in range(2, last, 2):  # 14
        for x in range(2, last, 2):  # 15
            maze[x, y] = WALL  # 16
            sides = (UP, DOWN, LEFT, RIGHT) if y == 2 else (DOWN, LEFT, RIGHT)  # 17
            free = [(x + dx, y + dy) for dx, dy in sides if maze[x + dx, y + dy] == FLOOR]  # 17-20  DIR, K
            maze[free[machine.rng.below(len(free))]] = WALL  # 21-22  D
    maze[last - 1, last - 1] = GOAL  # 25
    return maze


def build(machine: Machine, maze: Maze, size: int) -> None:  # 26-27
    """Build the maze in the middle of a lawn."""
    layers = machine.backgrounds
    layers.set_map(0, size + 24, size + 14)  # 26
    layers.fill(0, 0, 0, size + 23, size + 13, GRASS)  # 26
    for (x, y), block in maze.items():  # 27
        layers.put(0, x + 12, y + 7, CELLS[block])  # 27


def walk(machine: Machine, maze: Maze, dots: int, sound: int) -> None:  # 31-33, 42-60
    """Go as the buttons say until the goal is reached or Y is pressed."""
    x, y, steps = 1, 1, 0  # 31  PX, PY, STEPS
    machine.sprites.set(0, PICTURES[DOWN])  # 32
    machine.sprites.move(0, 192, 112)  # 32
    machine.backgrounds.move(0, 16, 16)  # 32
    draw_map(machine, maze, dots, x, y)
    while maze[x, y] != GOAL:  # 42
        machine.vsync()  # 44
        buttons = Buttons(machine.input.button(REPEATED))  # 44  B
        if buttons & Buttons.Y:  # 45
            break
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 46
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 47
        if (dx or dy) and maze[x + dx, y + dy] != WALL:  # 49
            picture = PICTURES[dx, dy]  # 50  K
            strides = [(2, (picture + 1,)), (2, (picture + 2,)), (1, (picture,))]
            machine.sprites.animate(0, "I", strides)  # 51
            x, y, steps = x + dx, y + dy, steps + 1  # 52
            machine.backgrounds.animate(0, "XY", [(-4, (x * 16, y * 16))])  # 53
            if sound:  # 54
                machine.sound.beep(28)  # 54
            draw_map(machine, maze, dots, x, y)
        elif sound and (dx or dy):  # 48
            machine.sound.beep(10)  # 48
    machine.vsync(5)  # 57  @END
    won = maze[x, y] == GOAL
    if sound and won:  # 58
        machine.sound.beep(81)  # 58
    machine.console.set_color(WHITE, BLACK)  # 59
    machine.console.print(f"{'ゴール!' if won else '終わり'} {steps}歩")  # 59  A$
    if won:  # 60
        machine.sprites.animate(0, "XY+", [(-8, (0, -6)), (-8, (0, 0))], 3)  # 60
        machine.vsync(50)  # 60


def draw_map(machine: Machine, maze: Maze, dots: int, x: int, y: int) -> None:  # 34-41  @DRAW
    """Show on the map what is near, and the player; a block is a square of `dots` pixels a side."""
    machine.display(1)  # 34
    near = [(i, j) for j in range(y - 2, y + 3) for i in range(x - 2, x + 3) if (i, j) in maze]  # 35-36
    colored = [(i, j, COLORS[maze[i, j]]) for i, j in near]
    for i, j, color in [*colored, (x, y, RED)]:
        machine.screen.fill(i * dots, j * dots, (i + 1) * dots - 1, (j + 1) * dots - 1, color)  # 37, 40
    machine.display(0)  # 41


if __name__ == "__main__":
    run_script(__file__)
