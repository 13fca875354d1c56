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


def main(
    machine: Machine, *, width: int = 24, height: int = 15, sound: int = 0
) -> None:  # 4  M_W, M_H, SOUND
    """Walk until the goal is reached or Y is pressed."""
    if not (2 <= width <= 199 and 2 <= height <= 119):  # 5
        machine.console.print("M_W: 2 to 199, M_H: 2 to 119")  # 5
        return
    machine.reset()  # 6
    rooms, goal = grow(machine, width, height), (width, height)
    machine.console.set_color(WHITE, BLACK)  # 26
    machine.console.print("十字ボタン:歩く  A:道を見る  Y:やめる")  # 27
    x, y, steps, signs = 1, 1, 0, set[Place]()  # 28  PX, PY, STEPS, SHOW
    draw(machine, rooms, goal, signs, x, y)
    while (x, y) != goal:  # 45
        machine.vsync()  # 47  @WAIT
        buttons = Buttons(machine.input.button(REPEATED))  # 48  B
        if buttons & Buttons.Y:  # 49
            break
        dx = bool(buttons & Buttons.RIGHT) - bool(buttons & Buttons.LEFT)  # 51
        dy = 0 if dx else bool(buttons & Buttons.DOWN) - bool(buttons & Buttons.UP)  # 51-52
        knowing = max(x, x + dx), max(y, y + dy)  # 55
        if machine.input.button(PRESSED) & Buttons.A:  # 50
            signs = set() if signs else way_back(rooms, *goal)  # 50
            draw(machine, rooms, goal, signs, x, y)
        elif (dx or dy) and rooms.get(knowing, BOTH) & (WEST if dx else NORTH):  # 53, 55, 57
            if sound:  # 56
                machine.sound.beep(10)  # 56
        elif dx or dy:  # 53
            x, y, steps = x + dx, y + dy, steps + 1  # 58
            if sound:  # 59
                machine.sound.beep(28)  # 59
            draw(machine, rooms, goal, signs, x, y)
    if sound and (x, y) == goal:  # 44
        machine.sound.beep(81)  # 44
    won = f"ゴール! {steps}歩 最短 {width + height - 2}歩"  # 45
    machine.console.print(won if (x, y) == goal else f"終わり {steps}歩")  # 45, 49


def grow(machine: Machine, width: int, height: int) -> Rooms:  # 7-18
    """Let each room keep its north or its west wall, and those at the edge whatever they need."""
    rooms = {}  # 7  R
    for y in range(1, height + 1):  # 10
        for x in range(1, width + 1):  # 11
            rooms[x, y] = WEST * (x == 1) + NORTH * (y == 1) or NORTH - machine.rng.below(2)  # 12-15
    return rooms


def way_back(rooms: Rooms, x: int, y: int) -> set[Place]:  # 19-25
    """Returns the rooms from the goal to the start: only one of west and north is open."""
    way = set()  # 7  WAY
    while (x, y) in rooms:  # 22
        way.add((x, y))  # 23
        x, y = (x, y - 1) if rooms[x, y] & WEST else (x - 1, y)  # 24
    return way


def draw(machine: Machine, rooms: Rooms, goal: Place, signs: set[Place], x: int, y: int) -> None:  # 29-43
    """Show 13 x 9 rooms, the player in the middle: floor, pillar, walls and the signs of the way."""
    machine.screen.clear()  # 30  @DRAW
    for j in range(max(y - 4, 1), min(y + 4, goal[1]) + 1):  # 31
        for i in range(max(x - 6, 1), min(x + 6, goal[0]) + 1):  # 32
            left, top = 184 + (i - x) * 32, 104 + (j - y) * 32  # 33-33  L, T
            machine.screen.fill(left, top, left + 31, top + 31, LIME if (i, j) == goal else SILVER)  # 34-36
            for wall, right, bottom in (0, 2, 2), (WEST, 2, 31), (NORTH, 31, 2):
                if rooms[i, j] & wall == wall:  # 38-39
                    machine.screen.fill(left, top, left + right, top + bottom, MAROON)  # 37-39
            if (i, j) in signs:  # 40
                machine.screen.fill(left + 12, top + 12, left + 21, top + 21, YELLOW)  # 40
    machine.screen.fill(194, 114, 205, 125, RED)  # 43


if __name__ == "__main__":
    run_script(__file__)
