from array import array

import pytest

from retromaze.machine.events import Event, frozen_value
from retromaze.machine.machine import Machine

LISTING = """
def listing(machine):
    machine.screen.line(1, 2, 3, 4)

    machine.rng.below(4)
"""


def act(machine):
    machine.screen.line(1, 2, 3, 4)
    machine.screen.line(0, 0, y1=2, x1=1, color=5)
    machine.console.print("HI", end="")
    machine.wait(2)
    machine.vsync()
    machine.input.button()
    return machine.rng.below(100), machine.rng.fraction(3)


def heard(action, machine=None):
    machine = machine or Machine(seed=1)
    events = []
    machine.listen(events.append)
    action(machine)
    return events


def test_events_hold_full_arguments_result_and_frame():
    assert heard(act) == [
        Event("line", (1, 2, 3, 4, None), None, 0),
        Event("line", (0, 0, 1, 2, 5), None, 0),
        Event("print", ("HI", ""), None, 0),
        Event("wait", (2,), None, 0),
        Event("vsync", (1,), None, 2),
        Event("below", (100, 0), 89, 3),
        Event("fraction", (3,), 0.5926336141572944, 3),
    ]


def test_nobody_listening_costs_nothing():
    machine = Machine(seed=1)
    parts = (machine, machine.screen, machine.console, machine.rng)
    before = [set(vars(part)) for part in parts]
    machine.listen(list[Event]().append)
    machine.listen(None)
    assert [set(vars(part)) for part in parts] == before


def test_calls_within_calls_are_one_event():
    events = heard(lambda machine: machine.console.print("A\tB"))
    assert [event.name for event in events] == ["print"]


def test_what_a_front_end_does_during_a_wait_is_no_event():
    machine = Machine(seed=1)
    machine.on_frame = lambda machine: machine.console.print("front end")
    assert [event.name for event in heard(lambda machine: machine.wait(), machine)] == ["wait"]


def test_a_call_that_fails_leaves_no_event_and_the_next_is_heard():
    machine = Machine(seed=1)
    events = []
    machine.listen(events.append)
    with pytest.raises(ValueError, match="below -1"):
        machine.rng.below(-1)
    with pytest.raises(TypeError):
        machine.rng.below()  # type: ignore[call-arg]
    machine.rng.below(2)
    assert [event.name for event in events] == ["below"]


def test_the_place_is_the_innermost_line_outside_the_machine():
    namespace = {}
    exec(compile(LISTING, "programs/demo.bas", "exec"), namespace)
    assert [(event.file, event.line) for event in heard(namespace["listing"])] == [
        ("programs/demo.bas", 3),
        ("programs/demo.bas", 5),
    ]


def test_arguments_that_may_change_later_are_copied():
    inner = [2, 3]
    copy = frozen_value([1, inner])
    inner.append(4)
    assert copy == (1, (2, 3))
    assert frozen_value(array("I", [5, 6])) == (5, 6)
