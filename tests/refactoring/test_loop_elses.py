"""Flags of loops as `else`."""

from retromaze.refactoring.loop_elses import loop_elses
from tests.refactoring.restructured import assert_becomes, assert_stays


def test_what_is_done_where_nothing_was_found() -> None:
    assert_becomes(
        loop_elses,
        """\
        def f(items):
            found = False
            # each of them
            for item in items:  # 3
                if item.x:
                    found = True  # 4  here
                    break
                if item.y:
                    found = True
                    break
            # nothing
            if not found:  # 6
                print("none")
            return 1
        """,
        """\
        def f(items):
            # each of them
            for item in items:  # 3
                if item.x:
                    # here
                    break
                if item.y:
                    break
            # nothing
            else:  # 6
                print("none")
            return 1
        """,
    )


def test_what_is_done_where_something_was_found() -> None:
    assert_becomes(
        loop_elses,
        """\
        def f(items):
            hit = 0  # no one yet
            for item in items:
                if item.x:
                    hit = 1  # 4  there
                    break
            if hit == 1:
                print(item)
                for each in item:
                    break
            else:
                print("none")
        """,
        """\
        def f(items):
            # no one yet
            for item in items:
                if item.x:
                    # there
                    print(item)
                    for each in item:
                        break
                    break
            else:
                print("none")
        """,
    )


def test_a_loop_without_end() -> None:
    assert_becomes(
        loop_elses,
        """\
        def f():
            while True:
                jumped = False
                while True:
                    if g():
                        return
                    if h():
                        jumped = True
                        break
                if not jumped:
                    break
        """,
        """\
        def f():
            while True:
                while True:
                    if g():
                        return
                    if h():
                        break
        """,
    )


def test_flags_that_stay() -> None:
    loop = "def f(a):\n    for c in a:\n        b = False\n        for x in a:\n            if x:\n"
    setting = "                b = True\n                break\n"
    question = "        if not b:\n            print()\n"
    assert [each.words for each in loop_elses(loop + setting + question)] == ["b goes"]
    assert_stays(
        loop_elses,
        # another break
        f"{loop}{setting}            break\n{question}",
        # read once more
        f"{loop}{setting}{question}    return b\n",
        # no break follows
        f"{loop}{setting.replace('break', 'print()')}{question}",
        # the break of another loop
        f"{loop.replace('if', 'while')}{setting}{question}",
        # something else is asked
        f"{loop}{setting}{question.replace('not b', 'not b and c')}",
        # something happens before the question
        f"{loop}{setting}        print()\n{question}",
        # what is done leaves the outer loop, and would leave the inner one
        f"{loop}{setting}{question.replace('not b', 'b').replace('print()', 'break')}",
        # it could be true before
        f"{loop.replace('b = False', 'b = c')}{setting}{question}",
    )
