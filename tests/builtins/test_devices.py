"""XON, XOFF and the devices that are not there."""

from types import SimpleNamespace
from typing import Any

import pytest

from retromaze.builtins import devices
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.errors import (
    BasicSyntaxError,
    IllegalFunctionCall,
    MicNotAvailable,
    MotionSensorNotAvailable,
    OutOfRange,
    TypeMismatch,
)
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array


@pytest.fixture
def host() -> Any:
    return SimpleNamespace(features=set(), result=7, machine=Machine(seed=1))


@pytest.mark.parametrize(("word", "result"), [("MOTION", 7), ("expad", 1), ("MIC", 7)])
def test_xon_and_xoff_switch_and_only_expad_sets_result(host: Any, word: str, result: int) -> None:
    devices.switch(host, word, True)
    assert (host.features, host.result) == ({word.upper()}, result)
    devices.switch(host, word, False)
    devices.switch(host, word, False)
    assert host.features == set()


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("word", ["", "FOO", "MOTION ", "1"])
def test_other_features_are_a_syntax_error(host: Any, word: str, on: bool) -> None:
    with pytest.raises(BasicSyntaxError):
        devices.switch(host, word, on)


def test_the_motion_sensor_must_be_switched_on_and_lies_still(host: Any) -> None:
    readers = (devices.angles, devices.angular_speeds, devices.acceleration)
    for call in (*readers, devices.steady):
        with pytest.raises(MotionSensorNotAvailable):
            call(host)
    devices.switch(host, "MOTION", True)
    assert [read(host) for read in readers] == [(0.0, 0.0, 0.0)] * 3
    assert devices.steady(host) is None


def test_the_microphone_must_be_switched_on_and_hears_nothing(host: Any) -> None:
    samples = Array("#", (3,), 5.0)
    calls = (
        lambda: devices.start_recording(host, 0, 0, 1),
        lambda: devices.stop_recording(host),
        lambda: devices.sample(host, 0),
        lambda: devices.save_samples(host, 0, 2, samples),
    )
    for call in calls:
        with pytest.raises(MicNotAvailable):
            call()
    devices.switch(host, "MIC", True)
    assert [call() for call in calls] == [None, None, 0, None]
    assert samples.items == [0.0, 0.0, 5.0]
    assert [VARIABLES[name].read.call() for name in ("MICPOS", "MICSIZE")] == [0, 0]


@pytest.mark.parametrize("arguments", [(-1, 0, 1), (4, 0, 1), (0, -1, 1), (0, 4, 1), (0, 0, -1)])
def test_micstart_checks_its_ranges(host: Any, arguments: tuple[int, int, int]) -> None:
    devices.switch(host, "MIC", True)
    with pytest.raises(OutOfRange):
        devices.start_recording(host, *arguments)


@pytest.mark.parametrize(
    "arguments", [(0, 1, 2.0), (0, 1, Array("$", (1,))), ("x", 1, Array("#", (1,))), (5,)]
)
def test_micsave_looks_at_its_arguments_before_the_microphone(host: Any, arguments: Any) -> None:
    with pytest.raises(TypeMismatch):
        devices.save_samples(host, *arguments)


def test_micsave_takes_one_to_three_arguments() -> None:
    find = BUILTINS["MICSAVE"].find
    assert [find(n, value=False, receivers=None) is not None for n in range(5)] == [
        False,
        True,
        True,
        True,
        False,
    ]


def test_there_is_nobody_to_play_with(host: Any) -> None:
    assert [VARIABLES[name].read.call() for name in ("MPCOUNT", "MPHOST", "MPLOCAL")] == [0, -1, -1]
    assert (devices.receive(), devices.connected()) == ((-1, ""), 0)
    devices.start_session(host, 4, "ID")
    assert host.result == 0
    assert devices.send("HI") is None and devices.end_session() is None and devices.share_number(8, 5) is None


@pytest.mark.parametrize(
    "call",
    [
        lambda host: devices.start_session(host, 1, "X"),
        lambda host: devices.start_session(host, 5, "X"),
        lambda _: devices.connected(0),
        lambda _: devices.connected(-1),
        lambda _: devices.player_name(0),
        lambda _: devices.shared_number(0, 0),
        lambda _: devices.share_number(-1, 0),
        lambda _: devices.share_number(9, 0),
    ],
)
def test_terminals_and_numbers_out_of_range(host: Any, call: Any) -> None:
    with pytest.raises(OutOfRange):
        call(host)


def test_an_empty_text_cannot_be_sent() -> None:
    with pytest.raises(IllegalFunctionCall):
        devices.send("")


@pytest.mark.parametrize(
    ("name", "count", "value", "receivers"),
    [
        ("GYROA", 0, False, 2),
        ("ACCEL", 0, False, 4),
        ("GYROSYNC", 1, False, None),
        ("MPEND", 1, False, None),
        ("MPRECV", 0, False, None),
        ("MPGET", 1, True, None),
        ("MPGET", 3, True, None),
        ("MPSET", 1, False, None),
        ("MPNAME$", 0, True, None),
    ],
)
def test_shapes_that_are_illegal(name: str, count: int, value: bool, receivers: int | None) -> None:
    assert BUILTINS[name].find(count, value=value, receivers=receivers) is None
    assert BUILTINS[name].shape_error is IllegalFunctionCall
