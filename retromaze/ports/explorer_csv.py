"""Exploring a maze that is read from TXT:MAZE, the CSV that sticks_csv writes.

maze[x, y] is the color of a block.  `# 19` behind a line names the listing's line.
Kept: that a button held down repeats, and that whatever VAL takes for another number than 0 is a wall.
"""

from retromaze.machine.input import REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

SILVER, MAROON, LIME, RED = 0xFFC0C0C0, 0xFF800000, 0xFF00F800, 0xFFF80000  # 16  C: floor, wall, goal, player

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
    for y in range(size):  # 17
        for x in range(size):  # 18
            maze[x, y] = MAROON if text[y * pitch + x * 2] in "123456789" else SILVER  # 19
    if maze[size - 2, size - 2] == SILVER:  # 22
        maze[size - 2, size - 2] = LIME  # 22
    machine.display(1)  # 24
    for row, line in (1, "十字:歩く"), (3, "Y:やめる"):
        machine.console.locate(31, row)  # 25-28
        machine.console.print(line)  # 25-28
    machine.display(0)  # 29
    walk(machine, maze, 240 // size, sound)  # 23  S


def walk(machine: Machine, maze: Maze, dots: int, sound: int) -> None:  # 30-31, 49-66
    """Go as the buttons say until the goal is reached or Y is pressed."""
    x, y, steps = 1, 1, 0  # 30-31  PX, PY, STEPS
    draw(machine, maze, dots, x, y)
    while maze[x, y] != LIME:  # 49
        machine.vsync()  # 51  @WAIT
        buttons = Buttons(machine.input.button(REPEATED))  # 52  B
        if buttons & Buttons.Y:  # 53
            break
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 54
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 55
        block = maze.get((x + dx, y + dy)) if dx or dy else None  # 57
        if block and sound:  # 58, 62
            machine.sound.beep(10 if block == MAROON else 28)  # 58, 62
        if block in (SILVER, LIME):  # 57, 59
            x, y, steps = x + dx, y + dy, steps + 1  # 60-61
            draw(machine, maze, dots, x, y)
    if sound and maze[x, y] == LIME:  # 65
        machine.sound.beep(81)  # 65
    machine.console.set_color(15, 1)  # 66  @END
    machine.console.print(f"{'ゴール!' if maze[x, y] == LIME else '終わり'} {steps}歩")  # 66  A$


def draw(machine: Machine, maze: Maze, dots: int, x: int, y: int) -> None:  # 32-48  @DRAW
    """Show 25 x 15 blocks, the player in the middle, and on the map what is near."""
    machine.screen.clear()  # 33
    for i, j in around(maze, x, y, 12, 7):  # 34-35
        left, top = 192 + (i - x) * 16, 112 + (j - y) * 16  # 36-37  L, T
        machine.screen.fill(left, top, left + 15, top + 15, maze[i, j])  # 38
    machine.screen.fill(196, 116, 203, 123, RED)  # 41
    machine.display(1)  # 42
    for i, j in around(maze, x, y, 2, 2):  # 43-44
        machine.screen.fill(i * dots, j * dots, (i + 1) * dots - 1, (j + 1) * dots - 1, maze[i, j])  # 45
    machine.display(0)  # 48


def around(maze: Maze, x: int, y: int, dx: int, dy: int) -> list[tuple[int, int]]:  # 34-35, 43-44
    """The places of the maze up to dx and dy away, row by row."""
    return [(i, j) for j in range(y - dy, y + dy + 1) for i in range(x - dx, x + dx + 1) if (i, j) in maze]


if __name__ == "__main__":
    run_script(__file__)
