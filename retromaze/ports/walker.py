"""The right-hand walker of the article: to a, b and c, with the ways in mind that it did not take.

Technique: right, else ahead, else left; the next free way is remembered and taken on coming back.
`# 19` behind a line names the listing's line.  Changed: the walker looks at the maze and not at the screen.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.mazes import Xorshift128, wall_extension_maze
from retromaze.ports.scripts import run_script

HEYA = wall_extension_maze(37, 17, rng=Xorshift128()).rows()  # 43-59  what the article printed there
TARGETS = {(1, 4): "a", (9, 5): "b", (15, 1): "c"}  # 60
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
RED, WHITE = 3, 15

Place = tuple[int, int]


def main(machine: Machine) -> None:
    """Show the maze and its targets, and walk to them."""
    machine.reset()  # 3
    for row in HEYA:  # 5
        machine.console.print(row)  # 5
    walker = Walker(machine)
    for place, letter in TARGETS.items():  # 6
        walker.put(place, letter)  # 7
    walker.show()  # 10
    for target in TARGETS:  # 11
        walker.walk_to(target)
    machine.console.locate(0, len(HEYA))  # 21


class Walker:
    """Who walks: place, heading (0 up, 1 right, 2 down, 3 left), letters to come, branches not taken."""

    def __init__(self, machine: Machine) -> None:  # 4, 9
        self.machine, self.place, self.heading, self.letters = machine, (1, 1), 0, dict(TARGETS)  # 9
        self.branches: list[tuple[Place, int]] = []  # 4  B

    def walk_to(self, target: Place) -> None:  # 12-19
        """Take steps until one leads there."""
        while target in self.letters:  # 12, 18
            self.turn()  # 13
            self.put(self.place, self.letters.get(self.place, " "))  # 14
            self.place = self.ahead(self.heading) or self.place  # 15-16
            self.show()  # 17
            if self.place == target:  # 18
                del self.letters[target]  # 19

    def turn(self) -> None:  # 28-42  @TURN
        """To the branch last remembered here, unless it lies behind; if there is none, by the right hand."""
        for i, (place, heading) in reversed([*enumerate(self.branches)]):  # 29
            if place == self.place:  # 30
                del self.branches[i]  # 31
                if heading != (self.heading + 2) % 4:  # 32
                    self.heading = heading  # 32
                return  # 33
        turned = [(self.heading + turn) % 4 for turn in (1, 0, -1)]  # 37-38
        free = [heading for heading in turned if self.ahead(heading)]  # 38  DIR
        if len(free) > 1:  # 40
            self.branches.append((self.place, free[1]))  # 40
        self.heading = free[0] if free else turned[-1]  # 41

    def ahead(self, heading: int) -> Place | None:  # 25-27  @LOOK
        """Returns the place beside, if it is free."""
        (x, y), (dx, dy) = self.place, STEPS[heading]
        return None if HEYA[y + dy][x + dx] in "#+-|" else (x + dx, y + dy)  # 26-27

    def show(self) -> None:  # 22-24  @SHOW
        """Show the arrow for a tenth of a second."""
        self.machine.console.set_color(RED)  # 23
        self.put(self.place, "A>V<"[self.heading])  # 23
        self.machine.console.set_color(WHITE)  # 24
        self.machine.vsync(6)  # 24

    def put(self, place: Place, letter: str) -> None:
        self.machine.console.locate(*place)  # 7, 14, 23
        self.machine.console.print(letter, end="")  # 7, 14, 23


if __name__ == "__main__":
    run_script(__file__)
