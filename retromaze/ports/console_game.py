"""The maze game on the console: X walks to G by words typed in.

Technique: each turn prints the board, asks for a word and moves X if no wall is in the way; the maze is made
by Kruskal's method, and breadth-first search finds the room farthest from the start where that is the goal.
Changed: the state of a game is one object, and places are room numbers.  Kept: the way the rooms know only of
their walls to the east and to the south.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from retromaze.ports.basic import ask_line

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
EAST, SOUTH = 1, 2


def main(machine: Machine, *, width: int = 8, height: int = 4, goal: int = 0) -> None:  # 6-7  M_W, M_H, GOAL
    """Play until X is at G or the player quits."""
    console = machine.console
    if not (2 <= width <= 12 and 2 <= height <= 12):  # 8
        console.print("M_W: 2 to 12, M_H: 2 to 12")  # 8
        return
    machine.reset()  # 9
    game = Game(machine, width, height, goal)
    game.generate()  # 14
    while True:  # 15
        game.show()  # 16
        console.print("プレイヤー(X)ヲ ドノホウコウニ ウゴカスカヲ ニュウリョク")  # 17
        console.print("シテクダサイ(up, down, left, right)")  # 18
        console.print("ゲームヲ シュウリョウスル バアイ、quit; スタートチテンニ モドル")  # 19
        console.print("バアイ reset; メイロヲ サイセイセイスル バアイ regenerate.")  # 20
        word = ask_line(machine, "|> ")  # 21  A$
        if word == "quit":  # 31
            return  # 32
        game.obey(word)
        if game.player == game.goal:  # 44
            game.show()  # 45
            console.print("ゲームクリア!")  # 46
            return  # 47


class Game:
    """The maze and where the player is; grid[room] is the sum of EAST and SOUTH where that way is open."""

    def __init__(self, machine: Machine, width: int, height: int, goal: int) -> None:
        self.machine = machine
        self.width, self.height = width, height
        self.player = 0  # 13  PX, PY
        self.goal = width * height - 1  # 13  GX, GY
        self.far_goal = bool(goal)

    def obey(self, word: str) -> None:  # 22-43
        """Do what the word says, or tell why not."""
        if word in MOVES:  # 23-29
            if not self.move(*MOVES[word]):  # 24-30  OK
                self.machine.console.print("ソチラニハ イドウデキマセン")  # 43
        elif word == "reset":  # 33
            self.player = 0  # 34
        elif word == "regenerate":  # 35
            self.generate()  # 36
            self.player = 0  # 37
        else:  # 38
            self.machine.console.print("ニュウリョクヲ ヨミトレマセンデシタ")  # 40

    def generate(self) -> None:  # 53-77  GENERATE
        """Make a maze: break all walls in random order that part two sets of rooms."""
        width, rooms = self.width, self.width * self.height
        self.grid = [0] * rooms  # 55
        leaders = [-1] * rooms  # 56  U
        edges = [room * 2 for x in range(width - 1) for room in range(x, rooms, width)]  # 57-60  EDGE
        edges += [room * 2 + 1 for x in range(width) for room in range(x, rooms - width, width)]  # 61-63
        for i in range(len(edges) - 1, -1, -1):  # 64
            p = self.machine.rng.below(i + 1)  # 65
            edges[p], edges[i] = edges[i], edges[p]  # 66
        for edge in edges:  # 68
            room, south = divmod(edge, 2)  # 69, 70
            if union(leaders, room, room + (width if south else 1)):  # 71, 73
                self.grid[room] |= SOUTH if south else EAST  # 71, 73
        if self.far_goal:  # 76
            self.farthest()  # 76

    def farthest(self) -> None:  # 81-96  FARTHEST
        """Put the goal into the room with the longest way from the start, the first of several."""
        steps = [-1] * len(self.grid)  # 83  DIST
        queue: deque[int] = deque()  # 12  QUE
        reach(steps, queue, 0, 0)  # 84
        while queue:  # 85
            room = queue.popleft()  # 86
            for neighbor in self.neighbors(room):
                reach(steps, queue, neighbor, steps[room] + 1)  # 87-90
        self.goal = steps.index(max(steps))  # 92-95  F

    def neighbors(self, room: int) -> list[int]:  # 87-90
        """The rooms one step away; the one to the left or above knows of the wall."""
        found = []
        if self.grid[room] & EAST:  # 87
            found.append(room + 1)
        if self.grid[room] & SOUTH:  # 88
            found.append(room + self.width)
        if room % self.width and self.grid[room - 1] & EAST:  # 89
            found.append(room - 1)
        if room >= self.width and self.grid[room - self.width] & SOUTH:  # 90
            found.append(room - self.width)
        return found

    def show(self) -> None:  # 121-143  SHOW
        """Print the board; X hides S and G."""
        marks = {self.goal: " G ", 0: " S ", self.player: " X "}  # 128-133
        self.machine.console.print("+" + "---+" * self.width)  # 123
        for top in range(0, len(self.grid), self.width):  # 124
            insides, floor = "|", "+"  # 125  A$, B$
            for room in range(top, top + self.width):  # 126-127
                insides += marks.get(room, "   ")  # 129-135
                insides += " " if self.grid[room] & EAST else "|"  # 137
                floor += "   +" if self.grid[room] & SOUTH else "---+"  # 138
            self.machine.console.print(insides)  # 140
            self.machine.console.print(floor)  # 141

    def move(self, dx: int, dy: int) -> bool:  # 146-154  MOVE
        """Move X if no wall is in the way; whether it moved."""
        y, x = divmod(self.player, self.width)
        if not (0 <= x + dx < self.width and 0 <= y + dy < self.height):  # 147-148
            return False
        to = self.player + dx + dy * self.width
        if not self.grid[min(to, self.player)] & (EAST if dx else SOUTH):  # 150-151
            return False
        self.player = to  # 152
        return True  # 153


def reach(steps: list[int], queue: deque[int], room: int, count: int) -> None:  # 99-103  REACH
    """Come to a room after so many steps; a new one waits its turn."""
    if steps[room] < 0:  # 100
        steps[room] = count  # 101
        queue.append(room)  # 102


def find(leaders: list[int], room: int) -> int:  # 105-109  FIND
    """The leader of the room's set; leaders[leader] is minus the number of its rooms."""
    if leaders[room] < 0:  # 106
        return room
    leaders[room] = find(leaders, leaders[room])  # 107
    return leaders[room]  # 108


def union(leaders: list[int], one: int, other: int) -> bool:  # 111-118  UNION
    """Join two sets; False if they are one already."""
    one, other = find(leaders, one), find(leaders, other)  # 112
    if one == other:  # 113
        return False
    if leaders[one] >= leaders[other]:  # 114
        one, other = other, one
    leaders[one] += leaders[other]  # 115
    leaders[other] = one  # 116
    return True  # 117


if __name__ == "__main__":
    from retromaze.ports.scripts.console_game import main as script

    raise SystemExit(script())
