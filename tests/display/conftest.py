"""A window on SDL's dummy driver, with a clock that only sleeping moves."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from retromaze.machine.machine import Machine


class Time:
    """The user's time: `at(seconds, do)` lets something happen while the window sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.sleeps: list[float] = []
        self._plans: list[tuple[float, Callable[[], Any]]] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.now += max(seconds, 1e-6)
        if self.now > 600:
            raise TimeoutError("the window sleeps for ever")
        due = [plan for plan in self._plans if plan[0] <= self.now]
        self._plans = [plan for plan in self._plans if plan[0] > self.now]
        for _, do in sorted(due, key=lambda plan: plan[0]):
            do()

    def at(self, seconds: float, do: Callable[[], Any]) -> None:
        self._plans.append((seconds, do))


@pytest.fixture
def user_time() -> Time:
    return Time()


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch, user_time: Time, tmp_path: Path) -> Iterator[Any]:
    """Screenshots go to tmp_path."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from retromaze.display.window import Window

    opened = Window("maze", folder=tmp_path, clock=user_time.clock, sleep=user_time.sleep)
    yield opened
    opened.close()


@pytest.fixture
def machine(window: Any) -> Machine:
    """A machine that the window shows."""
    made = Machine(seed=1)
    window.attach(made)
    return made


@pytest.fixture
def composed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The frame of every picture that is shown."""
    frames: list[int] = []
    compose = machine.picture
    monkeypatch.setattr(machine, "picture", lambda: frames.append(machine.frame) or compose())
    return frames
