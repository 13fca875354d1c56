"""Exploring a binary tree: a view of 13 x 9 rooms scrolls with the player, and A shows the way to the goal.

rooms[x, y] is the sum of a room's walls.  As each room keeps one of two, the way back from the goal is never
in doubt.  `# 19` behind a line names the listing's line.  Kept: that a button held down repeats.
"""

from retromaze.machine.input import PRESSED, REPEATED, Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

SILVER, MAROON, LIME, RED, YELLOW = 0xFFC0C0C0, 0xFF800000, 0xFF00F800, 0xFFF80000, 0xFFF8F800
BLACK, WHITE = 1, 15
WEST, NORTH, BOTH = 1, 2, 3
Place = tuple[int, int]
Rooms = dict[Place, int]


def main(machine: Machine, *, width: int = 24, height: int = 15) -> None:  # 4  M_W, M_H
    """Walk until the goal is reached or Y is pressed."""
    if not (2 <= width <= 199 and 2 <= height <= 119):  # 5
        machine.console.print("M_W: 2 to 199, M_H: 2 to 119")  # 5
        return
    machine.reset()  # 6
    rooms, goal = grow(machine, width, height), (width, height)
    machine.console.set_color(WHITE, BLACK)  # 26
    machine.console.print("十字ボタン:歩く  A:道を見る  Y:やめる")  # 27
    x, y, steps, signs = 1, 1, 0, set[Place]()  # 28-29  PX, PY, STEPS, SHOW
    draw(machine, rooms, goal, signs, x, y)
    while (x, y) != goal:  # 46
        machine.vsync()  # 48  @WAIT
        buttons = Buttons(machine.input.button(REPEATED))  # 49  B
        if buttons & Buttons.Y:  # 50
            break
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 52
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 53-54
        knowing = max(x, x + dx), max(y, y + dy)  # 57
        if machine.input.button(PRESSED) & Buttons.A:  # 51
            signs = set() if signs else way_back(rooms, *goal)  # 51
            draw(machine, rooms, goal, signs, x, y)
        elif (dx or dy) and not rooms.get(knowing, BOTH) & (WEST if dx else NORTH):  # 55, 57
            x, y, steps = x + dx, y + dy, steps + 1  # 58-59
            draw(machine, rooms, goal, signs, x, y)
    won = f"ゴール! {steps}歩 最短 {width + height - 2}歩"  # 46
    machine.console.print(won if (x, y) == goal else f"終わり {steps}歩")  # 46, 50


def grow(machine: Machine, width: int, height: int) -> Rooms:  # 7-18
    """Let each room keep its north or its west wall, and those at the edge whatever they need."""
    rooms = {}  # 7  R
    for y in range(1, height + 1):  # 10
        for x in range(1, width + 1):  # 11
            rooms[x, y] = WEST * (x == 1) + NORTH * (y == 1) or NORTH - machine.rng.below(2)  # 12-15
    return rooms


def way_back(rooms: Rooms, x: int, y: int) -> set[Place]:  # 19-25
    """The rooms from the goal to the start: only one of west and north is open."""
    way = set()  # 7  WAY
    while (x, y) in rooms:  # 22
        way.add((x, y))  # 23
        x, y = (x, y - 1) if rooms[x, y] & WEST else (x - 1, y)  # 24
    return way


def draw(machine: Machine, rooms: Rooms, goal: Place, signs: set[Place], x: int, y: int) -> None:  # 30-45
    """Show 13 x 9 rooms, the player in the middle: floor, pillar, walls and the signs of the way."""
    machine.screen.clear()  # 31  @DRAW
    for j in range(max(y - 4, 1), min(y + 4, goal[1]) + 1):  # 32
        for i in range(max(x - 6, 1), min(x + 6, goal[0]) + 1):  # 33
            left, top = 184 + (i - x) * 32, 104 + (j - y) * 32  # 34-35  L, T
            machine.screen.fill(left, top, left + 31, top + 31, LIME if (i, j) == goal else SILVER)  # 36-38
            for wall, right, bottom in (0, 2, 2), (WEST, 2, 31), (NORTH, 31, 2):
                if rooms[i, j] & wall == wall:  # 40-41
                    machine.screen.fill(left, top, left + right, top + bottom, MAROON)  # 39-41
            if (i, j) in signs:  # 42
                machine.screen.fill(left + 12, top + 12, left + 21, top + 21, YELLOW)  # 42
    machine.screen.fill(194, 114, 205, 125, RED)  # 45


if __name__ == "__main__":
    run_script(__file__)
