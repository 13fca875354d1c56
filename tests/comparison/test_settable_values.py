"""What can be set in a listing and its port."""

import functools
from collections.abc import Callable
from typing import Any

from retromaze.comparison.pairs import compare_programs, pair_with
from retromaze.comparison.runnable_programs import Listing, Port
from retromaze.comparison.settable_values import Keywords, keywords_in, values_to_try, with_defaults
from retromaze.errors import UsageError
from retromaze.language.prologue import Value
from tests.refusals import message_of

LISTING = 'M_W=4:TITLE$="A"\nLIVES%=3:SPEED=1.5\nPRINT TITLE$;M_W;LIVES%\n'


def port(source: str) -> Callable[..., Any]:
    """The `main` of a module."""
    module: dict[str, Any] = {}
    exec(source, module)
    main: Callable[..., Any] = module["main"]
    return main


SAME_NAMES = port("def main(machine, m_w=4, *, title='A', lives=3): pass")
TOLD = port("VARIABLES = {'width': 'M_W', 'name': 'title$'}\ndef main(machine, *, width=4, name='A'): pass")


def given(main: Callable[..., Any], values: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    """The listing's text with these values, and the port's keywords."""
    pair = pair_with(Listing(LISTING, "m.bas"), Port(main)).with_sizes(values)
    assert isinstance(pair.port, Port)
    return pair.text, dict(pair.port.keywords)


def test_a_number_is_named_by_its_variable_or_its_keyword() -> None:
    cases: list[tuple[Callable[..., Any], dict[str, Value], dict[str, Value]]] = [
        (SAME_NAMES, {"M_W": 9, "TITLE$": "B", "lives%": 0}, {"m_w": 9, "title": "B", "lives": 0}),
        (SAME_NAMES, {"m_w": 9, "title": "B", "lives": 0}, {"m_w": 9, "title": "B", "lives": 0}),
        (TOLD, {"width": 9, "TITLE$": "B"}, {"width": 9, "name": "B"}),
        (TOLD, {"m_w": 9}, {"width": 9}),
    ]
    found = [given(main, values) for main, values, _ in cases]
    assert [(text[:6], keywords) for text, keywords in found] == [("M_W=9:", each) for *_, each in cases]


def test_keywords_are_read_without_running_anything() -> None:
    known = {
        "def main(machine, m_w=4, *, title='A', **others): pass": Keywords(("m_w", "title"), {}),
        "def main(machine, first, /, second, *more, third): pass": Keywords(("second", "third"), {}),
        "def main(*machine, m_w): pass": Keywords(("m_w",), {}),
        "VARIABLES = {'width': 'M_W'}\ndef main(machine, *, width): exit()": Keywords(
            ("width",), {"width": "M_W"}
        ),
        "def dig(machine, m_w): pass\nmain = dig": Keywords((), {}),
        "def main(): pass": Keywords((), {}),
    }
    assert {text: keywords_in(text, "main") for text in known} == known


def test_a_port_that_is_wrapped_keeps_its_keywords() -> None:
    @functools.wraps(TOLD)
    def wrapped(*given: Any, **named: Any) -> None:
        TOLD(*given, **named)

    assert given(wrapped, {"M_W": 5})[1] == {"width": 5}


def test_what_both_cannot_be_given_is_refused() -> None:
    messages = [
        (
            SAME_NAMES,
            "SPEED",
            "the port of m.bas has no keyword for SPEED; it has m_w for M_W, title for TITLE$, "
            "lives for LIVES%",
        ),
        (port("def main(machine): pass"), "M_W", "the port of m.bas has no keyword for M_W; it has none"),
        (
            SAME_NAMES,
            "depth",
            "m.bas sets no DEPTH to a constant at its top; it sets M_W, TITLE$, LIVES%, SPEED",
        ),
        (
            port("VARIABLES = ['M_W']\ndef main(machine): pass"),
            "M_W",
            'VARIABLES of a port is a table such as {"width": "M_W"}, not [\'M_W\']',
        ),
    ]
    told = [(main, name, message_of(UsageError, given, main, {name: 7})) for main, name, _ in messages]
    assert told == messages


def test_both_programs_of_a_pair_get_the_numbers() -> None:
    main = port("def main(machine, *, m_w=4, title='A'): machine.console.print(f'{title}{m_w}3')")
    text, keywords = given(main, {"M_W": 8, "title": "OK "})
    assert compare_programs(Listing(text), lambda machine: main(machine, **keywords)).difference is None
    assert compare_programs(Listing(text), main).difference is not None


# ---- other values for the constants at a listing's top


def test_values_that_a_listing_tells_apart() -> None:
    values: dict[str, tuple[Value, ...] | None] = {
        "G=0\n@L\nIF G==1 THEN STOP": (1, 2),
        "G=1\n@L\nIF G!=1 THEN STOP": (2,),
        "G=5\n@L\nWHILE G<2 || 199<G:WEND": (1, 2, 199, 200),
        "G=5\n@L\nA=G>=9": (8, 9),
        "G=0\n@L\nON G GOTO @L,@L,@L": (1, 2, 3),
        "G=0\n@L\nIF G THEN STOP": (1,),
        "G=1\n@L\nA=!G": (0,),
        "G=0\n@L\nA=G && RND(2)": (1,),
        "G=0\n@L\nREPEAT:UNTIL G": (1,),
        "G=0\n@L\nA=RND(G)+G": None,
        "G=0\nG=1\n@L\nIF G THEN STOP": None,
        "@L\nG=0\nIF G THEN STOP": None,
    }
    assert {source: values_to_try(f"{source}\n").get("G") for source in values} == values


def test_texts_are_compared_with_texts() -> None:
    source = 'M$="A":N=1\n@L\nIF M$=="B" OR N=="B" OR M$==1 THEN STOP\n'
    assert values_to_try(source) == {"M$": ("B", "")}


# ---- other defaults of a port's keywords in its text


PORT = '''\
def other(*, width=1): ...


def main(machine, steps=2, *, width: int = 21, 高さ=5, name: str) -> None:  # 幅
    """width = 3"""
'''


def test_the_defaults_of_the_function_change_and_nothing_else() -> None:
    values = {"width": 49, "steps": -1, "高さ": 1.5, "name": "x", "machine": 2, "depth": 3}
    assert with_defaults(PORT, values) == PORT.replace("21", "49").replace("=2", "=-1").replace("=5", "=1.5")
    assert with_defaults(PORT, {"width": "é"}, "other") == PORT.replace("width=1", "width='é'")
    assert with_defaults(PORT, {}) == PORT
    assert with_defaults("def main(m, *, show: bool = False): ...", {"show": 2}).endswith("= True): ...")
