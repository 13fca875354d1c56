"""The maze game on the console: X walks to G by words that are typed in.

The maze is made by Kruskal's method; doors[room] are the rooms one step away.  `# 19` behind a line names the
listing's line.  Kept: the order of the walls before the shuffle, and a draw for its last place.
"""

from retromaze.machine.machine import Machine
from retromaze.ports.basic import ask_line
from retromaze.ports.mazes import DisjointSets, shuffled
from retromaze.ports.scripts import run_script

QUESTION = (
    "プレイヤー(X) をどの方向に動かすかを入力してください",  # 44
    "(up, down, left, right)",  # 44
    "ゲームを終了する場合、quit; スタート地点に戻る場合 reset;",  # 45
    "迷路を再生成する場合 regenerate.",  # 46
)


def main(machine: Machine, *, width: int = 8, height: int = 4, sound: int = 0) -> None:  # 4  M_W, M_H, SOUND
    """Play until X is at G or the player quits."""
    if not (2 <= width <= 12 and 2 <= height <= 12):  # 5
        machine.console.print("M_W: 2 to 12, M_H: 2 to 12")  # 5
        return
    machine.reset()  # 6
    steps = {"up": -width, "down": width, "left": -1, "right": 1}  # 49-52  V
    doors, player = generate(machine, width, height), 0  # 8, 28  P
    while True:  # 29  @LOOP
        show(machine, doors, width, player)
        if player == len(doors) - 1:  # 43
            if sound:  # 42
                machine.sound.beep(81)  # 42
            machine.console.print("ゲームクリア!")  # 43
            return
        for line in QUESTION:
            machine.console.print(line)  # 44-46
        word = ask_line(machine, "|> ")  # 47  A$
        if word == "quit":  # 53
            return
        if word == "reset":  # 54
            player = 0  # 28  @RESET
        elif word == "regenerate":  # 55
            doors, player = generate(machine, width, height), 0  # 8, 28  @REGENERATE
        elif word not in steps:  # 56
            machine.console.print("入力を読み取れませんでした")  # 56
        else:
            walked = player + steps[word] in doors[player]  # 58  @MOVE
            player += steps[word] * walked  # 58
            if not walked:  # 58
                machine.console.print("そちらには移動できません")  # 58
            if sound:  # 59
                machine.sound.beep(28 if walked else 10)  # 59  S


def generate(machine: Machine, width: int, height: int) -> list[set[int]]:  # 9-26
    """Break each wall, in random order, that parts two sets of rooms."""
    rooms = width * height  # 7  N
    edges = [(room, room + 1) for x in range(width - 1) for room in range(x, rooms, width)]  # 10-12  EDGE
    edges += [(room, room + width) for x in range(width) for room in range(x, rooms - width, width)]  # 13-15
    sets, doors = DisjointSets(rooms), [set[int]() for _ in range(rooms)]  # 7, 9  U, GRID
    for edge in shuffled(len(edges), machine.rng):  # 16-19  K
        room, beyond = edges[edge]  # 20, 22  I
        if sets.union(room, beyond):  # 21-25  S, T
            doors[room].add(beyond)  # 25
            doors[beyond].add(room)
    return doors


def show(machine: Machine, doors: list[set[int]], width: int, player: int) -> None:  # 30-41
    """Print the board; X hides S and G."""
    marks = {len(doors) - 1: "G", 0: "S", player: "X"}  # 34-36  C$
    machine.console.print("+" + "---+" * width)  # 30
    for top in range(0, len(doors), width):  # 31
        line, floor = "|", "+"  # 32  L$, S$
        for room in range(top, top + width):  # 33
            line += f" {marks.get(room, ' ')} {' ' if room + 1 in doors[room] else '|'}"  # 37
            floor += "   +" if room + width in doors[room] else "---+"  # 38
        machine.console.print(line)  # 40
        machine.console.print(floor)  # 40


if __name__ == "__main__":
    run_script(__file__)
