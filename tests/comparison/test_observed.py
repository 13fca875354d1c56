"""Nothing that can be observed is forgotten: each public member of the machine's parts is one of four things.

An event, which is heard; state, which is compared at each wait and at the end; a look, which changes nothing
that anybody could see; or the side of the clock and of the front end, which is no program's.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from retromaze.builtins import load_all
from retromaze.builtins.form import COUNT, Form
from retromaze.builtins.registry import BUILTINS
from retromaze.comparison import Listing, Script, compare_programs
from retromaze.comparison.difference_words import SIDES, final_findings
from retromaze.comparison.state_digests import Digester
from retromaze.machine.events import (
    Effect,
    attributes_set_by,
    event_name,
    event_name_of_path,
    observed_method,
    observed_methods,
    observed_names,
)
from retromaze.machine.font import PIXELS, WHITE_WORD
from retromaze.machine.machine import Machine
from retromaze.machine.screen import LOWER_SHARE, Visible
from retromaze.machine.sprites import SpriteDefinition
from tests.amounts import every, many

PARTS: dict[str, Callable[[Machine], object]] = {
    "machine": lambda machine: machine,
    "screen": lambda machine: machine.screen,
    "console": lambda machine: machine.console,
    "font": lambda machine: machine.font,
    "page": lambda machine: machine.pages[0],
    "fade": lambda machine: machine.screen.fade,
    "rng": lambda machine: machine.rng,
    "input": lambda machine: machine.input,
    "sound": lambda machine: machine.sound,
    "storage": lambda machine: machine.storage,
    "system": lambda machine: machine.system,
    "sprites": lambda machine: machine.sprites,
    "backgrounds": lambda machine: machine.backgrounds,
    "definitions": lambda machine: machine.definitions,
}

LOOKS = {
    "machine": "calendar observed_parts picture",
    "screen": "ink_of is_tall pixels_of size spoit whole words",
    "console": "code_at draft rows style text",
    "font": "defined glyph",
    "page": "initial_words is_untouched",
    "fade": "color moving target",
    "rng": "",
    # what is taken by inkey() and line() is counted, and the counts are state
    "input": "at_rest button inkey line repeats second_stick stick touched unread_changes unread_text",
    "sound": "effects own_tunes playing started_tunes talking tracks variable waves",
    "storage": "exists names project_or_chosen projects read read_array read_data read_page read_text"
    " required_stored_name writable_project",
    "system": "result",
    # who asks for other meetings, or in another order, does no harm
    "sprites": "all_used animated box box_hits callback callbacks count_used hits all_states last_meeting"
    " place used variable",
    "backgrounds": "all animated callback callbacks cell cell_of_pixel cell_on_map cells converted"
    " place_on_map place_on_screen variable",
    "definitions": "",
}
"""Methods and attributes that only tell something."""

OUTSIDE = {
    "machine": "budget changed clock_reads frame listen_without_place idle idle_frames listen meter"
    " on_yield on_frame on_rewired notify_rewired pass_frame poll_changes wait_began_frame seed spend start"
    " still_frames still_waits tick yield_every yield_now yield_units"
    # an answer that is taken is counted; a fresh seed shows in the event of the series that is given it
    " ask fresh_seed",
    "screen": "changed height meter width",
    "console": "changed columns meter",
    "font": "changed version",
    "page": "set_initial_words",
    "fade": "advance",
    "rng": "",
    "input": "advance_to answers ask begin_frame buttons channels detach_from_clock earlier_polls"
    " forget_future gives_way has_future hold keys last_scheduled lift lines on_poll pad polls schedule"
    " second_pad settle stylus"
    " stylus_asked tilt tilt_second touch type",
    "sound": "advance on_sound strict unheard",
    "storage": "backend folder lists_siblings meter on_read quota siblings siblings_of",
    "system": "",
    "sprites": "advance changed count definitions",
    "backgrounds": "advance changed count",
    "definitions": "",
}
"""The clock's side, the player's, the front end's, and how a part is built."""

INNER = {
    "machine": "backgrounds console definitions system font input pages rng screens sound sprites storage",
    "screen": "backgrounds console fade font pages reset sprites",
    "sprites": "reset",
    "backgrounds": "reset",
    "sound": "stream",
    "storage": "write_array write_page write_text",
}
"""Parts of their own, and calls that come to one that is heard."""

CALLS: dict[str, tuple[Any, ...]] = {
    "machine.display": (0,),
    "machine.reset": (),
    "machine.set_mode": (2,),
    "machine.set_tab_step": (2,),
    "machine.vsync": (2,),
    "machine.wait": (2,),
    "screen.arc": (9, 9, 5, 0, 90),
    "screen.box": (1, 1, 5, 5),
    "screen.circle": (9, 9, 5),
    "screen.clear": (),
    "screen.copy": (0, 0, 5, 5, 9, 9),
    "screen.fill": (1, 1, 5, 5),
    "screen.line": (1, 1, 5, 5),
    "screen.paint": (1, 1),
    "screen.point": (1, 1),
    "screen.put_text": (1, 1, "A"),
    "screen.put_words": (1, 1, 1, 1, [5]),
    "screen.set_backdrop": (5,),
    "screen.set_clip": ((1, 1, 9, 9),),
    "screen.set_color": (-65536,),
    "screen.set_display_clip": ((1, 1, 9, 9),),
    "screen.set_fade": (5,),
    "screen.set_offset": (5, 5),
    "screen.set_pages": (1, 0),
    "screen.set_priority": (5,),
    "screen.set_visible": (True, False, True, True),
    "screen.triangle": (1, 1, 9, 9, 1, 9),
    "console.clear": (),
    "console.locate": (3, 3),
    "console.print": ("A",),
    "console.scroll": (1, 1),
    "console.set_attributes": (1,),
    "console.set_color": (3,),
    "console.set_width": (16,),
    "console.tab": (),
    "rng.below": (9,),
    "rng.fraction": (),
    "rng.raw": (),
    "rng.seed": (5,),
    "input.expand": (),
    "input.set_repeat": (4, 9, 9),
    "sound.beep": (9,),
    "sound.clear_tunes": (),
    "sound.effects_off": (),
    "sound.effects_on": (),
    "sound.pause": (),
    "sound.play": ("CDE",),
    "sound.resume": (),
    "sound.resume_stream": (),
    "sound.set_effect": (1,),
    "sound.set_reverb": (1, 1, 1, 1.0, 1, 0.5, 0.5),
    "sound.set_stream_volume": (5,),
    "sound.set_tune": (128, "CDE"),
    "sound.set_variable": (0, 0, 5),
    "sound.set_volume": (5,),
    "sound.set_wave": (224, 0, 0, 0, 0, "7F" * 16),
    "sound.set_wetness": (1, 2, 3),
    "sound.silence": (),
    "sound.stop": (),
    "sound.stop_stream": (),
    "sound.stop_talking": (),
    "sound.stream_digest": ("A",),
    "sound.talk": ("A",),
    "storage.delete": ("TXT", "OLD"),
    "storage.rename": ("TXT", "OLD", "NEW"),
    "storage.select_project": ("MAZES",),
    "storage.write": ("TXT", "NEW", b"12"),
    "system.dialog": ("SURE?",),
    "system.entry_dialog": ("A", "NAME?", 9),
    "system.keep": ("A",),
    "system.set_key": (1, "A"),
    "sprites.animate": (0, "XY", [(-9, (5.0, 5.0))]),
    "sprites.change_part": (0, 8, None, None, None, None),
    "sprites.clear": (0,),
    "sprites.detect": (0, (0, 0, 9, 9)),
    "sprites.halt": (0,),
    "sprites.link": (1, 0),
    "sprites.move": (0, 5.0, 5.0),
    "sprites.resume": (0,),
    "sprites.scale": (0, 2.0, 2.0),
    "sprites.set_callback": (0, "0:@L"),
    "sprites.set_clip": ((1, 1, 9, 9),),
    "sprites.set_free": (1,),
    "sprites.set_home": (0, 5.0, 5.0),
    "sprites.set_variable": (0, 0, 5.0),
    "sprites.set_velocity": (0, (5.0, 5.0)),
    "sprites.unlink": (1,),
    "backgrounds.animate": (0, "XY", [(-9, (5.0, 5.0))]),
    "backgrounds.clear": (0,),
    "backgrounds.copy": (0, 0, 0, 1, 1, 5, 5),
    "backgrounds.fill": (0, 1, 1, 5, 5, 9),
    "backgrounds.halt": (0,),
    "backgrounds.load": (0, [5]),
    "backgrounds.move": (0, 5, 5, 5.0),
    "backgrounds.put": (0, 2, 2, 5),
    "backgrounds.resume": (0,),
    "backgrounds.scale": (0, 2.0, 2.0),
    "backgrounds.set_callback": (0, "0:@L"),
    "backgrounds.set_clip": (0, (1, 1, 9, 9)),
    "backgrounds.set_map": (0, 5, 5),
    "backgrounds.set_variable": (0, 0, 5.0),
    "definitions.define_all": ([(0, 0, 8, 8, 0, 0, 1)],),
    "definitions.restore": (),
}
"""Each event with arguments for it."""


def put(part: str, name: str, value: Any) -> Callable[[Machine], None]:
    return lambda machine: setattr(PARTS[part](machine), name, value)


STATE: dict[str, Callable[[Machine], object]] = {
    "machine.screen": lambda machine: setattr(machine, "screen", machine.screens[1]),
    "machine.tab_step": lambda machine: setattr(machine.screens[1].console, "tab_step", 9),
    "screen.backdrop": put("screen", "backdrop", 5),
    "screen.clip": put("screen", "clip", (0, 0, 9, 9)),
    "screen.apply_share": lambda machine: machine.screen.apply_share(machine.screen.share, (320, 480)),
    "screen.color": put("screen", "color", 5),
    "screen.display_clip": put("screen", "display_clip", (0, 0, 9, 9)),
    "screen.draw_page": put("screen", "draw_page", 3),
    "screen.ink": put("screen", "ink", array("I", [5])),
    "screen.offset": put("screen", "offset", (5, 5)),
    "screen.pixels": lambda machine: machine.screen.pixels.__setitem__(7, 5),
    "screen.priority": put("screen", "priority", 5),
    "screen.share": put("screen", "share", LOWER_SHARE),
    "screen.show_page": put("screen", "show_page", 2),
    "screen.visible": put("screen", "visible", Visible(False)),
    "console.attributes": put("console", "attributes", 1),
    "console.background": put("console", "background", 1),
    "console.cell_size": put("console", "cell_size", 16),
    "console.cells": lambda machine: machine.console.cells.__setitem__(5, machine.console.style["A"]),
    "console.column": put("console", "column", 5),
    "console.foreground": put("console", "foreground", 4),
    "console.reset": lambda machine: machine.console.reset(),
    "console.resize": lambda machine: machine.console.resize((320, 480)),
    "console.row": put("console", "row", 5),
    "console.tab_step": put("console", "tab_step", 9),
    "console.z": put("console", "z", 5.0),
    "font.define": lambda machine: machine.font.define(65, range(PIXELS)),
    "font.restore": lambda machine: machine.font.restore(),
    "page.restore": lambda machine: machine.pages[0].restore(),
    "page.pixels": lambda machine: machine.pages[0].pixels.__setitem__(9, 5),
    "fade.move": lambda machine: machine.screen.fade.move(0x7F000000, 0),
    "screen.fade": lambda machine: machine.screen.fade.move(0x7F000000, 60),
    "input.answers_taken": lambda machine: machine.input.line(),
    "storage.project": put("storage", "project", "MAZES"),
    "system.clipboard": put("system", "clipboard", "A"),
    "system.keys": lambda machine: machine.system.keys.__setitem__(0, "A"),
    "backgrounds.page": put("backgrounds", "page", 4),
    "sprites.clip": put("sprites", "clip", (0, 0, 9, 9)),
    "definitions.defined": lambda machine: machine.definitions.defined.update({5: SpriteDefinition(8, 8)}),
}
"""What is compared at each wait and at the end, each with something that changes it unheard."""

AT_THE_END: dict[str, Callable[[Machine], object]] = {
    "input.keys_taken": lambda machine: machine.input.inkey()
}
"""What is compared at the end alone: who reads ahead does no harm."""


def given_to(form: Form) -> tuple[Any, ...]:
    """Numbers that a word takes: where it is a method of the machine, that takes them as well."""
    ranges = [each.range or COUNT for each in form.parameters]
    return tuple(int(max(each.low, min(each.high, 1))) for each in ranges)


def add_declared() -> None:
    """Adds what follows from declarations: calls of words that are given numbers, numbers that are set."""
    load_all()
    for form in (each for entry in BUILTINS.values() for each in entry.forms):
        part, _, name = (form.method if "." in form.method else f"machine.{form.method}").partition(".")
        owner = type(PARTS[part](MACHINE)) if part in PARTS else object
        if name in observed_names(owner) and all(each.kind == "int" for each in form.parameters):
            CALLS.setdefault(f"{part}.{name}", given_to(form))
    for part, at in PARTS.items():
        for attribute in attributes_set_by(type(at(MACHINE))).values():
            value = getattr(at(MACHINE), attribute)
            if isinstance(value, int):
                STATE.setdefault(f"{part}.{attribute}", put(part, attribute, value + 1))


MACHINE = Machine(seed=1)
add_declared()


def members(part: object) -> Iterator[str]:
    """The public members of a part's class, and what its making leaves in it."""
    names = {*vars(part), *(name for kind in type(part).__mro__ for name in vars(kind) if kind is not object)}
    return (name for name in sorted(names) if not name.startswith("_"))


def declared(table: dict[str, str], part: str) -> set[str]:
    return set(table.get(part, "").split())


def test_every_public_member_of_the_machine_is_accounted_for() -> None:
    machine, compared = Machine(seed=1), {**STATE, **AT_THE_END}
    there, known = {}, {}
    for part, at in PARTS.items():
        owner = at(machine)
        there[part] = set(members(owner))
        known[part] = {
            *observed_names(type(owner)),
            *(name.split(".")[1] for name in compared if name.startswith(f"{part}.")),
            *declared(LOOKS, part),
            *declared(OUTSIDE, part),
            *declared(INNER, part),
        }
    assert known == there


def test_each_part_that_has_events_is_listened_to() -> None:
    machine = Machine(seed=1)
    for part in PARTS.values():
        owner = part(machine)
        if observed_names(type(owner)):
            assert owner in machine.observed_parts


def test_each_event_is_tried() -> None:
    machine = Machine(seed=1)
    events = {f"{part}.{name}" for part, at in PARTS.items() for name in observed_names(type(at(machine)))}
    assert set(CALLS) == events


BEFORE = """\
SPSET 0,0
SPSET 1,0
SAVE "TXT:OLD","1"
COLOR 3
GCOLOR -65536
GPSET 0,0
FONTDEF 66,"FFFF"*64
K$=INKEY$()
PRINT "A";
"""


def before(machine: Machine) -> None:
    machine.sprites.set(0, 0)
    machine.sprites.set(1, 0)
    machine.storage.write_text("OLD", "1")
    machine.console.set_color(3)
    machine.screen.set_color(-65536)
    machine.screen.point(0, 0)
    machine.font.define(66, [WHITE_WORD] * PIXELS)
    machine.input.inkey()
    machine.console.print("A", "")


def told(act: Callable[[Machine], object], *, waits: int = 0) -> str:
    """What is found where the port does something more than its listing."""

    def port(machine: Machine) -> None:
        before(machine)
        act(machine)
        for _ in range(waits):
            machine.wait(1)

    script = Script(answers=("X",), keys="kk")
    source = Listing(BEFORE + "WAIT 1\n" * waits)
    made = compare_programs(source, port, seed=1, script=script).difference
    return made.words if made else ""


def call(machine: Machine, event: str) -> None:
    """Calls a part's method with the arguments for it."""
    part, name = event.split(".")
    getattr(PARTS[part](machine), name)(*CALLS[event])


def test_an_event_is_heard_and_has_the_effect_that_it_is_declared_with() -> None:
    found, expected = {}, {}
    for event in every(2, [*CALLS]):
        machine, heard = Machine(seed=1), list[str]()
        machine.storage.write("TXT", "OLD", b"1")
        machine.sprites.set(0, 0)
        machine.sprites.set(1, 0)
        picture = machine.picture()
        machine.listen(lambda each, heard=heard: heard.append(each.name))  # type: ignore[misc]
        call(machine, event)
        declared = observed_method(event_name_of_path(event))
        assert declared is not None
        changes = declared.effect in {Effect.DRAWS, Effect.PRINTS} and machine.picture() != picture
        found[event] = heard, machine.frame > 0, changes or machine.picture() == picture
        expected[event] = [event_name_of_path(event)], declared.effect is Effect.WAITS, True
    assert found == expected


def test_events_of_one_name_have_one_effect_and_one_verb() -> None:
    told_of = {(event_name(each.method), each.effect, each.verb) for each in observed_methods()}
    assert len(told_of) == len({name for name, _, _ in told_of})


@pytest.mark.parametrize("waits", [0, 2])
def test_a_port_that_does_nothing_else_is_equal(waits: int) -> None:
    assert told(lambda machine: None, waits=waits) == ""


def test_a_call_of_the_port_alone_is_found() -> None:
    events = [*CALLS][:: many(5, 1)]
    words = {event: told(lambda machine, event=event: call(machine, event)) for event in events}  # type: ignore[misc]
    other = {event: each for event, each in words.items() if not each.startswith("listing has ended, port ")}
    assert other == {}
    assert {
        event: each for event, each in words.items() if f" {event_name_of_path(event)}(" not in each
    } == {}


def test_a_call_for_the_other_screen_is_found() -> None:
    same = []
    for event in every(2, [each for each in CALLS if each.startswith(("screen.", "console."))]):
        part, name = event.split(".")
        heard: list[list[str]] = [[], []]
        for number, names in enumerate(heard):
            machine = Machine(seed=1)
            machine.listen(lambda event, names=names: names.append(event.name))  # type: ignore[misc]
            screen = machine.screens[number]
            getattr(screen if part == "screen" else screen.console, name)(*CALLS[event])
        if heard[0] == heard[1]:
            same.append(event)
    assert same == []


def prepared() -> Machine:
    """A machine on which a port has done as the listing does, and may take an answer and a key."""
    machine = Machine(seed=1)
    machine.input.lines.append("X")
    machine.input.type("kk")
    before(machine)
    return machine


def test_what_is_changed_unheard_has_another_digest_and_is_found_among_all_there_is() -> None:
    found = {}
    for name, change in {**STATE, **AT_THE_END}.items():
        one, other = prepared(), prepared()
        change(other)
        differ = Digester(one).digest() != Digester(other).digest()
        found[name] = differ or name in AT_THE_END, any(final_findings(one, other, SIDES))
    assert found == dict.fromkeys(found, (True, True))


def test_what_is_changed_unheard_is_found_at_the_next_wait() -> None:
    names = [*STATE][:: many(4, 1)]
    words = {name: told(STATE[name], waits=2) for name in names}
    begins = "after wait() in listing line 10, "
    assert {name: each for name, each in words.items() if not each.startswith(begins)} == {}


def test_what_is_changed_unheard_behind_the_last_wait_is_found_at_the_end() -> None:
    changes = {**AT_THE_END, **STATE}
    words = {name: told(changes[name]) for name in [*changes][:: many(4, 1)]}
    assert {name: each for name, each in words.items() if not each.startswith("at the end, ")} == {}
