"""Colors of events: compared as the machine takes them, told in hexadecimal."""

import inspect
from collections.abc import Callable

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.difference import Difference
from retromaze.comparison.words import argument_texts
from retromaze.machine.events import COLOR, Event, observed_names, places_among
from retromaze.machine.machine import Machine
from retromaze.machine.screen import Screen

RED = 0xFFFF_0000


def found(listing: str, port: Callable[[Machine], None]) -> Difference | None:
    return compare_programs(Listing(listing, "a.bas"), port, seed=1).difference


ALIKE = {
    "GCLS -65536": lambda screen: screen.clear(RED),
    "GCOLOR -65536": lambda screen: screen.set_color(RED + (7 << 32)),
    "GPSET 1,2,-65536": lambda screen: screen.point(1, 2, color=RED),
    "GLINE 1,2,3,4,-65536": lambda screen: screen.line(1, 2, 3, 4, RED),
    "GBOX 1,2,3,4,-65536": lambda screen: screen.box(1, 2, 3, 4, RED),
    "GFILL 1,2,3,4,-65536": lambda screen: screen.fill(1, 2, 3, 4, RED),
    "GCIRCLE 1,2,3,-65536": lambda screen: screen.circle(1, 2, 3, RED),
    "GCIRCLE 1,2,3,0,9,0,-65536": lambda screen: screen.arc(1, 2, 3, 0, 9, False, RED),
    "GTRI 1,2,3,4,5,9,-65536": lambda screen: screen.triangle(1, 2, 3, 4, 5, 9, RED),
    "GPAINT 1,2,-65536,-65535": lambda screen: screen.paint(1, 2, RED, RED + 1),
    'GPUTCHR 1,2,"A",1,1,-65536': lambda screen: screen.put_text(1, 2, "A", 1, 1, RED),
    "BACKCOLOR -65536": lambda screen: screen.set_backdrop(RED),
    "FADE -65536": lambda screen: screen.set_fade(RED),
}


def test_a_color_is_its_32_bits() -> None:
    made = {}
    for listing, draw in ALIKE.items():
        made[listing] = found(listing, lambda machine, draw=draw: draw(machine.screen))  # type: ignore[misc]
    assert made == dict.fromkeys(ALIKE)


def test_a_coordinate_beyond_32_bits_is_the_last_one_within() -> None:
    listing = 'A=VAL("1E10"):GPSET A,-A'
    assert found(listing, lambda machine: machine.screen.point(10**10, -(10**10))) is None
    assert found(listing, lambda machine: machine.screen.point(10**10, -(10**9))) is not None


def test_every_color_of_a_drawing_method_is_marked_as_one() -> None:
    for name in observed_names(Screen):
        parameters = list(inspect.signature(getattr(Screen, name)).parameters.values())
        named = [at for at, each in enumerate(parameters) if each.name in {"color", "border"}]
        assert list(places_among(parameters, COLOR)) == named


def test_a_color_is_heard_as_basic_knows_it() -> None:
    machine = Machine(seed=1)
    heard: list[Event] = []
    machine.listen(heard.append)
    machine.screen.paint(1, 2, None, 1 << 31)
    machine.screens[1].clear(RED)
    assert [(each.name, each.arguments) for each in heard] == [
        ("paint", (1, 2, None, -(1 << 31))),
        ("screens[1].clear", (-65536,)),
    ]


def test_colors_of_events_are_told_in_hexadecimal() -> None:
    made = found("GPSET 1,2,RGB(0,255,0)", lambda machine: machine.screen.point(1, 2, RED))
    assert made is not None
    assert made.words == "listing line 1 draws point(1, 2, &HFF00FF00), port draws point(1, 2, &HFFFF0000)"
    assert argument_texts(Event("set_color", (5, 6), None, 0)) == ["5", "6"]
    paint = Event("screens[1].paint", (1, 2, None, 3), None, 0)
    assert argument_texts(paint) == ["1", "2", "None", "&H00000003"]


def test_colors_that_are_set_are_told_in_hexadecimal() -> None:
    def port(machine: Machine) -> None:
        machine.screen.backdrop = 0x00_FF_00
        machine.vsync()

    made = found("VSYNC", port)
    assert made is not None
    assert made.words == (
        "after vsync() in listing line 1,"
        " backdrop of the upper screen is &H00000000 in listing, &H0000FF00 in port"
    )
