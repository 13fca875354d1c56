"""The maze game on the console: X walks to G by words typed in.

Technique: the maze is the library's, spelled out in mazes/kruskal.py; each turn prints the board, asks for a
word and moves X if no wall is in the way.
Changed: places are room numbers.  Kept: an empty line repeats the word before, as INPUT keeps its variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retromaze.errors import Stopped
from retromaze.ports.mazes import Rooms, kruskal_maze

if TYPE_CHECKING:
    from retromaze.machine.machine import Machine

MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def main(machine: Machine, *, width: int = 8, height: int = 4) -> None:  # 6  M_W, M_H
    """Play until X is at G or the player quits."""
    if not (2 <= width <= 12 and 2 <= height <= 12):  # 7
        machine.console.print("M_W: 2 to 12, M_H: 2 to 12")  # 7
        return
    machine.reset()  # 8
    rooms = generate(machine, width, height)  # 11
    player, word = rooms.start, ""  # 12  PX, PY
    while True:  # 13
        show(machine, rooms, player)  # 14
        machine.console.print("up,down,left,right?")  # 15
        machine.console.print("quit,reset,regenerate?")  # 16
        word = ask(machine, "|> ", word)  # 17  A$
        if word == "quit":  # 27
            return
        player = obey(machine, rooms, player, word)  # 19-37
        if word == "regenerate":  # 31
            rooms = generate(machine, width, height)  # 32
        if player == rooms.goal:  # 38
            show(machine, rooms, player)  # 39
            machine.console.print("ゲームクリア! / you made it")  # 40
            return


def obey(machine: Machine, rooms: Rooms, player: int, word: str) -> int:  # 18-37
    """Where the player is after this word."""
    if word in MOVES:  # 19-26
        to = move(rooms, player, *MOVES[word])  # OK
        if to == player:  # 37
            machine.console.print("ソチラニハ イケマセン / a wall")  # 37
        return to
    if word not in ("reset", "regenerate"):  # 29, 31
        machine.console.print("ヨミトレマセンデシタ / what?")  # 35
        return player
    return rooms.start  # 30, 33


def generate(machine: Machine, width: int, height: int) -> Rooms:  # 47-85  GENERATE, FIND, UNION
    """Another maze."""
    return kruskal_maze(width, height, rng=machine.rng)


def show(machine: Machine, rooms: Rooms, player: int) -> None:  # 88-110  SHOW
    """Print the board; X hides S and G."""
    for line in rooms.text({rooms.start: "S", rooms.goal: "G"} | {player: "X"}).splitlines():
        machine.console.print(line)  # 90, 107, 108


def move(rooms: Rooms, player: int, dx: int, dy: int) -> int:  # 113-121  MOVE
    """The room in that direction, or the player's own if a wall or the edge is in the way."""
    to = player + dx + dy * rooms.width
    return to if to in rooms.neighbors(player) else player


def ask(machine: Machine, guide: str, before: str) -> str:  # 17
    """What INPUT leaves in its variable: the text up to a comma, or what was there if the line is empty."""
    machine.console.print(guide, end="")  # 17
    line = machine.input.line(guide)
    if line is None:
        raise Stopped("the game waits for a word and nobody is there to type it")
    machine.console.print(line)  # 17
    return line.split(",")[0] if line else before
