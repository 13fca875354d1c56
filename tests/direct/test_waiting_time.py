"""Time at the prompt: it passes while something moves by itself, and stands still otherwise."""

from __future__ import annotations

from retromaze.direct.waiting_time import WaitingTime, is_moving
from retromaze.machine.machine import Machine
from retromaze.runner import play


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def machine_after(source: str) -> Machine:
    machine = Machine(seed=1)
    assert play(source, machine) is None
    return machine


def waited(machine: Machine, *seconds: float) -> int:
    """The frames that pass in so many looks."""
    clock, begun = Clock(), machine.frame
    waiting = WaitingTime(machine, clock)
    for each in seconds:
        clock.now += each
        waiting.pass_frames()
    return machine.frame - begun


def test_a_sprite_moves_at_the_consoles_pace() -> None:
    machine = machine_after('SPSET 0,0:SPOFS 0,20,0:SPANIM 0,"XY",-40,60,40')
    assert waited(machine, *[0.01] * 33) == 19
    assert machine.sprites[0].place == (39.0, 19.0)


def test_time_stands_still_once_it_has_come_there() -> None:
    machine = machine_after('SPSET 0,0:SPANIM 0,"XY",-3,60,40')
    assert waited(machine, *[0.05] * 9) == 3
    assert (machine.sprites[0].place, is_moving(machine)) == ((60.0, 40.0), False)


def test_a_look_that_comes_late_lets_nothing_jump() -> None:
    machine = machine_after('SPSET 0,0:SPANIM 0,"XY",-60,60,40')
    assert waited(machine, 9.0, 0.05) == 9


def test_what_moves() -> None:
    for source, moves in {
        "SPSET 0,0": False,
        'BGANIM 0,"XY",-60,8,8': True,
        'SPSET 0,0:SPANIM 0,"XY",-60,8,8:SPSTOP': False,
        "FADE #RED,30": True,
        "FADE #RED": False,
    }.items():
        machine = machine_after(source)
        assert (source, is_moving(machine)) == (source, moves)
        assert (source, waited(machine, 0.05) > 0) == (source, moves)


def test_whoever_paces_a_program_does_not_hear_of_it() -> None:
    machine = machine_after('SPSET 0,0:SPANIM 0,"XY",-60,8,8')
    heard: list[int] = []

    def hearer(machine: Machine) -> None:
        heard.append(machine.frame)

    machine.on_frame = hearer
    assert waited(machine, 0.05) == 3
    assert (heard, machine.on_frame) == ([], hearer)
