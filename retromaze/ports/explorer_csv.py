"""Exploring a maze that is read from TXT:MAZE, the CSV that sticks_csv writes.

maze[x, y] is the color of a block.  `# 19` behind a line names the listing's line.
Kept: that a button held down repeats, and that whatever VAL takes for another number than 0 is a wall.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

SILVER, MAROON, LIME, RED = 0xFFC0C0C0, 0xFF800000, 0xFF00F800, 0xFFF80000  # 15  C: floor, wall, goal, player
BLACK, WHITE = 1, 15

Maze = dict[tuple[int, int], int]


def main(machine: Machine) -> None:
    """Read a maze, tell how to walk and let the player walk."""
    machine.reset()  # 6
    machine.set_mode(2)  # 7
    if not machine.storage.exists("TXT", "MAZE"):  # 8
        machine.console.print("TXT:MAZEがありません none there")  # 8
        return
    text = machine.storage.read_text("MAZE")  # 9  C$
    pitch = text.find("\n") + 1  # 10  W
    size = pitch // 2  # 11  N
    if not (5 <= size <= 79 and size % 2):  # 12
        machine.console.print("N: 5 to 79, odd")  # 12
        return
    if len(text) < pitch * (size - 1) + 2 * size - 1:  # 13
        machine.console.print("TXT:MAZEが短すぎます too short")  # 13
        return
    maze = {}  # 14  M
    for y in range(size):  # 16
        for x in range(size):  # 17
            maze[x, y] = MAROON if text[y * pitch + x * 2] in "123456789" else SILVER  # 18
    if maze[size - 2, size - 2] == SILVER:  # 21
        maze[size - 2, size - 2] = LIME  # 21
    machine.display(1)  # 23
    for row, line in (1, "十字:歩く"), (3, "Y:やめる"):
        machine.console.locate(31, row)  # 24-27
        machine.console.print(line)  # 24-27
    machine.display(0)  # 28
    walk(machine, maze, 240 // size)  # 22  S


def walk(machine: Machine, maze: Maze, dots: int) -> None:  # 29-30, 48-62
    """Go as the buttons say until the goal is reached or Y is pressed."""
    x, y, steps = 1, 1, 0  # 29-30  PX, PY, STEPS
    draw(machine, maze, dots, x, y)
    while maze[x, y] != LIME:  # 48
        machine.vsync()  # 50  @WAIT
        buttons = Buttons(machine.input.button(REPEATED))  # 51  B
        if buttons & Buttons.Y:  # 52
            break
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 53
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 54
        if (dx or dy) and maze.get((x + dx, y + dy), MAROON) != MAROON:  # 56-57
            x, y, steps = x + dx, y + dy, steps + 1  # 58-59
            draw(machine, maze, dots, x, y)
    machine.console.set_color(WHITE, BLACK)  # 62  @END
    machine.console.print(f"{'ゴール!' if maze[x, y] == LIME else '終わり'} {steps}歩")  # 62  A$


def draw(machine: Machine, maze: Maze, dots: int, x: int, y: int) -> None:  # 31-47  @DRAW
    """Show 25 x 15 blocks, the player in the middle, and on the map what is near."""
    machine.screen.clear()  # 32
    for i, j in around(maze, x, y, 12, 7):  # 33-34
        left, top = 192 + (i - x) * 16, 112 + (j - y) * 16  # 35-36  L, T
        machine.screen.fill(left, top, left + 15, top + 15, maze[i, j])  # 37
    machine.screen.fill(196, 116, 203, 123, RED)  # 40
    machine.display(1)  # 41
    for i, j in around(maze, x, y, 2, 2):  # 42-43
        machine.screen.fill(i * dots, j * dots, (i + 1) * dots - 1, (j + 1) * dots - 1, maze[i, j])  # 44
    machine.display(0)  # 47


def around(maze: Maze, x: int, y: int, dx: int, dy: int) -> list[tuple[int, int]]:  # 33-34, 42-43
    """The places of the maze up to dx and dy away, row by row."""
    return [(i, j) for j in range(y - dy, y + dy + 1) for i in range(x - dx, x + dx + 1) if (i, j) in maze]


if __name__ == "__main__":
    run_script(__file__)
