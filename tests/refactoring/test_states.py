"""Numbers that name states, as an Enum."""

from retromaze.refactoring.states import numbered_states
from tests.refactoring.restructured import assert_becomes, assert_stays, restructured


def test_an_attribute_with_comments_and_calls() -> None:
    assert_becomes(
        numbered_states,
        """\
        from retromaze.machine.machine import Machine


        class Game:
            def __init__(self):
                self.state: int = 0
                self.score = 0

            def run(self):
                while self.state != 3:  # 10
                    if self.state == 0:  # 11
                        # title screen
                        self.wait()
                    elif 1 == self.state:  # 12
                        self.play()
                    elif self.state in (2, 4):
                        self.state = 3 if self.score else 0
                    self.state = 2  # 13  Game-over
                    self.score, self.state = 2, 4
        """,
        """\
        from enum import Enum

        from retromaze.machine.machine import Machine


        class State(Enum):
            TITLE_SCREEN = 0
            PLAY = 1
            GAME_OVER = 2
            STATE_3 = 3
            STATE_4 = 4


        class Game:
            def __init__(self):
                self.state: State = State.TITLE_SCREEN
                self.score = 0

            def run(self):
                while self.state != State.STATE_3:  # 10
                    if self.state == State.TITLE_SCREEN:  # 11
                        # title screen
                        self.wait()
                    elif State.PLAY == self.state:  # 12
                        self.play()
                    elif self.state in (State.GAME_OVER, State.STATE_4):
                        self.state = State.STATE_3 if self.score else State.TITLE_SCREEN
                    self.state = State.GAME_OVER  # 13  Game-over
                    self.score, self.state = 2, State.STATE_4
        """,
    )


def test_a_local_that_is_matched() -> None:
    words, text = restructured(
        numbered_states,
        """\
        def main(machine):
            m = 1  # menu
            while m != 9:
                match m:
                    case 1:
                        m = 2  # the game is on now, and goes on for long
                    case 2 | 3:
                        m = 9  # bye
                    case _:
                        pass
        """,
    )
    assert words == ["m becomes a State: MENU, BYE"]
    assert "            case State.STATE_2 | State.STATE_3:\n" in text


def test_a_variable_among_others() -> None:
    before = """\
    class Game:
        def __init__(self):
            # all are 0
            self.lives = self.state = self.score = 0  # 1
            self.state, self.x = 1, 2

        def run(self):
            if self.state == 0:  # title
                pass
            if self.state == 1:  # play
                self.state = self.state = 2  # over
    """
    after = """\
    from enum import Enum


    class State(Enum):
        TITLE = 0
        PLAY = 1
        OVER = 2


    class Game:
        def __init__(self):
            # all are 0
            self.state = State.TITLE  # 1
            self.lives = self.score = 0
            self.state, self.x = State.PLAY, 2

        def run(self):
            if self.state == State.TITLE:  # title
                pass
            if self.state == State.PLAY:  # play
                self.state = State.OVER  # over
    """
    assert_becomes(numbered_states, before, after)


def test_variables_that_stay() -> None:
    names = {1: "one", 2: "two", 3: "three"}
    uses = "".join(f"    if m == {value}:  # {name}\n        f()\n" for value, name in names.items())
    assert [each.words for each in numbered_states(f"def g():\n    m = 1\n{uses}")] == [
        "m becomes a State: ONE, TWO, THREE"
    ]
    assert_stays(
        numbered_states,
        # no names
        f"def g():\n    m = 1\n{uses}".replace("#", "# 9 #"),
        # two values alone
        "def g():\n    m = 1  # one\n    if m == 1 or m == 2:\n        m = 2  # two\n",
        # counted with
        f"def g():\n    m = 1\n    m += 1\n{uses}",
        # compared otherwise
        f"def g():\n    m = 1\n    if m < 2:\n        m = 2\n{uses}",
        # a number that is worked out
        f"def g():\n    m = f()\n{uses}",
        # handed on, and printed
        f"def g():\n    m = 1\n{uses}    print(m)\n",
        # a parameter
        f"def g(m):\n    m = 1\n{uses}",
        # beside other variables, with a value that may not be written twice
        f"def g():\n    m = n = 1 if f() else 2\n{uses}    print(n)\n",
        f"def g():\n    m = n[f()] = 1\n{uses}    print(n)\n",
        # numbers that mean an amount
        f"def g():\n    m = 1000\n{uses}",
    )
