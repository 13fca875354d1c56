"""Parallel lists become one list of records."""

import ast

from retromaze.python.records import with_records
from tests.python.trees import text, tree

RESERVED = {"machine", "data", "list", "class"}


def records(source: str) -> str:
    constants: list[ast.stmt] = [each for each in tree(source) if isinstance(each, ast.Assign)]
    parts = [each for each in tree(source) if not isinstance(each, ast.Assign)]
    found = with_records(parts, constants, RESERVED, RESERVED)
    return text([*constants, *found.classes, *found.tables, *found.parts])


def locals_of(source: str) -> str:
    """The statements of a function `draw(n, i)` with records."""
    body = "\n".join(f"    {each}" for each in source.splitlines())
    found = with_records(tree(f"def draw(n, i):\n{body}"), [], RESERVED, RESERVED)
    (function,) = found.parts
    return text(function.body)  # type: ignore[attr-defined]


SHOOTER = """\
class Shooter:
    def __init__(self, machine, maxe):
        self.machine = machine
        self.maxe = maxe
        self.lives = 3
        self.ex, self.ey = [0.0] * maxe, [0.0] * maxe  # 7  enemy
        self.ev, self.shots = [1] * maxe, 0  # 8  fast

    def run(self):
        for i in range(self.maxe):
            self.newe(i)
        while self.lives:
            for i in range(self.maxe):
                self.ex[i] += self.ev[i]
                self.ey[i] = min(self.ey[i], 0)
                self.machine.sprites.move(i, self.ex[i], self.ey[i])
            for i in range(len(self.ex)):
                if self.ex[i] > 9:
                    self.ex[i] = 0.0
            print(len(self.ey))

    def newe(self, i):
        self.lives -= 1
        self.ex[i] = self.ey[i]
        self.ev[i] = 3"""


def test_attributes() -> None:
    expected = """\
@dataclass
class Enemy:
    x: float = 0.0
    y: float = 0.0
    v: int = 1


class Shooter:
    def __init__(self, machine, maxe):
        self.machine = machine
        self.maxe = maxe
        self.lives = 3
        self.enemies = [Enemy() for _ in range(maxe)]  # 7  enemy  fast
        self.shots = 0  # 8

    def run(self):
        for enemy in self.enemies:
            self.newe(enemy)
        while self.lives:
            for i, enemy in enumerate(self.enemies):
                enemy.x += enemy.v
                enemy.y = min(enemy.y, 0)
                self.machine.sprites.move(i, enemy.x, enemy.y)
            for enemy in self.enemies:
                if enemy.x > 9:
                    enemy.x = 0.0
            print(len(self.enemies))

    def newe(self, enemy: Enemy):
        self.lives -= 1
        enemy.x = enemy.y
        enemy.v = 3"""
    assert records(SHOOTER) == expected


PASSING = """\
class Game:
    def __init__(self, machine):
        self.ex, self.ey, self.ev = [0] * 8, [0] * 8, [0] * 8

    def run(self):
        for i in range(8):
            if self.ev[i]:
                self.move(i, 1)
        self.hit(self.shot, 2)

    def move(self, n, speed):
        STATEMENTS

    def hit(self, a, b):
        self.ex[a] -= self.ex[b]
        if self.ex[a] < self.ey[a]:
            self.move(a, 2)"""


def test_a_parameter_that_only_chooses_a_record_is_the_record() -> None:
    given = [
        "self.move(point, 1)",
        "self.hit(self.points[self.shot], self.points[2])",
        "def move(self, point: Point, speed):",
        "def hit(self, point: Point, other_point: Point):",
        "self.move(point, 2)",
    ]
    found = records(PASSING.replace("STATEMENTS", "self.ex[n] += speed"))
    assert [each.strip() for each in found.splitlines() if "move(" in each or "hit(" in each] == given
    # read where the caller's index is used as well, stored, read under a condition, or read too late
    stay = [
        ["self.ex[n] += n"],
        ["self.ex[n] += 1", "n = 2"],
        ["if speed:", "    self.ex[n] += 1"],
        ["self.begin()", "self.ex[n] += 1"],
        ["while self.ex[n]:", "    self.ex, self.ey, self.ev = [0] * 8, [0] * 8, [0] * 8"],
    ]
    source = (
        PASSING + "\n\n    def begin(self):\n        self.ex, self.ey, self.ev = [0] * 8, [0] * 8, [0] * 8"
    )
    for statements in stay:
        found = records(source.replace("STATEMENTS", "\n        ".join(statements)))
        assert "def move(self, n, speed):" in found, found


def test_a_list_with_the_name_that_the_others_begin_with_is_the_text() -> None:
    source = """\
def newword(n):
    w = [""] * n
    wx = [0] * n
    for i in range(n):
        w[i] = "A"
        wx[i] += 1"""
    expected = """\
@dataclass
class Word:
    text: str = ""
    x: int = 0


def newword(n):
    words = [Word() for _ in range(n)]
    for word in words:
        word.text = "A"
        word.x += 1"""
    assert records(source) == expected


def test_a_list_that_a_method_makes_again_has_no_names_for_its_records() -> None:
    made = "        self.ex, self.ey, self.ev = [0] * 9, [0] * 9, [0] * 9  # 1  enemy\n"
    used = "        self.ex[i] = self.ey[i]\n        self.show()\n        self.ev[i] = 3"
    for method, is_named in (("run", True), ("begin", False)):
        source = f"class Shooter:\n    def {method}(self):\n{made}\n    def move(self, i):\n{used}"
        assert ("enemy = self.enemies[i]" in records(source)) is is_named


def test_locals() -> None:
    assert locals_of(
        "x = [0] * 3\ny = [0] * 3\nr = [False] * 3\nfor a in range(2):\n    for b in range(3):\n"
        "        x[a] += x[b]\n        y[a] -= y[b]\n        r[a] = not r[b]"
    ) == (
        "items = [Item() for _ in range(3)]\nfor a in range(2):\n    for item in items:\n"
        "        other_item = items[a]\n        other_item.x += item.x\n        other_item.y -= item.y\n"
        "        other_item.r = not item.r"
    )


MADE = "ex, ey = [0] * n, [0] * n  # 1  enemies\n"
"""Parallel lists."""


def test_loops_that_keep_their_indexes() -> None:
    made = "enemies = [Enemy() for _ in range(n)]  # 1  enemies\n"
    rows = {
        # not all indexes
        "for k in range(9):\n    ex[k] = ey[k]": "for k in range(9):\n    enemies[k].x = enemies[k].y",
        # the index is read later
        "for k in range(n):\n    ex[k] = ey[k]\nprint(k)": (
            "for k in range(n):\n    enemies[k].x = enemies[k].y\nprint(k)"
        ),
        # it is another one's
        "for k in range(n):\n    ex[k] = ey[k]\nk = f()\nprint(k)": (
            "for enemy in enemies:\n    enemy.x = enemy.y\nk = f()\nprint(k)"
        ),
        # the body changes the index
        "for k in range(n):\n    ex[k] = ey[k]\n    k += 1": (
            "for k in range(n):\n    enemies[k].x = enemies[k].y\n    k += 1"
        ),
        # the name is taken
        "for enemy in range(n):\n    ex[enemy] = ey[enemy]": "for each in enemies:\n    each.x = each.y",
    }
    assert {each: locals_of(MADE + each) for each in rows} == {
        each: made + expected for each, expected in rows.items()
    }


def test_locals_for_records() -> None:
    made = "enemies = [Enemy() for _ in range(n)]  # 1  enemies\n"
    rows = {
        "ex[i] = ey[i]\nprint(ex[i])": "enemy = enemies[i]\nenemy.x = enemy.y\nprint(enemy.x)",
        # up to where the index changes
        "ex[i] = ey[i] + ex[i]\ni += 1\nex[i] = ey[i]": (
            "enemy = enemies[i]\nenemy.x = enemy.y + enemy.x\ni += 1\nenemies[i].x = enemies[i].y"
        ),
        # only where the record is evaluated in any case
        "if n > i and ex[i]:\n    ey[i] = ex[i]": (
            "if n > i and enemies[i].x:\n    enemies[i].y = enemies[i].x"
        ),
        "while True:\n    if ex[i]:\n        ey[i] = ex[i]": (
            "enemy = enemies[i]\nwhile True:\n    if enemy.x:\n        enemy.y = enemy.x"
        ),
        # an `elif` stays one
        "if n:\n    pass\nelif ex[i]:\n    ey[i] = ex[i]": (
            "if n:\n    pass\nelif enemies[i].x:\n    enemies[i].y = enemies[i].x"
        ),
    }
    assert {each: locals_of(MADE + each) for each in rows} == {
        each: made + expected for each, expected in rows.items()
    }


def test_other_lists_stay() -> None:
    alike = "ex[i] = ey[i]"
    for source in (
        f"{MADE}{alike}\nprint(ex)",
        f"{MADE}{alike}\nex[:] = [0] * n",
        f"{MADE}{alike}\nex = []",
        f"ex = [0] * n\nn = 3\ney = [0] * n\n{alike}",
        f"ex = [0] * n\nprint(1)\ney = [0] * n\n{alike}",
        f"ex, ey = [0] * n, [0] * 9\n{alike}",
        f"{MADE}ex[1] = ey[1]",
        f"{MADE}ex[1] = ey[n]",
        # nothing names them, and no loop runs over them
        "p, q, r = [0] * n, [0] * n, [0] * n\np[i] = q[i] = r[i]",
        f"ax, by = [0] * n, [0] * n\n{alike.replace('ex', 'ax').replace('ey', 'by')}",
    ):
        assert locals_of(source) == text(tree(source))


def test_lists_among_the_fields() -> None:
    """A list of lists is a field where a comment names the records."""
    source = """\
class Manor:
    def __init__(self):
        self.names = [""] * 6  # 1  NOTE
        self.ways = [[0] * 4 for _ in range(6)]
        self.here = 0

    def run(self):
        for i in range(6):
            self.names[i] = self.data.text()
            for p in range(4):
                self.ways[i][p] = self.data.whole()
        print(self.names[self.here])
        for p in range(4):
            if self.ways[self.here][p] > 0:
                print(p)"""
    assert records(source.replace("NOTE", "here")) == source.replace("NOTE", "here")
    expected = """\
@dataclass
class Room:
    ways: list[int]
    names: str = ""


class Manor:
    def __init__(self):
        self.rooms = [Room([0] * 4) for _ in range(6)]  # 1  rooms
        self.here = 0

    def run(self):
        for room in self.rooms:
            room.names = self.data.text()
            for p in range(4):
                room.ways[p] = self.data.whole()
        print(self.rooms[self.here].names)
        for p in range(4):
            if self.rooms[self.here].ways[p] > 0:
                print(p)"""
    assert records(source.replace("NOTE", "rooms")) == expected


GROWING = """\
e1: list[int] = []  # 1
e2: list[int] = []  # 2
for k in range(n):  # 3
    e1.append(k)  # 4
    e2.append(k + 1)  # 5
for k in range(len(e1)):  # 6
    {}  # 7"""
GROWN = """\
items: list[Item] = []  # 1
for k in range(n):  # 3
    items.append(Item(k, k + 1))  # 4-5
{}  # 7"""


def test_lists_that_grow_together() -> None:
    rows = {
        "draw(e1[k], e2[k])": "for item in items:  # 6\n    draw(item.e1, item.e2)",
        # the list may grow in the loop
        "self.draw(e1[k], e2[k])": (
            "for k in range(len(items)):  # 6\n    self.draw(items[k].e1, items[k].e2)"
        ),
    }
    assert {each: locals_of(GROWING.format(each)) for each in rows} == {
        each: GROWN.format(expected) for each, expected in rows.items()
    }
    used = GROWING.format("draw(e1[k], e2[k])")
    for source in (
        used.replace("    e2.append(k + 1)", "    draw()\n    e2.append(k + 1)"),
        used.replace("e2.append(k + 1)", "e2.append(e1[-1])"),
        used.replace("e2.append(k + 1)", "e2.append(self.f())"),
        f"{used}\ne1.append(3)",
        f"{used}\ne1.pop()",
    ):
        assert locals_of(source) == text(tree(source))


def test_lists_that_shrink_together() -> None:
    made = "ex: list[int] = []\ney: list[int] = []\nwhile ex:\n    ex.pop()\n    ey.pop()\n"
    made += "for k in range(len(ex)):\n"
    became = "points: list[Point] = []\npoints.clear()\nfor k in range(len(points)):\n"
    # after the call another record may be at the index
    uses = "    if ex[k] == ey[k] and ex[k]:\n        self.f()\n    ex[k] = ey[k] = 3"
    expected = (
        "    point = points[k]\n    if point.x == point.y and point.x:\n        self.f()\n"
        "    points[k].x = points[k].y = 3\npoints.append(Point(1, 2))"
    )
    assert locals_of(f"{made}{uses}\nex.append(1)\ney.append(2)") == became + expected
    called = uses.replace("if ex[k] == ey[k] and ex[k]", "ex[k] = ey[k]\n    if self.f() and ex[k] == ey[k]")
    assert "point = " not in locals_of(f"{made}{called}\nex.append(1)\ney.append(2)")


def test_an_order_stays_a_list() -> None:
    source = "{}\nfor k in range(n):\n    ex[k] = ey[k] = eo[k]\neo[i], eo[n] = eo[n], eo[i]"
    assert (
        locals_of(source.format("ex, ey, eo = [0] * n, [0] * n, [0] * n  # 1  enemies"))
        == "enemies = [Enemy() for _ in range(n)]  # 1  enemies\neo = [0] * n  # 1\n"
        "for k, enemy in enumerate(enemies):\n    enemy.x = enemy.y = eo[k]\n"
        "eo[i], eo[n] = eo[n], eo[i]"
    )


def test_words() -> None:
    alike = "for i in range(3):\n    ax[i] = ay[i] + av[i]"
    rows = {
        "# 1  classes": "classes = [Class() for _ in range(n)]  # 1  classes",
        "# 1  big asteroids": "asteroids = [Asteroid() for _ in range(n)]  # 1  big asteroids",
        "# 1  asteroid": "asteroids = [Asteroid() for _ in range(n)]  # 1  asteroid",
        "# 1": "items = [Item() for _ in range(n)]  # 1",
    }
    for comment, made in rows.items():
        source = f"ax, ay, av = [0] * n, [0] * n, [0] * n  {comment}\n{alike}"
        assert locals_of(source).startswith(made)
    assert locals_of(
        "x, y = [0] * 9, [0] * 9\nfor k in range(9):\n    machine.sprites.move(k, x[k], y[k])"
    ) == (
        "sprites = [Sprite() for _ in range(9)]\nfor k, sprite in enumerate(sprites):\n"
        "    machine.sprites.move(k, sprite.x, sprite.y)"
    )
    assert "ghosts = [Ghost() for _ in range(4)]" in records(
        "class G:\n    def __init__(self):\n        self.gx, self.gy = [0] * 4, [0] * 4\n\n"
        "    def newghost(self, g):\n        self.gx[g] = self.gy[g]"
    )


def test_tables_of_the_module() -> None:
    source = """\
EN = ("SLIME", "BAT")  # 2  a comment
EH = (15, 12)  # 2


class Battle:
    def __init__(self):
        self.e = 0

    def new_enemy(self):
        self.say(EN[self.e])
        return EH[self.e]

    def meet(self, e):
        for i in range(2):
            print(EN[i], EH[i] + EH[e])
        self.e = EH[self.e] + EH[self.e] + len(EN[self.e])
        print(EH[self.e])"""
    expected = """\
class Enemy(NamedTuple):
    name: str
    h: int


ENEMIES = (Enemy("SLIME", 15), Enemy("BAT", 12))  # 2  a comment


class Battle:
    def __init__(self):
        self.e = 0

    def new_enemy(self):
        self.say(ENEMIES[self.e].name)
        return ENEMIES[self.e].h

    def meet(self, e):
        for enemy in ENEMIES:
            print(enemy.name, enemy.h + ENEMIES[e].h)
        self.e = ENEMIES[self.e].h + ENEMIES[self.e].h + len(ENEMIES[self.e].name)
        print(ENEMIES[self.e].h)"""
    assert records(source) == expected
    # an iterated table stays one, and so does one of another length
    for changed in (source.replace("(15, 12)", "(15, 12, 9)"), source.replace("EN[i]", "EN")):
        assert records(changed) == text(tree(changed))


def test_names_of_rows_from_the_index() -> None:
    source = """\
A = (1, 2)  # 1
B = (0.5, 2.5)  # 1


def f(x):
    print(A[INDEX])


def g(x, units):
    print(B[INDEX])"""
    rows = {
        "units[i].t": "",
        "unit.t": "UNIT_KINDS",
        "plant": "PLANT_KINDS",
        "self.m[x][y]": "TILES",
        "x": "",
    }
    for index, table in rows.items():
        written = records(source.replace("INDEX", index))
        assert (f"print({table}[{index}].b)" in written) == bool(table), index


def test_steps() -> None:
    source = """\
DX = (1, 0, -1, 0)  # 3
DY = (0, 1, 0, -1)  # 3


def f(x, y, d):
    for i in range(4):
        print(x + DX[i], y + DY[i])
        for k in range(4):
            print(DX[k], DY[k])
    x += DX[d]
    y += DY[d]"""
    expected = """\
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # 3


def f(x, y, d):
    for dx, dy in DIRECTIONS:
        print(x + dx, y + dy)
        for dx2, dy2 in DIRECTIONS:
            print(dx2, dy2)
    dx, dy = DIRECTIONS[d]
    x += dx
    y += dy"""
    assert records(source) == expected
    named = records(source + "\n    d = 0\n    print(DX[d])")
    assert named.startswith("class Direction(NamedTuple):\n    x: int\n    y: int\n\n\n")
    assert named.endswith("print(DIRECTIONS[d].x)")


def test_lists_with_known_items() -> None:
    source = """\
NAME = ("HERO", "MAGE")  # 2
OTHER = ("A", "B")


class Battle:
    def __init__(self):
        self.hp = [40, 25]
        self.p = 0
        self.def_, self.lv = [6, 3], [1, 1]
        self.guard = [False] * 2

    def heal(self):
        self.hp[self.p] = self.hp[self.p] + self.def_[self.p]
        self.guard[self.p] = True
        self.lv[self.p] += 1
        self.say(NAME[self.p])
        print(self.hp[self.p], OTHER[self.p])


def other(p):
    print(OTHER[p])"""
    expected = """\
OTHER = ("A", "B")


@dataclass
class Fighter:
    name: str
    hp: int
    def_: int
    lv: int = 1
    guard: bool = False


class Battle:
    def __init__(self):
        self.fighters = [Fighter("HERO", 40, 6), Fighter("MAGE", 25, 3)]
        self.p = 0

    def heal(self):
        fighter = self.fighters[self.p]
        fighter.hp = fighter.hp + fighter.def_
        fighter.guard = True
        fighter.lv += 1
        self.say(fighter.name)
        print(self.fighters[self.p].hp, OTHER[self.p])


def other(p):
    print(OTHER[p])"""
    assert records(source) == expected


def test_lists_that_are_made_again() -> None:
    """After a call that makes the list again, another record is at the index."""
    source = """\
class Game:
    def __init__(self):
        self.ex: list[int] = []
        self.ey: list[int] = []

    def begin(self, n):
        self.ex, self.ey = [0] * n, [0] * n  # 3  enemies

    def play(self, n, i):
        self.ex[i] = self.ey[i] = self.ex[i] + 1
        self.begin(n)
        self.ex[i] = 1"""
    expected = """\
@dataclass
class Enemy:
    x: int = 0
    y: int = 0


class Game:
    def __init__(self):
        self.enemies: list[Enemy] = []

    def begin(self, n):
        self.enemies = [Enemy() for _ in range(n)]  # 3  enemies

    def play(self, n, i):
        enemy = self.enemies[i]
        enemy.x = enemy.y = enemy.x + 1
        self.begin(n)
        self.enemies[i].x = 1"""
    assert records(source) == expected
    again = source.replace("self.ex[i] = 1", "self.ex = [1] * n")
    assert records(again) == text(tree(again))


def test_names_of_few_lists() -> None:
    rows = {
        "ax, ay = [0] * n, [0] * n\nax[i] = ay[i]": "points = [Point() for _ in range(n)]",
        'it, il = [""] * n, [0] * n\nit[i] = il[i]': "items = [Item() for _ in range(n)]",
        'room, way = [""] * n, [[0] * 4 for _ in range(n)]\nroom[i] = way[i]': (
            "rooms = [Room([0] * 4) for _ in range(n)]"
        ),
        "ua, ub, uc = [0] * n, [0] * n, [0] * n\nua[i] = ub[i] = uc[i]": "items = [Item() for _ in range(n)]",
    }
    assert {each: locals_of(each).partition("\n")[0] for each in rows} == rows
    # the field's name: of `it` the text, and no l
    assert locals_of([*rows][1]).endswith("items[i].text = items[i].l_")


def test_fields_whose_names_begin_with_another_or_are_the_same() -> None:
    source = """\
HP = ("A", "B")


class F:
    def __init__(self):
        self.hp_int, self.hp = [0] * 2, [0] * 2  # 1  monsters

    def f(self, g):
        print(HP[g])
        self.hp[g] = self.hp_int[g]"""
    fields = "    text: str\n    hp_int: int = 0\n    hp: int = 0\n"
    assert f"class Monster:\n{fields}" in records(source)
