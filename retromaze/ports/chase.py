"""The chase: monsters walk by the right-hand rule among trees, and the player fetches coins before them.

The front layer is the maze itself: its cells tell where trees and coins are.
`# 19` behind a line names the listing's line.  Kept: that of several buttons the first one counts.
"""

from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.ports.scripts import run_script

PATH, TREE, COIN, SEASON = 5, 16, 31, 32  # 41-42
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # 11-12  VX, VY: to the right is one on
BUTTONS = (Buttons.UP, Buttons.RIGHT, Buttons.DOWN, Buttons.LEFT)  # 12  BT

JINGLE, SORROW = "T180@146V70L16O5CEG<C8>G<C4", "T140@144V70L8O5ED#DC#C2"  # 65, 36
TUNE = (  # 16-19
    ":0@146V60L8O4[A4AB<C>BAEF4FGAGFDE4EFGFECDEFG#B4E4A4AB<C>BAEF4FGA<CDC>B4<C>BAG#EG#A2R2]"
    ":1@144V55L8O2[[A<A>]4[F<F>]4[C<C>]4[E<E>]4[A<A>]4[F<F>]4[E<E>]4[A<A>]3G#4]"
    ":2@128V75L8O2[CF#DF#CF#DD16D16]"
)


def main(machine: Machine, *, width: int = 25, height: int = 15, monsters: int = 3, stage: int = 0) -> None:
    """Play stage after stage until the player is caught or Y is pressed."""
    if not (5 <= width <= 25 and 5 <= height <= 15 and width % 2 and height % 2):  # 6
        machine.console.print("M_W: 5 to 25, M_H: 5 to 15, odd")  # 6
    elif not (1 <= monsters <= 7 and 0 <= stage <= 98):  # 7
        machine.console.print("MON: 1 to 7, STAGE: 0 to 98")  # 7
    else:
        machine.reset()  # 8
        Chase(machine, width - 1, height - 1).play(monsters, stage)  # 5  M_W, M_H, MON, STAGE


class Walker:
    """The player or a monster: its place in dots of the map, its way, and how many dots it goes a frame."""

    def __init__(self, column: int, row: int, speed: int) -> None:  # 13  X, Y, D, V
        self.x, self.y, self.way, self.speed = column * 16, row * 16, 3, speed


class Chase:
    """The maze, and who walks in it; walkers[0] is the player."""

    def __init__(self, machine: Machine, right: int, bottom: int) -> None:  # 14-15
        self.machine, self.layers, self.right, self.bottom = machine, machine.backgrounds, right, bottom
        for layer in 0, 1:
            self.layers.set_map(layer, right + 1, bottom + 1)  # 14
        machine.console.set_color(15, 1)  # 15
        self.score = self.coins = 0  # 15

    def play(self, monsters: int, stage: int) -> None:  # 15-38
        """Let all walk until a monster has the player or Y is pressed; without coins a new stage begins."""
        machine, hit, buttons = self.machine, -1, Buttons(0)  # 15
        while hit < 0 and not buttons & Buttons.Y:  # 32
            if not self.coins:  # 21
                self.plant(stage % 8 * SEASON)  # 21, 41  S
                stage += 1  # 65
                machine.sound.play(f"T{136 + min(stage, 20) * 4}{TUNE}")  # 66
                self.enter(min(monsters + stage - 1, 7))  # 68  N_MON
            machine.console.locate(1, 0)  # 22
            machine.console.print(f"面{stage} 得点{self.score} 十字:歩く Y:やめる ", end="")  # 22
            for number, walker in enumerate(self.walkers):  # 23
                if walker.x % 16 == walker.y % 16 == 0:  # 24
                    self.hunt(walker) if number else self.lead(walker, buttons)  # 25
                dx, dy = WAYS[walker.way]
                walker.x, walker.y = walker.x + dx * walker.speed, walker.y + dy * walker.speed  # 27-27
                machine.sprites.move(number, walker.x, walker.y)  # 28
            machine.vsync()  # 30
            buttons = Buttons(machine.input.button())  # 30  B
            hit = machine.sprites.hits(0)  # 31
        machine.console.locate(1, 0)  # 33
        result = "終わり" if hit < 0 else "つかまった!"
        machine.console.print(f"{result} 得点{self.score}               ")  # 34-35
        if hit < 0:  # 34
            machine.sound.stop()  # 34
        else:
            machine.sound.beep(17)  # 36
            machine.sound.play(SORROW)  # 36
            machine.sprites.animate(0, "C", [(-90, (0,))])  # 36
            machine.vsync(100)  # 37

    def plant(self, season: int) -> None:  # 40-66  @STAGE
        """Plant trees, let a stick fall from two pillars of three, and lay out coins."""
        self.tree, self.coin, below = season + TREE, season + COIN, self.machine.rng.below  # 42
        self.machine.sprites.clear()  # 43
        self.layers.fill(0, 0, 0, self.right, self.bottom, season + PATH)  # 44
        self.layers.fill(1, 0, 0, self.right, self.bottom, self.tree)  # 45
        self.layers.fill(1, 1, 1, self.right - 1, self.bottom - 1, 0)  # 46
        for y in range(2, self.bottom, 2):  # 48
            for x in range(2, self.right, 2):  # 49
                self.layers.put(1, x, y, self.tree)  # 50
                if below(3):  # 51
                    free = [
                        (i, j) for i, j in WAYS[y > 2 :] if not self.layers.cell(1, x + i, y + j)
                    ]  # 52-55
                    dx, dy = free[below(len(free))]  # 56  DIR
                    self.layers.put(1, x + dx, y + dy, self.tree)  # 57
        for y in range(1, self.bottom, 2):  # 61
            for x in range(1, self.right, 2):  # 62
                self.layers.put(1, x, y, self.coin)  # 62
        self.coins = self.right // 2 * (self.bottom // 2)  # 64
        self.machine.sound.play(JINGLE)  # 65
        self.machine.vsync(60)  # 66

    def enter(self, monsters: int) -> None:  # 67-75
        """Set the player top left, and the monsters on the right; every second one is fast."""
        rows = [self.bottom - 1 - number * 2 % self.bottom for number in range(monsters)]  # 70
        fast = [Walker(self.right - 1, row, 1 + number % 2) for number, row in enumerate(rows)]  # 45
        self.walkers = [Walker(1, 1, 0), *fast]  # 72
        for number in range(monsters + 1):  # 69
            first = 124 + number * 4 if number else 500  # 71-72  N
            self.machine.sprites.set(number, first)  # 73
            self.machine.sprites.detect(number, (4, 4, 8, 8))  # 73
            self.machine.sprites.animate(number, "I", [(8, (first + i,)) for i in range(4)], 0)  # 74

    def lead(self, player: Walker, buttons: Buttons) -> None:  # 78-92  @PLAYER
        """Fetch a coin that lies here, and go where a button says."""
        if self.layers.cell_of_pixel(1, player.x, player.y) == self.coin:  # 79
            self.layers.put(1, player.x // 16, player.y // 16, 0)  # 80
            self.score, self.coins = self.score + 10, self.coins - 1  # 81
            self.machine.sound.beep(8)  # 81
        ways = [
            way for way in range(4) if buttons & BUTTONS[way] and self.is_free(player, *WAYS[way])
        ]  # 84-88
        player.speed = 2 if ways else 0  # 83, 86
        if ways and ways[0] != player.way:  # 89
            player.way, first = ways[0], 500 + (ways[0] + 2) % 4 * 4  # 90
            self.machine.sprites.animate(0, "I", [(6, (first + i,)) for i in range(4)], 0)  # 91

    def hunt(self, monster: Walker) -> None:  # 94-99  @HUNT
        """Go by the right-hand rule: turn right, then left while a tree is ahead."""
        monster.way = (monster.way + 1) % 4  # 95
        while not self.is_free(monster, *WAYS[monster.way]):  # 96
            monster.way = (monster.way + 3) % 4  # 97

    def is_free(self, walker: Walker, dx: int, dy: int) -> bool:
        """Whether no tree stands on the next cell that way."""
        return self.layers.cell_of_pixel(1, walker.x + dx * 16, walker.y + dy * 16) != self.tree  # 86, 96


if __name__ == "__main__":
    run_script(__file__)
