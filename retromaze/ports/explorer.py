"""Exploring a big maze: the view scrolls with the player, and the lower screen keeps a map.

maze[x, y] is the color of a block.  `# 19` behind a line names the listing's line.
Kept: a draw even where a stick can fall to one side only, and that a button held down repeats.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

SILVER, MAROON, LIME, RED = 0xFFC0C0C0, 0xFF800000, 0xFF00F800, 0xFFF80000  # 10  C: floor, wall, goal, player
BLACK, WHITE = 1, 15
UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)

Maze = dict[tuple[int, int], int]


def main(machine: Machine, *, size: int = 55, sound: int = 0) -> None:  # 5  N, SOUND
    """Make a maze, tell how to walk and let the player walk."""
    if not (5 <= size <= 79 and size % 2):  # 6
        machine.console.print("N: 5 to 79, odd")  # 6
        return
    machine.reset()  # 7
    machine.set_mode(2)  # 8
    maze = sticks(machine, size)
    machine.display(1)  # 27
    for row, text in (1, "十字:歩く"), (3, "Y:やめる"):
        machine.console.locate(31, row)  # 28-28
        machine.console.print(text)  # 28-28
    machine.display(0)  # 29
    walk(machine, maze, 240 // size, sound)  # 26  S


def sticks(machine: Machine, size: int) -> Maze:  # 9-26
    """A maze of sticks that fall on floor, and upwards in the first row only."""
    last, edge = size - 1, {0, size - 1}
    maze = {(x, y): MAROON if {x, y} & edge else SILVER for x in range(size) for y in range(size)}  # 12-14  M
    for y in range(2, last, 2):  # 15
        for x in range(2, last, 2):  # 16
            maze[x, y] = MAROON  # 17
            sides = (UP, DOWN, LEFT, RIGHT) if y == 2 else (DOWN, LEFT, RIGHT)  # 18
            free = [(x + dx, y + dy) for dx, dy in sides if maze[x + dx, y + dy] == SILVER]  # 18-21  DIR, K
            maze[free[machine.rng.below(len(free))]] = MAROON  # 22-23  D
    maze[last - 1, last - 1] = LIME  # 26
    return maze


def walk(machine: Machine, maze: Maze, dots: int, sound: int) -> None:  # 30, 47-60
    """Go as the buttons say until the goal is reached or Y is pressed."""
    x, y, steps = 1, 1, 0  # 30  PX, PY, STEPS
    draw(machine, maze, dots, x, y)
    while maze[x, y] != LIME:  # 47
        machine.vsync()  # 49
        buttons = Buttons(machine.input.button(REPEATED))  # 49  B
        if buttons & Buttons.Y:  # 50
            break
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 51
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 52
        if (dx or dy) and maze[x + dx, y + dy] != MAROON:  # 54
            x, y, steps = x + dx, y + dy, steps + 1  # 55
            if sound:  # 56
                machine.sound.beep(28)  # 56
            draw(machine, maze, dots, x, y)
        elif sound and (dx or dy):  # 53
            machine.sound.beep(10)  # 53
    if sound and maze[x, y] == LIME:  # 59
        machine.sound.beep(81)  # 59
    machine.console.set_color(WHITE, BLACK)  # 60  @END
    machine.console.print(f"{'ゴール!' if maze[x, y] == LIME else '終わり'} {steps}歩")  # 60  A$


def draw(machine: Machine, maze: Maze, dots: int, x: int, y: int) -> None:  # 31-46  @DRAW
    """Show 25 x 15 blocks, the player in the middle, and on the map what is near."""
    machine.screen.clear()  # 32
    for i, j in around(maze, x, y, 12, 7):  # 33-34
        left, top = 192 + (i - x) * 16, 112 + (j - y) * 16  # 35  L, T
        machine.screen.fill(left, top, left + 15, top + 15, maze[i, j])  # 36
    machine.screen.fill(196, 116, 203, 123, RED)  # 39
    machine.display(1)  # 40
    for i, j in around(maze, x, y, 2, 2):  # 41-42
        machine.screen.fill(i * dots, j * dots, (i + 1) * dots - 1, (j + 1) * dots - 1, maze[i, j])  # 43
    machine.display(0)  # 46


def around(maze: Maze, x: int, y: int, dx: int, dy: int) -> list[tuple[int, int]]:  # 33-34, 41-42
    """The places of the maze up to dx and dy away, row by row."""
    return [(i, j) for j in range(y - dy, y + dy + 1) for i in range(x - dx, x + dx + 1) if (i, j) in maze]


if __name__ == "__main__":
    run_script(__file__)
