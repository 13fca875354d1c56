"""XON, XOFF and the devices that are not there."""

from types import SimpleNamespace
from typing import Any

import pytest

from retromaze.builtins import devices
from retromaze.builtins.registry import VARIABLES
from retromaze.errors import (
    IllegalFunctionCall,
    MicNotAvailable,
    MotionSensorNotAvailable,
    OutOfRange,
    TypeMismatch,
)
from retromaze.machine.machine import Machine
from retromaze.values.arrays import Array
from tests.refusals import error_of


@pytest.fixture
def host() -> Any:
    made = SimpleNamespace(features=set(), machine=Machine(seed=1))
    made.machine.system.result = 7
    return made


def test_xon_and_xoff_switch_and_only_expad_sets_result(host: Any) -> None:
    for word, result in {"MOTION": 7, "MIC": 7, "expad": 1}.items():
        devices.switch_device(host, word, True)
        assert (host.features, host.machine.system.result) == ({word.upper()}, result)
        devices.switch_device(host, word, False)
        devices.switch_device(host, word, False)
        assert host.features == set()


def test_the_motion_sensor_must_be_switched_on_and_lies_still(host: Any) -> None:
    readers = (devices.angles, devices.angular_speeds, devices.acceleration)
    errors = [error_of(call, host) for call in (*readers, devices.steady)]
    assert errors == [MotionSensorNotAvailable] * 4
    devices.switch_device(host, "MOTION", True)
    assert [read(host) for read in readers] == [(0.0, 0.0, 0.0)] * 3
    assert devices.steady(host) is None


def test_the_microphone_must_be_switched_on_and_hears_nothing(host: Any) -> None:
    samples = Array("#", (3,), 5.0)
    calls: tuple[tuple[Any, ...], ...] = (
        (devices.start_recording, 0, 0, 1),
        (devices.stop_recording,),
        (devices.sample, 0),
        (devices.save_samples, 0, 2, samples),
    )
    assert [error_of(call, host, *given) for call, *given in calls] == [MicNotAvailable] * 4
    devices.switch_device(host, "MIC", True)
    assert [call(host, *given) for call, *given in calls] == [None, None, 0, None]
    assert samples.items == [0.0, 0.0, 5.0]
    assert [VARIABLES[name].read.call() for name in ("MICPOS", "MICSIZE")] == [0, 0]


def test_micstart_checks_its_ranges(host: Any) -> None:
    devices.switch_device(host, "MIC", True)
    cases = ((-1, 0, 1), (4, 0, 1), (0, -1, 1), (0, 4, 1), (0, 0, -1))
    errors = {case: error_of(devices.start_recording, host, *case) for case in cases}
    assert errors == dict.fromkeys(cases, OutOfRange)


def test_micsave_looks_at_its_arguments_before_the_microphone(host: Any) -> None:
    cases = ((0, 1, 2.0), (0, 1, Array("$", (1,))), ("x", 1, Array("#", (1,))), (5,))
    errors = {case: error_of(devices.save_samples, host, *case) for case in cases}
    assert errors == dict.fromkeys(cases, TypeMismatch)


def test_there_is_nobody_to_play_with(host: Any) -> None:
    assert [VARIABLES[name].read.call() for name in ("MPCOUNT", "MPHOST", "MPLOCAL")] == [0, -1, -1]
    assert (devices.receive(), devices.connected()) == ((-1, ""), 0)
    devices.start_session(host, 4, "ID")
    assert host.machine.system.result == 0
    assert devices.send("HI") is None and devices.end_session() is None and devices.share_number(8, 5) is None


def test_terminals_and_numbers_out_of_range(host: Any) -> None:
    calls: tuple[tuple[Any, ...], ...] = (
        (devices.start_session, host, 1, "X"),
        (devices.start_session, host, 5, "X"),
        (devices.connected, 0),
        (devices.connected, -1),
        (devices.player_name, 0),
        (devices.shared_number, 0, 0),
        (devices.share_number, -1, 0),
        (devices.share_number, 9, 0),
    )
    assert [(*call, error_of(*call)) for call in calls] == [(*call, OutOfRange) for call in calls]
    assert error_of(devices.send, "") == IllegalFunctionCall
