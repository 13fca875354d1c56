"""Kruskal's method step by step: the article's words for each wall, and what becomes of it.

`# 19` behind a line names the listing's line.  Kept: the leaders of sets, by which the rooms can be numbered.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script


def main(machine: Machine, *, width: int = 4, height: int = 4, leaders: int = 0) -> None:  # 4-5
    """Print numbered rooms, then tell of each wall and break those between sets of rooms."""
    if not (1 <= width <= 12 and 1 <= height <= 14):  # 6
        machine.console.print("M_W: 1 to 12, M_H: 1 to 14")  # 6
        return
    machine.reset()  # 7
    for _ in range(height):  # 8
        machine.console.print("+" + "---+" * width)  # 9
        machine.console.print("|" + "   |" * width)  # 10
    machine.console.print("+" + "---+" * width, end="")  # 12
    rooms = width * height  # 13  N
    shown = list(range(rooms))  # 15  SHOWN
    for room in shown:  # 15
        write(machine, room, room, width)  # 15
    walls = [(room, False) for x in range(width - 1) for room in range(x, rooms, width)]  # 17-19  WALL
    walls += [(room, True) for x in range(width) for room in range(x, rooms - width, width)]  # 20-22
    sets = DisjointSets(rooms)  # 26, 68-81  U, FIND, UNION
    for wall in shuffled(len(walls), machine.rng):  # 23-25, 27  K
        room, is_below = walls[wall]  # 28  I
        other = room + (width if is_below else 1)  # 30, 32  J
        is_broken = sets.union(room, other)  # 36
        for sentence in sentences(room, other, is_below, is_broken):
            machine.console.locate(0, height * 2 + 1)  # 50  TELL
            machine.console.print(f"{sentence:49}", end="")  # 51
            machine.vsync(40)  # 52
        if is_broken:  # 36
            y, x = divmod(room, width)  # 38
            machine.console.locate(*((x * 4 + 1, y * 2 + 2) if is_below else (x * 4 + 4, y * 2 + 1)))  # 39
            machine.console.print("   " if is_below else " ", end="")  # 39
        if leaders:  # 40
            for member in range(rooms):  # 63  SHOWSETS
                if sets.find(member) != shown[member]:  # 64
                    shown[member] = sets.find(member)  # 64
                    write(machine, member, shown[member], width)  # 64


def sentences(room: int, other: int, is_below: bool, is_broken: bool) -> list[str]:  # 29-44
    """Returns what the article says of the wall between two rooms."""
    looked_at = f"マス {room} から{'下' if is_below else '右'}の壁を壊すことを考える."  # 34
    pair = f"今は {room} と{'その下' if is_below else '右隣'}の {other} はつながってい"  # 35
    if is_broken:  # 36
        return [looked_at, pair + "ないので、実際にこの壁を壊す."]  # 37
    return [looked_at, pair + "る.", "よって、この壁は壊さない."]  # 42-43


def write(machine: Machine, room: int, number: int, width: int) -> None:  # 55-58  NUMBER
    """Write a number into a room."""
    y, x = divmod(room, width)
    machine.console.locate(x * 4 + 1, y * 2 + 1)  # 56
    machine.console.print(f"{number:3}", end="")  # 57


if __name__ == "__main__":
    run_script(__file__)
