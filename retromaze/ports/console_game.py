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
    machine.reset()  # 7
    rooms = generate(machine, width, height)  # 10
    player, word = rooms.start, ""  # 11  PX, PY
    while True:  # 12
        show(machine, rooms, player)  # 13
        machine.console.print("up,down,left,right?")  # 14
        machine.console.print("quit,reset,regenerate?")  # 15
        word = ask(machine, "|> ", word)  # 16  A$
        if word == "quit":  # 26
            return
        player = obey(machine, rooms, player, word)  # 18-36
        if word == "regenerate":  # 30
            rooms = generate(machine, width, height)  # 31
        if player == rooms.goal:  # 37
            show(machine, rooms, player)  # 38
            machine.console.print("ゲームクリア! / you made it")  # 39
            return


def obey(machine: Machine, rooms: Rooms, player: int, word: str) -> int:  # 17-36
    """Where the player is after this word."""
    if word in MOVES:  # 18-25
        to = move(rooms, player, *MOVES[word])  # OK
        if to == player:  # 36
            machine.console.print("ソチラニハ イケマセン / a wall")  # 36
        return to
    if word not in ("reset", "regenerate"):  # 28, 30
        machine.console.print("ヨミトレマセンデシタ / what?")  # 34
        return player
    return rooms.start  # 29, 32


def generate(machine: Machine, width: int, height: int) -> Rooms:  # 46-84  GENERATE, FIND, UNION
    """Another maze."""
    return kruskal_maze(width, height, rng=machine.rng)


def show(machine: Machine, rooms: Rooms, player: int) -> None:  # 87-109  SHOW
    """Print the board; X hides S and G."""
    for line in rooms.text({rooms.start: "S", rooms.goal: "G"} | {player: "X"}).splitlines():
        machine.console.print(line)  # 89, 106, 107


def move(rooms: Rooms, player: int, dx: int, dy: int) -> int:  # 112-120  MOVE
    """The room in that direction, or the player's own if a wall or the edge is in the way."""
    to = player + dx + dy * rooms.width
    return to if to in rooms.neighbors(player) else player


def ask(machine: Machine, guide: str, before: str) -> str:  # 16
    """What INPUT leaves in its variable: the text up to a comma, or what was there if the line is empty."""
    machine.console.print(guide, end="")  # 16
    line = machine.input.line(guide)
    if line is None:
        raise Stopped("the game waits for a word and nobody is there to type it")
    machine.console.print(line)  # 16
    return line.split(",")[0] if line else before
