"""The maze game on the console whose goal is the room with the longest way from the start.

Kruskal's method makes the maze, a search in breadth finds the goal; doors[room] are the rooms one step away.
`# 19` behind a line names the listing's line.  Kept: the order of the walls before the shuffle, and a draw
for its last place.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.basic import ask_line
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script

QUESTION = (
    "プレイヤー(X) をどの方向に動かすかを入力してください",  # 59
    "(up, down, left, right)",  # 60
    "ゲームを終了する場合、quit; スタート地点に戻る場合 reset;",  # 61
    "迷路を再生成する場合 regenerate.",  # 62
)


def main(machine: Machine, *, width: int = 8, height: int = 4) -> None:  # 5  M_W, M_H
    """Play until X is at G or the player quits."""
    if not (2 <= width <= 12 and 2 <= height <= 12):  # 6
        machine.console.print("M_W: 2 to 12, M_H: 2 to 12")  # 6
        return
    machine.reset()  # 7
    steps = {"up": -width, "down": width, "left": -1, "right": 1}  # 65-68  V
    doors, player = generate(machine, width, height), 0  # 10, 43  P
    goal = farthest(doors)
    while True:  # 44  @LOOP
        show(machine, doors, width, player, goal)
        if player == goal:  # 58
            machine.console.print("ゲームクリア!")  # 58
            return
        for line in QUESTION:
            machine.console.print(line)  # 59-62
        word = ask_line(machine, "|> ")  # 63  A$
        if word == "quit":  # 69
            return
        if word == "reset":  # 70
            player = 0  # 43  @RESET
        elif word == "regenerate":  # 71
            doors, player = generate(machine, width, height), 0  # 10, 43  @REGENERATE
            goal = farthest(doors)
        elif word not in steps:  # 72
            machine.console.print("入力を読み取れませんでした")  # 72
        elif player + steps[word] in doors[player]:  # 74  @MOVE
            player += steps[word]  # 74
        else:
            machine.console.print("そちらには移動できません")  # 75


def generate(machine: Machine, width: int, height: int) -> list[set[int]]:  # 11-28
    """Break each wall, in random order, that parts two sets of rooms."""
    rooms = width * height  # 9  N
    edges = [(room, room + 1) for x in range(width - 1) for room in range(x, rooms, width)]  # 12-14  EDGE
    edges += [(room, room + width) for x in range(width) for room in range(x, rooms - width, width)]  # 15-17
    sets, doors = DisjointSets(rooms), [set[int]() for _ in range(rooms)]  # 9, 11  U, GRID
    for edge in shuffled(len(edges), machine.rng):  # 18-21  K
        room, beyond = edges[edge]  # 22, 24  I
        if sets.union(room, beyond):  # 23-27  S, T
            doors[room].add(beyond)  # 27
            doors[beyond].add(room)
    return doors


def farthest(doors: list[set[int]]) -> int:  # 29-41
    """Returns the room with the longest way from the start, the first of several."""
    steps = {0: 0}  # 30  DIST
    queue = [0]  # 30  QUE
    for room in queue:  # 31-32
        for other in doors[room] - steps.keys():  # 33-36  @REACH
            steps[other] = steps[room] + 1  # 78
            queue.append(other)  # 78-79
    return max(range(len(doors)), key=steps.__getitem__)  # 38-41  G


def show(machine: Machine, doors: list[set[int]], width: int, player: int, goal: int) -> None:  # 45-57
    """Print the board; X hides S and G."""
    marks = {goal: "G", 0: "S", player: "X"}  # 50-52  C$
    machine.console.print("+" + "---+" * width)  # 45
    for top in range(0, len(doors), width):  # 46
        line, floor = "|", "+"  # 47  L$, S$
        for room in range(top, top + width):  # 48
            line += f" {marks.get(room, ' ')} {' ' if room + 1 in doors[room] else '|'}"  # 53
            floor += "   +" if room + width in doors[room] else "---+"  # 54
        machine.console.print(line)  # 56
        machine.console.print(floor)  # 56


if __name__ == "__main__":
    run_script(__file__)
