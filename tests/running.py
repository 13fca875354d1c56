"""Runs listings for tests: the console's text at the end, the error that stopped it. Makes arrays."""

from typing import Any

from retromaze.engine.computer import Computer
from retromaze.errors import BasicError
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from retromaze.values.arrays import Array


def run_listing(source: str, *, frames: int = 600, **ways: Any) -> tuple[str, BasicError | None]:
    """Runs a listing with seed 1; `ways` are arguments of Computer: traced, library, techniques."""
    computer = Computer(Machine(seed=1), **ways)
    computer.load_source(0, source)
    error = run_computer(computer, frames=frames)
    return computer.machine.console.text(), error


def text_and_number(source: str, **ways: Any) -> tuple[str, int | None]:
    """Runs a listing as `run_listing` does; returns the text, and the error as its number or None."""
    text, error = run_listing(source, **ways)
    return text, error.number if error else None


def array_of(kind: str, *values: Any) -> Array:
    """Makes an array of one dimension that holds some values."""
    array = Array(kind, (len(values),))
    array.store(0, values)
    return array
