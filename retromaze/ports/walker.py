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
    machine.reset()  # 9
    maze = wall_extension_maze(width, height, rng=machine.rng)  # 8, 10-37
    walls = (maze.width - 3) // 2 * ((maze.height - 3) // 2)
    knock_holes(maze, min(holes, walls), rng=machine.rng)  # 39-46  HOLES
    for row in maze.rows():  # 50
        console.print(row)  # 49, 53, 55
    console.set_color(7)  # 58
    targets = []  # 57  TX, TY
    for letter in LETTERS:  # 59
        x = below(maze.width // 2) * 2 + 1  # 60
        y = below(maze.height // 2) * 2 + 1  # 61
        targets.append(y * maze.width + x)
        console.locate(x, y)  # 62
        console.print(letter, end="")  # 62
    steps = walk(machine, maze, targets)
    console.set_color(15)  # 93
    console.locate(0, maze.height)  # 94
    console.print(f"STEPS:{steps}")  # 94


def walk(machine: Machine, maze: Blocks, targets: list[int]) -> int:  # 64-92
    """Walk to the targets, a step a frame; returns how many steps it took."""
    walker = Walker(maze, maze.start)  # 64  X, Y, D
    steps = 0  # 66  STEPS
    for count, target in enumerate(targets):  # 67  T
        walker.visits = None  # 68  LOST, V
        limit = steps + 4 * len(maze.blocks)  # 69  LIMIT
        while walker.cell != target:  # 70
            if steps == limit:  # 71
                walker.lose()  # 74-76
            left = walker.cell
            walker.step()  # 78-83, 85  BRANCH, TURN, LEAST, FREE, DX, DY
            put(machine, maze.place(left), under(left, targets[count:]))  # 84
            steps += 1  # 86
            machine.console.set_color(3)  # 87
            put(machine, maze.place(walker.cell), "A>V<"[walker.heading])  # 88
            machine.console.set_color(7)  # 89
            machine.vsync()  # 90
    return steps


def under(cell: int, targets: list[int]) -> str:  # 98-104  UNDER$
    """What the walker stood on: the letter of a target not yet reached, or floor."""
    return LETTERS[targets.index(cell) - len(targets)] if cell in targets else " "


def put(machine: Machine, place: tuple[int, int], letter: str) -> None:
    """Print one character there."""
    machine.console.locate(*place)  # 84, 88
    machine.console.print(letter, end="")  # 84, 88
