"""Loops over items instead of their numbers."""

from retromaze.refactoring.loops import loops_over_items
from tests.refactoring.restructured import assert_becomes, assert_stays

MADE = "enemies = [Enemy() for _ in range(6)]"


def test_a_number_that_only_subscripts_goes() -> None:
    assert_becomes(
        loops_over_items,
        """\
        class Game:
            def __init__(self, n):
                self.n = n
                self.enemies: list[Enemy] = []

            def run(self):
                self.enemies = [Enemy() for _ in range(self.n)]
                for i in range(self.n):  # 5  all of them
                    # first
                    self.enemies[i].x = self.enemy(self.enemies[i].y)  # 6
                for i in range(self.n):
                    print(i, self.enemies[i].x, self.enemies[i].y)
                for i in range(3):
                    print(self.enemies[i].x)


        def f():
            enemies = [Enemy() for _ in range(6)]
            for i in range(3):
                print(enemies[i].x)
        """,
        """\
        class Game:
            def __init__(self, n):
                self.n = n
                self.enemies: list[Enemy] = []

            def run(self):
                self.enemies = [Enemy() for _ in range(self.n)]
                for enemy in self.enemies:  # 5  all of them
                    # first
                    enemy.x = self.enemy(enemy.y)  # 6
                for i, enemy in enumerate(self.enemies):
                    print(i, enemy.x, enemy.y)
                for i in range(3):
                    print(self.enemies[i].x)


        def f():
            enemies = [Enemy() for _ in range(6)]
            for enemy in enemies[:3]:
                print(enemy.x)
        """,
    )


def test_a_loop_in_a_loop_over_the_same_list() -> None:
    assert_becomes(
        loops_over_items,
        f"""\
        def main(machine):
            {MADE}
            for i in range(6):
                for k in range(6):
                    if enemies[i].x == enemies[k].x:
                        enemies[k].y = enemies[i].y
        """,
        f"""\
        def main(machine):
            {MADE}
            for enemy in enemies:
                for other in enemies:
                    if enemy.x == other.x:
                        other.y = enemy.y
        """,
    )


def test_a_number_that_is_read_later_stays() -> None:
    assert_becomes(
        loops_over_items,
        f"""\
        def main(machine):
            {MADE}
            for i in range(6):
                if enemies[i].x and enemies[i].y:
                    break
            return i
        """,
        f"""\
        def main(machine):
            {MADE}
            for i, enemy in enumerate(enemies):
                if enemy.x and enemy.y:
                    break
            return i
        """,
    )


def test_names_of_items() -> None:
    before = """\
    class Game:
        def star(self, i):
            self.stars = [Star() for _ in range(9)]
            self.i_list = [I() for _ in range(9)]
            for k in range(9):
                self.stars[k].x = self.x
            for k in range(9):
                self.i_list[k].x = i
    """
    after = """\
    class Game:
        def star(self, i):
            self.stars = [Star() for _ in range(9)]
            self.i_list = [I() for _ in range(9)]
            for star in self.stars:
                star.x = self.x
            for item in self.i_list:
                item.x = i
    """
    assert_becomes(loops_over_items, before, after)
    # whatever the list's name is; a keyword is no name
    for kind, things, name in [
        ("S", "s_list", "s"),
        ("Is", "ises", "item"),
        ("Box", "boxes", "box"),
        ("FireBall2", "shots", "fire_ball"),
        ("make", "shots", "item"),
    ]:
        assert_becomes(
            loops_over_items,
            f"""\
            def main(machine):
                {things} = [{kind}() for _ in range(3)]
                for i in range(3):
                    print({things}[i].x)
            """,
            f"""\
            def main(machine):
                {things} = [{kind}() for _ in range(3)]
                for {name} in {things}:
                    print({name}.x)
            """,
        )


def test_loops_that_stay() -> None:
    use = "        print(enemies[i].x, enemies[i].y)\n"
    assert_stays(
        loops_over_items,
        # of another length
        f"def f():\n    {MADE}\n    for i in range(7):\n{use}",
        f"def f(n):\n    {MADE}\n    for i in range(n):\n{use}",
        # items are replaced
        f"def f():\n    {MADE}\n    for i in range(6):\n{use}    enemies[0] = enemies[1]\n",
        # the list is made anew meanwhile
        f"def f():\n    {MADE}\n    for i in range(6):\n        {MADE}\n{use}",
        # the list is handed on
        f"def f():\n    {MADE}\n    for i in range(6):\n{use}    g(enemies)\n",
        # the number changes
        f"def f():\n    {MADE}\n    for i in range(6):\n        i += 1\n{use}",
        # the length changes
        f"def f(n):\n    {MADE.replace('6', 'n')}\n    n = 3\n    for i in range(n):\n{use}",
        # one use, and the number stays
        f"def f():\n    {MADE}\n    for i in range(6):\n        print(i, enemies[i].x)\n",
        # a method that is called makes the list anew
        """\
        class C:
            def f(self):
                for i in range(6):
                    print(self.items[i].x, self.items[i].y)
                    self.g()

            def g(self):
                self.h()

            def h(self):
                self.items = [Item() for _ in range(6)]
        """,
    )


def test_a_length_that_init_keeps() -> None:
    before = """\
        class Game:
            def __init__(self, n):
                self.n = n
                self.enemies = [Enemy() for _ in range(n)]

            def move(self):
                for i in range(self.n):
                    self.enemies[i].x += self.enemies[i].y
        """
    after = before.replace("for i in range(self.n):", "for enemy in self.enemies:")
    assert_becomes(loops_over_items, before, after.replace("self.enemies[i]", "enemy"))
    assert_stays(loops_over_items, before.replace("self.n = n\n", "self.n = n\n                n += 1\n"))
