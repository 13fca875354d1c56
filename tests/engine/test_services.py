"""The frame budget in services of generated code: pieces, yields, jumps."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.engine.computer import Computer
from retromaze.engine.direct_mode import Prompt
from retromaze.errors import BasicError, Stopped
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer, run_source
from retromaze.values.arrays import Array
from tests.amounts import TIER, one_in

ROOT = Path(__file__).parents[2]
LISTINGS = sorted((ROOT / "tests" / "listings").rglob("*.bas"))
HANDED_OUT = {"work", "budget"}


def run(source: str, every: int = 0, *, frames: int = 60) -> tuple[tuple[Any, ...], list[int]]:
    """All that a run leaves, and the frame of each yield if it yields every so many units."""
    machine = Machine(seed=1)
    computer = Computer(machine)
    events: list[Event] = []
    yields: list[int] = []
    machine.listen(events.append)
    machine.input.lines.extend(["right", "down"] * 50)
    computer.load_source(0, source)
    if every:
        with suppress(BasicError):
            computer.compile(computer.slots[0])  # once for all: compiling yields as well
        machine.yield_every(every, lambda machine: yields.append(machine.frame))
    error: object
    try:
        error = run_computer(computer, frames=frames)
    except Stopped as reason:
        error = reason
    pages = [page.pixels for page in machine.pages]
    cells = [screen.console.cells for screen in machine.screens]
    variables = [variables_of(dict(slot.namespace)) for slot in computer.slots]
    return (events, machine.frame, str(error), pages, cells, machine.rng.raw(), variables), yields


def variables_of(namespace: dict[str, Any]) -> dict[str, Any]:
    """What a slot's program has shared, arrays as rows of their elements."""
    kept = {name: each for name, each in namespace.items() if name not in HANDED_OUT}
    scalars = {name: each for name, each in kept.items() if isinstance(each, int | float | str)}
    arrays = {name: each.items for name, each in kept.items() if isinstance(each, Array)}
    return scalars | {
        name: [getattr(each, "value", each) for each in items] for name, items in arrays.items()
    }


@pytest.mark.parametrize("name", one_in(9, [*CATALOGUE]))
def test_a_program_of_the_catalogue_runs_alike(name: str) -> None:
    source = listing_source(CATALOGUE[name])
    expected, _ = run(source, frames=20)
    for every in (1, 777, 20_000):
        found, yields = run(source, every, frames=20)
        assert found == expected, every
        # one that needs a file ends before its first unit
        assert yields or every > 1 or not found[1]


def test_listings_run_alike() -> None:
    for path in LISTINGS[:: {"fast": 18, "ci": 6, "exhaustive": 1}[TIER]]:
        source = path.read_text("utf-8")
        expected, _ = run(source)
        assert run(source, 5)[0] == expected, path


def test_a_yield_is_taken_every_so_many_units_and_none_where_a_frame_passes() -> None:
    source = "FOR I=1 TO 50000:NEXT"  # two units a pass
    _, yields = run(source, 10_000)
    assert yields == [0, 0, 0, 0, 0, 1, 1, 1, 1]


def test_work_of_long_calls_yields_as_well() -> None:
    _, yields = run("GTRI 0,0,399,0,0,9:" * 9, 10_000)  # eight units a column, 3200 each
    assert yields == [0, 0]


def test_a_wait_begins_with_a_whole_budget() -> None:
    _, yields = run("FOR J=0 TO 1:FOR I=1 TO 10000:NEXT:WAIT 1:NEXT", 15_000)
    assert yields == [0, 1]


def test_a_wait_that_does_not_wait_puts_no_yield_off() -> None:
    _, yields = run("FOR I=1 TO 10000:WAIT 0:NEXT", 10_000)
    assert len(yields) > 2


def test_who_is_called_may_change_its_mind() -> None:
    machine = Machine(seed=1)
    computer = Computer(machine)
    taken = []

    def yield_to_host(machine: Machine) -> None:
        taken.append(machine.frame)
        if len(taken) == 3:
            machine.yield_every(20_000, yield_to_host)
        if len(taken) == 5:
            machine.yield_every(1, None)

    computer.load_source(0, "FOR I=1 TO 100000:NEXT")
    computer.compile(computer.slots[0])
    machine.yield_every(100, yield_to_host)
    assert run_computer(computer) is None
    assert (taken, machine.frame) == ([0, 0, 0, 0, 0], 3)


def test_a_yield_can_end_the_run() -> None:
    def stop(machine: Machine) -> None:
        raise Stopped("enough")

    machine = Machine(seed=1)
    computer = Computer(machine)
    computer.load_source(0, "@L GOTO @L")
    computer.compile(computer.slots[0])
    machine.yield_every(1000, stop)
    with pytest.raises(Stopped, match=r"^enough$"):
        run_computer(computer)
    assert machine.frame == 0


def test_a_line_of_direct_mode_counts_its_own_work() -> None:
    machine = Machine(seed=1)
    computer = Computer(machine, library=True)
    prompt = Prompt(computer, {})
    computer.on_suspend = lambda slot, line: prompt.run("FOR J=1 TO 6000:NEXT")
    machine.yield_every(10_000, lambda machine: None)
    computer.load_source(
        0, "FOR I=1 TO 10000:NEXT:STOP:FOR I=1 TO 10000:NEXT:A=MAINCNT:FOR I=1 TO 9999:NEXT:B=MAINCNT"
    )
    assert run_computer(computer) is None
    namespace = computer.slots[0].namespace
    assert (namespace["A"], namespace["B"]) == (0, 1)


LOOPS = {
    "@A\nI=I+1\nIF I<0 GOTO @B\nGOTO @A\n@B\n": 4,
    "@A\nI=I+1\nON 1 GOTO @B,@A\n@B\n": 3,
    "GOSUB @S\nEND\n@S\nI=I+1\nIF I THEN @S\nRETURN\n": 5,
    "F\nDEF F\n@A\nI=I+1\nGOTO @A\nEND\n": 5,
}


@pytest.mark.parametrize("traced", [False, True])
def test_the_line_of_a_frame(traced: bool) -> None:
    seen = {}
    for source in LOOPS:
        lines: list[int] = []
        computers: list[Computer] = []

        def on_frame(
            machine: Machine, lines: list[int] = lines, computers: list[Computer] = computers
        ) -> None:
            lines.append(next(computers[0].pending_calls())[1])
            if machine.frame == 3:
                raise Stopped("seen")

        machine = Machine(seed=1)
        machine.on_frame = on_frame
        with pytest.raises(Stopped):
            run_source(source, machine, traced=traced, follow=computers.append)
        seen[source] = lines
    assert seen == {source: [line] * 3 for source, line in LOOPS.items()}
