"""Stacks and queues that grow and shrink together become one of tuples."""

from retromaze.refactoring.stacks import stacks_of_tuples
from tests.refactoring.restructured import assert_becomes, assert_stays


def test_two_stacks() -> None:
    assert_becomes(
        stacks_of_tuples,
        """\
        def dig(machine, x, y):
            xs: list[int] = []  # 3  the way back
            ys: list[int] = []  # here
            xs.append(x)  # 4
            # both
            ys.append(y + 1)  # 5  down
            while xs and not x > 9:
                x, y = xs[-1], ys[-1]
                if len(ys) > 3:
                    x = xs.pop()
                    y = ys.pop()
                x, y = xs.pop(), ys.pop()
            xs.clear()
            ys.clear()
        """,
        """\
        def dig(machine, x, y):
            # here
            stack: list[tuple[int, int]] = []  # 3  the way back
            # both
            # down
            stack.append((x, y + 1))  # 4
            while stack and not x > 9:
                x, y = stack[-1]
                if len(stack) > 3:
                    x, y = stack.pop()
                x, y = stack.pop()
            stack.clear()
        """,
    )


def test_a_queue_that_is_shuffled() -> None:
    assert_becomes(
        stacks_of_tuples,
        """\
        queue = 1


        class Maze:
            def __init__(self):
                self.qx: list[int] = []
                self.qy: list[int] = []
                self.qd: list[str] = []

            def run(self):
                self.qx, self.qy, self.qd, n = [], [], [], 3
                self.fill(1, 2, "")
                self.qx[0], self.qx[n] = self.qx[n], self.qx[0]
                self.qy[0], self.qy[n] = self.qy[n], self.qy[0]
                self.qd[0], self.qd[n] = self.qd[n], self.qd[0]
                self.x, self.y, d = self.qx.pop(0), self.qy.pop(0), self.qd.pop(0)

            def fill(self, x, y, d):
                self.qx.insert(0, x)
                self.qy.insert(0, y)
                self.qd.insert(0, d)
        """,
        """\
        queue = 1


        class Maze:
            def __init__(self):
                self.queue2: list[tuple[int, int, str]] = []

            def run(self):
                n = 3
                self.queue2 = []
                self.fill(1, 2, "")
                self.queue2[0], self.queue2[n] = self.queue2[n], self.queue2[0]
                self.x, self.y, d = self.queue2.pop(0)

            def fill(self, x, y, d):
                self.queue2.insert(0, (x, y, d))
        """,
    )


def test_lists_that_begin_with_an_item() -> None:
    assert_becomes(
        stacks_of_tuples,
        """\
        def f():
            n, qx, qy = 2, [1], [2]
            while qx:
                x, y = qx.pop(0), qy.pop(0)
        """,
        """\
        def f():
            n = 2
            queue = [(1, 2)]
            while queue:
                x, y = queue.pop(0)
        """,
    )


def test_lists_that_do_more_stay() -> None:
    head = "def f(x, y):\n    a = []\n    b = []\n    a.append(x)\n    b.append(y)\n"
    taken = "    x, y = a.pop(), b.pop()\n"
    assert len([*stacks_of_tuples(head + taken)]) == 1
    assert_stays(
        stacks_of_tuples,
        head + taken + "    print(a)\n",
        head + taken + "    a.append(1)\n",
        head + taken + "    a[x] = 3\n",
        head + taken + "    for each in a:\n        print(each)\n",
        head + "    x = a.pop()\n    print(x)\n    y = b.pop()\n",
        head + "    x, y = a.pop(), b.pop(0)\n",
        head + "    x, y, n = a.pop(), b.pop(), 0\n",
        head + "    x, n = a.pop(), 0\n    y, m = b.pop(), 1\n",
        # nothing is ever taken from them; what is pushed depends on what was pushed before it
        head,
        head + taken + "    a.append(1)\n    b.append(len(a))\n",
        # of different functions
        "def f():\n    a = []\n    a.append(1)\n    x = a.pop()\n"
        "def g():\n    b = []\n    b.append(1)\n    y = b.pop()\n",
    )
