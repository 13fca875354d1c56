"""Tables instead of chains of `if`."""

from retromaze.refactoring.tables import last_name, lookup_tables
from tests.refactoring.restructured import assert_becomes, assert_stays


def test_ifs_one_after_the_other() -> None:
    assert_becomes(
        lookup_tables,
        """\
        UP = 1


        class Game:
            def step(self, i):
                # where it goes
                if self.ways[i] == 0:  # 10
                    self.dx = 0  # 10  up
                    self.dy = -1  # 10
                if self.ways[i] == 1:  # 11
                    self.dx, self.dy = 1, 0  # 11
                if self.ways[i] == UP + 1:
                    pass
                if i == 1:
                    self.dx = 9

            def other(self, a):
                if a == 1:
                    self.x = "a"
                if a == 2:
                    self.x = "b"
                # the last one
                if a == 3:
                    self.x = UP
                print(a)
        """,
        """\
        UP = 1

        X_BY_A = {
            1: "a",
            2: "b",
            # the last one
            3: UP,
        }


        class Game:
            def step(self, i):
                # where it goes
                if self.ways[i] == 0:  # 10
                    self.dx = 0  # 10  up
                    self.dy = -1  # 10
                if self.ways[i] == 1:  # 11
                    self.dx, self.dy = 1, 0  # 11
                if self.ways[i] == UP + 1:
                    pass
                if i == 1:
                    self.dx = 9

            def other(self, a):
                if a in X_BY_A:
                    self.x = X_BY_A[a]
                print(a)
        """,
    )


def test_elif_and_else() -> None:
    assert_becomes(
        lookup_tables,
        """\
        def f(way, k):
            # all ways
            if way == 0:  # 7
                dx = 0  # up
                dy = -1
            elif way == 1:  # 8
                dx, dy = 1, 0
            elif way == 2: dx = 0; dy = 1
            # any other
            else:  # 9
                dy = 0  # 10  left
                dx = -1
            if way == 0:
                way = 1
            elif way == 1:
                way = 2
            elif way == 2:
                way = 0
            return dx, dy
        """,
        """\
        DX_DY_BY_WAY = {
            # up
            0: (0, -1),
            1: (1, 0),
            2: (0, 1),
        }

        WAY_BY_WAY = {
            0: 1,
            1: 2,
            2: 0,
        }


        def f(way, k):
            # all ways
            # else: any other
            # else: left
            dx, dy = DX_DY_BY_WAY.get(way, (-1, 0))  # 7
            if way in WAY_BY_WAY:
                way = WAY_BY_WAY[way]
            return dx, dy
        """,
    )


def test_the_same_table_twice() -> None:
    chain = "".join(f"    if a.way == {way}:\n        b.x = {way * 2}\n" for way in range(3))
    look = "    if a.way in X_BY_WAY:\n        b.x = X_BY_WAY[a.way]\n"
    assert_becomes(
        lookup_tables,
        f"def f(a, b):\n{chain}    print()\n{chain}",
        "X_BY_WAY = {\n    0: 0,\n    1: 2,\n    2: 4,\n}\n\n\n" + f"def f(a, b):\n{look}    print()\n{look}",
    )


def test_chains_that_stay() -> None:
    chain = "    if a == 0:\n        b = 1\n    if a == 1:\n        b = 2\n    if a == 2:\n        b = 3\n"
    assert [each.words for each in lookup_tables(f"def f(a):\n{chain}")] == ["b by a"]
    assert_stays(
        lookup_tables,
        # the second one may be met after the first
        f"def f(a):\n{chain}".replace("b =", "a ="),
        # another variable is set, or compared
        f"def f(a):\n{chain}".replace("b = 2", "c = 2"),
        f"def f(a):\n{chain}".replace("if a == 1", "if b == 1"),
        # the same number twice
        f"def f(a):\n{chain}".replace("a == 1", "a == 0"),
        # something is worked out
        f"def f(a):\n{chain}".replace("b = 2", "b = g()"),
        f"def f(a):\n{chain}".replace("b = 2", "b += 2"),
        f"def f(a):\n{chain}".replace("if a ==", "if a() =="),
        # one sets the place of the other
        f"def f(a):\n{chain}".replace("b = ", "c, d[c] = 0, "),
        # the else sets something else
        f"def f(a):\n{chain}".replace("    if a == 1", "    elif a == 1").replace(
            "    if a == 2", "    elif a == 2"
        )
        + "    else:\n        c = 1\n",
    )


def test_the_last_name_of_a_place() -> None:
    names = {"a": "a", "self.b": "b", "self.c[self.d[1]]": "c", "self.e[i].f": "f", "g[1][2]": "g"}
    assert {place: last_name(place) for place in names} == names


def test_a_match() -> None:
    assert_becomes(
        lookup_tables,
        """\
        def run(ways):
            # where to
            match ways[f(2)]:  # 3
                case 0:  # @UP
                    dx, dy = 0, -1  # 9
                case 1:  # @RIGHT
                    dx, dy = 1, 0  # 12  to the right
                # the other way
                case 2:
                    dx, dy = 0, 1
            return dx, dy
        """,
        """\
        DX_DY_BY_WAYS = {
            0: (0, -1),  # @UP
            # to the right
            1: (1, 0),  # @RIGHT
            # the other way
            2: (0, 1),
        }


        def run(ways):
            # where to
            dx, dy = DX_DY_BY_WAYS.get(ways[f(2)], (dx, dy))  # 3
            return dx, dy
        """,
    )


def test_a_match_with_a_case_for_all_else() -> None:
    assert_becomes(
        lookup_tables,
        """\
        def f(key):
            match key:
                case 1:
                    x = "a"
                case 2:
                    x = "b"
                case 3:
                    x = "c"
                case _:  # 4  none
                    x = ""
        """,
        """\
        X_BY_KEY = {
            1: "a",
            2: "b",
            3: "c",
        }


        def f(key):
            # else: none
            x = X_BY_KEY.get(key, "")
        """,
    )


def test_a_match_that_does_more_stays() -> None:
    cases = "".join(f"    case {key}:\n        x = {key}\n" for key in range(3))
    assert_stays(
        lookup_tables,
        f"match y:\n{cases}    case 3 if y:\n        x = 4\n",
        f"match y:\n{cases}    case _:\n        z = 4\n",
        f"match y:\n{cases}    case 3:\n        f()\n",
    )


def test_one_of_the_choices_that_a_list_can_have_needs_no_default() -> None:
    source = """\
        def move(machine, dx):
            ways = []
            if a:
                ways.append(0)
            if b:
                ways.append(1)
            if c:
                ways.append(2)
            match ways[machine.rng.below(len(ways))]:
                case 0:
                    dx = 5
                case 1:
                    dx = 6
                case 2:
                    dx = 7
        """
    written = """\
        DX_BY_WAYS = {
            0: 5,
            1: 6,
            2: 7,
        }


        def move(machine, dx):
            ways = []
            if a:
                ways.append(0)
            if b:
                ways.append(1)
            if c:
                ways.append(2)
            dx = DX_BY_WAYS[ways[machine.rng.below(len(ways))]]
        """
    assert_becomes(lookup_tables, source, written)
    more = "ways.append(2)", "ways.append(3)"
    key = "DX_BY_WAYS", "[ways[machine.rng.below(len(ways))]]", ".get(ways[machine.rng.below(len(ways))], dx)"
    assert_becomes(
        lookup_tables, source.replace(*more), written.replace(*more).replace(key[0] + key[1], key[0] + key[2])
    )


def test_comments_of_the_first_branch_go_with_it() -> None:
    assert_becomes(
        lookup_tables,
        """\
        def f(way):
            # the way
            if way == 0:  # 7  up
                dx = 0
            elif way == 1:
                dx = 1
            elif way == 2:
                dx = 2
            # left
            if way == 0:
                dx = 3
            # right
            elif way == 1:
                dx = 4
            # down
            elif way == 2:
                dx = 5
            match dx:
                # on the left
                case 0:  # @LEFT  or right
                    dx = 6
                case 1:
                    dx = 7
                case 2:
                    dx = 8
            return dx
        """,
        """\
        DX_BY_WAY = {
            # up
            0: 0,
            1: 1,
            2: 2,
        }

        DX_BY_WAY2 = {
            # left
            0: 3,
            # right
            1: 4,
            # down
            2: 5,
        }

        DX_BY_DX = {
            # on the left
            # or right
            0: 6,  # @LEFT
            1: 7,
            2: 8,
        }


        def f(way):
            # the way
            if way in DX_BY_WAY:  # 7
                dx = DX_BY_WAY[way]
            if way in DX_BY_WAY2:
                dx = DX_BY_WAY2[way]
            if dx in DX_BY_DX:
                dx = DX_BY_DX[dx]
            return dx
        """,
    )
