"""Parallel lists as one list of small objects."""

from retromaze.python.record_names import plural, singular
from retromaze.refactoring.objects import parallel_lists
from tests.refactoring.restructured import assert_becomes, assert_stays, restructured


def test_attributes_of_a_class() -> None:
    assert_becomes(
        parallel_lists,
        '''\
        """A game."""

        from contextlib import suppress

        from retromaze.machine.machine import Machine

        SIZE = 6  # enemies


        class Game:
            def __init__(self, machine: Machine) -> None:
                self.machine = machine
                self.ex: list[int] = []
                # how far down
                self.ey: list[int] = []
                self.score = 0

            def run(self) -> None:
                self.ex, self.ey = [0] * SIZE, [0] * SIZE  # 5
                for i in range(SIZE):  # 6
                    self.ex[i] = self.machine.rng.below(50)  # 6
                    self.ey[i] += 1  # 7  one step

            def enemy(self, number: int) -> None:
                with suppress(IndexError):
                    self.machine.screen.point(self.ex[number], self.ey[number])  # 9
        ''',
        '''\
        """A game."""

        from contextlib import suppress
        from dataclasses import dataclass

        from retromaze.machine.machine import Machine

        SIZE = 6  # enemies


        @dataclass
        class Enemy:
            x: int = 0
            y: int = 0


        class Game:
            def __init__(self, machine: Machine) -> None:
                self.machine = machine
                # how far down
                self.enemies: list[Enemy] = []
                self.score = 0

            def run(self) -> None:
                self.enemies = [Enemy() for _ in range(SIZE)]  # 5
                for i in range(SIZE):  # 6
                    self.enemies[i].x = self.machine.rng.below(50)  # 6
                    self.enemies[i].y += 1  # 7  one step

            def enemy(self, number: int) -> None:
                with suppress(IndexError):
                    self.machine.screen.point(self.enemies[number].x, self.enemies[number].y)  # 9
        ''',
    )


def test_locals_filled_one_after_the_other() -> None:
    assert_becomes(
        parallel_lists,
        """\
        from retromaze.ports import basic


        def main(machine, *, n=9):
            # the stars
            sx = [0.5] * n  # 3  across
            sy = [-1] * n  # 4  down
            s_name = ["a"] * n
            for k in range(n):
                basic.show(sx[k], sy[k], s_name[k])
        """,
        """\
        from dataclasses import dataclass

        from retromaze.ports import basic


        @dataclass
        class Star:
            x: float = 0.5
            y: int = -1
            name: str = "a"


        def main(machine, *, n=9):
            # the stars
            # down
            stars: list[Star] = [Star() for _ in range(n)]  # 3  across
            for k in range(n):
                basic.show(stars[k].x, stars[k].y, stars[k].name)
        """,
    )


def test_a_name_that_begins_another_one_stays_whole() -> None:
    text = "def f(n):\n    e = [0] * n\n    ee = [0] * n\n    for k in range(n):\n        e[k] = ee[k]\n"
    after = restructured(parallel_lists, text)[1]
    assert "    e: int = 0\n    ee: int = 0\n" in after


def test_what_else_a_statement_assigns_stays() -> None:
    words, text = restructured(
        parallel_lists,
        """\
        def main(machine):
            ex, other, ey = [0] * 4, [1] * 4, [0] * 4  # 1
            ex[0] = ey[0] = other[1]
        """,
    )
    assert words == ["ex, ey become e_list"]
    assert text.endswith(
        """\
def main(machine):
    other = [1] * 4  # 1
    e_list: list[E] = [E() for _ in range(4)]  # 1
    e_list[0].x = e_list[0].y = other[1]
"""
    )


def test_three_lists_without_a_common_prefix() -> None:
    words, text = restructured(
        parallel_lists,
        """\
        def main(machine, item):
            x, y, life = [0] * 8, [0] * 8, [3] * 8
            items = 1
            for i in range(8):
                x[i], y[i], life[i] = y[i], 1, items
        """,
    )
    assert words == ["x, y, life become item_list"]
    assert "        item_list[i].x, item_list[i].y, item_list[i].life = item_list[i].y, 1, items\n" in text


def test_names_from_a_comment() -> None:
    text = """\
    def main(machine):
        tx, ty = [0] * 8, [0] * 8  # 4  shots
        ex, ey, eh, ek = [0] * 5, [0] * 5, [0] * 5, [0] * 5  # 5  enemies: x, y,HP,speed
        ex[0] = ey[0] = eh[0] = ek[0]
        tx[0] = ty[0]
    """
    words, made = restructured(parallel_lists, text)
    assert words == ["tx, ty become shots", "ex, ey, eh, ek become enemies"]
    assert "    enemies[0].x = enemies[0].y = enemies[0].hp = enemies[0].speed\n" in made
    # of two letters one is another
    words, made = restructured(parallel_lists, text.replace("y,HP", "y,life"))
    assert "    enemies[0].x = enemies[0].y = enemies[0].h = enemies[0].k\n" in made


def test_lists_that_stay() -> None:
    assert_stays(
        parallel_lists,
        # of another length
        "def f(n):\n    ex, ey = [0] * 3, [0] * n\n    ex[0] = ey[0]\n",
        # handed on whole
        "def f(n):\n    ex, ey = [0] * n, [0] * n\n    ex[0] = ey[0]\n    return ex\n",
        # a slice
        "def f(n):\n    ex, ey = [0] * n, [0] * n\n    ex[0] = ey[0]\n    ex[1:] = [0]\n",
        # an item deleted
        "def f(n):\n    ex, ey = [0] * n, [0] * n\n    ex[0] = ey[0]\n    del ex[0]\n",
        # never subscripted alike
        "def f(n):\n    ex, ey = [0] * n, [0] * n\n    for i in ex[0], 1:\n        print(ey[i])\n",
        # something happens between both
        "def f(n):\n    ex = [0] * n\n    n = g()\n    ey = [0] * n\n    ex[0] = ey[0]\n",
        # a length that is assigned in the same statement
        "def f(n):\n    ex, n, ey = [0] * n, 3, [0] * n\n    ex[0] = ey[0]\n",
        # a length that does something
        "def f(n):\n    ex, ey = [0] * n(), [0] * n()\n    ex[0] = ey[0]\n",
        # two lists alone, with nothing in common
        "def f(n):\n    a, b = [0] * n, [0] * n\n    a[0] = b[0]\n",
        # global of a function
        "def f(n):\n    global ex\n    ex, ey = [0] * n, [0] * n\n    ex[0] = ey[0]\n",
        # filled anew alone
        "def f(n):\n    ex, ey = [0] * n, [0] * n\n    ex[0] = ey[0]\n    ex = [0] * n\n",
        # used from outside of the class
        """\
        class C:
            def f(self, n):
                self.ex, self.ey = [0] * n, [0] * n
                self.ex[0] = self.ey[0]


        def main(machine):
            print(C().ex)
        """,
        # used by another class
        """\
        class C:
            def f(self, n):
                self.ex, self.ey = [0] * n, [0] * n
                self.ex[0] = self.ey[0]


        class D:
            def g(self, game):
                return game.ex
        """,
        # of a class with a base
        """\
        class C(B):
            def f(self, n):
                self.ex, self.ey = [0] * n, [0] * n
                self.ex[0] = self.ey[0]
        """,
    )


def test_words_in_the_singular_and_plural() -> None:
    words = {"enemies": "enemy", "ties": "tie", "stars": "star", "boxes": "box", "torches": "torch"}
    words |= {"brushes": "brush", "bosses": "boss", "bonuses": "bonus", "houses": "house", "cases": "case"}
    words |= {"glass": "glass", "bonus": "bonus", "axis": "axis", "s": "s"}
    assert {word: singular(word) for word in words} == words
    words = {"enemy": "enemies", "star": "stars", "box": "boxes", "key": "keys", "y": "ys"}
    assert {word: plural(word) for word in words} == words
