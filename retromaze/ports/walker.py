"""A walker in a wall extension maze: right hand on the wall, remembering branches it did not take.

Technique: maze and walker come from the library, which spells them out in mazes/wall_extension.py and
mazes/walker.py; here they are drawn.  Where islands lead it in circles it goes on to where it has been least.
Changed: places are cell numbers.  Kept: every draw, and a frame for every step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.ports.mazes import Blocks, Walker, knock_holes, wall_extension_maze

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

LETTERS = "abc"


def main(machine: Machine, *, width: int = 37, height: int = 17, holes: int = 0) -> None:  # 6-7
    """Print the maze, set the targets and walk to them."""
    console, below = machine.console, machine.rng.below
    if not (5 <= width <= 50 and 5 <= height <= 28 and 0 <= holes <= 99):  # 8-9
        console.print("M_W: 5 to 50, M_H: 5 to 28, HOLES: 0 to 99")  # 10
        return
    machine.reset()  # 13
    maze = wall_extension_maze(width, height, rng=machine.rng)  # 8, 14-41
    walls = (maze.width - 3) // 2 * ((maze.height - 3) // 2)
    knock_holes(maze, min(holes, walls), rng=machine.rng)  # 43-50  HOLES
    for row in maze.rows():  # 54
        console.print(row)  # 53, 57, 59
    console.set_color(7)  # 62
    targets = []  # 61  TX, TY
    for letter in LETTERS:  # 63
        x = below(maze.width // 2) * 2 + 1  # 64
        y = below(maze.height // 2) * 2 + 1  # 65
        targets.append(y * maze.width + x)
        console.locate(x, y)  # 66
        console.print(letter, end="")  # 66
    steps = walk(machine, maze, targets)
    console.set_color(15)  # 97
    console.locate(0, maze.height)  # 98
    console.print(f"STEPS:{steps}")  # 98


def walk(machine: Machine, maze: Blocks, targets: list[int]) -> int:  # 68-96
    """Walk to the targets, a step a frame; returns how many steps it took."""
    walker = Walker(maze, maze.start)  # 68  X, Y, D
    steps = 0  # 70  STEPS
    for count, target in enumerate(targets):  # 71  T
        walker.visits = None  # 72  LOST, V
        limit = steps + 4 * len(maze.blocks)  # 73  LIMIT
        while walker.cell != target:  # 74
            if steps == limit:  # 75
                walker.lose()  # 78-80
            left = walker.cell
            walker.step()  # 82-87, 89  BRANCH, TURN, LEAST, FREE, DX, DY
            put(machine, maze.place(left), under(left, targets[count:]))  # 88
            steps += 1  # 90
            machine.console.set_color(3)  # 91
            put(machine, maze.place(walker.cell), "A>V<"[walker.heading])  # 92
            machine.console.set_color(7)  # 93
            machine.vsync()  # 94
    return steps


def under(cell: int, targets: list[int]) -> str:  # 102-108  UNDER$
    """What the walker stood on: the letter of a target not yet reached, or floor."""
    return LETTERS[targets.index(cell) - len(targets)] if cell in targets else " "


def put(machine: Machine, place: tuple[int, int], letter: str) -> None:
    """Print one character there."""
    machine.console.locate(*place)  # 88, 92
    machine.console.print(letter, end="")  # 88, 92
