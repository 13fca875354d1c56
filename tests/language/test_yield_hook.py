"""A look outside while a listing is compiled."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from retromaze.compiler.compiling import compile_listing
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.language.yield_hook import yield_to_host, yielding_to
from retromaze.machine.machine import Machine

LINES = 300


def listing(name: str) -> str:
    """One that no other test has compiled: what is kept is not compiled again."""
    return f"{name}=1\n" + "IF A>1 THEN B=A+1:PRINT B\n" * LINES


def test_nobody_has_to_wait() -> None:
    yield_to_host()


def test_who_waits_is_called_inside_only() -> None:
    calls = []
    with yielding_to(lambda: calls.append("outer")):
        with yielding_to(lambda: calls.append("inner")):
            yield_to_host()
        yield_to_host()
    yield_to_host()
    assert calls == ["inner", "outer"]


def test_every_line_that_is_compiled_is_a_yield() -> None:
    calls: list[None] = []
    with yielding_to(lambda: calls.append(None)):
        compile_listing(listing("YIELD_STEP"))
    assert len(calls) > 5 * LINES


@pytest.mark.parametrize("last", [1, 3000])
def test_compiling_can_be_ended_anywhere_and_begun_again(last: int) -> None:
    yields = []

    def look(machine: Machine) -> None:
        yields.append(machine.frame)
        if len(yields) == last:
            raise Stopped("enough")

    machine = Machine(seed=1)
    computer = Computer(machine)
    computer.load_source(0, listing(f"ENDED{last}"))
    machine.yield_every(machine.budget, look)
    with pytest.raises(Stopped, match=r"^enough$"):
        computer.run()
    assert (len(yields), machine.frame) == (last, 0)
    computer.run()
    assert computer.slots[0].compiled is not None


SWELLING = {
    "a condition": lambda many: "IF " + "&&".join(["A==1"] * many) + " THEN B=1",
    "arguments": lambda many: "A=MAX(" + ",".join(["RND(9)"] * many) + ")",
    "arguments that are worked out": lambda many: "A=MAX(" + ",".join(["B+1"] * many) + ")",
    "what is printed": lambda many: "PRINT " + ";".join(["B"] * many),
    "statements": lambda many: "A=1:B=2\n" * many,
    "variables": lambda many: "".join(f"V{number}=1\n" for number in range(many)),
}


def longest_wait(source: str) -> int:
    """The calls of Python functions between two yields, at most."""
    waits = [0]

    def called(frame: FrameType, event: str, argument: object) -> None:
        waits[-1] += event == "call"

    with yielding_to(lambda: waits.append(0)):
        sys.setprofile(called)
        try:
            compile_listing(source)
        finally:
            sys.setprofile(None)
    return max(waits)


def test_nobody_waits_long_for_a_yield_in_a_large_listing() -> None:
    # a quarter of a second for the largest that the console holds, which has some hundred times as many
    waits = {kind: longest_wait(written(100)) for kind, written in SWELLING.items()}
    assert {kind: calls for kind, calls in waits.items() if calls >= 44 * 100} == {}
