"""Values at a place of a run, of the listing and of the port."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.machine.rng import Rng
from retromaze.runner import run_source
from retromaze.sources.variables import listing_frames, value_text, variables
from retromaze.studio import messages as m
from retromaze.studio.value_messages import as_rows, coming_fractions
from tests.amounts import fewer
from tests.studio.conversation import Conversation, agreed

PROGRAMS = ("backtracker", "kruskal", "hexagonal", "sticks", "backtracker_def")


def known_at(source: str, moment: int) -> dict[str, Any]:
    """All variables after so many events, by the machine's own listener and no part of the studio."""
    computers: list[Computer] = []
    found: dict[str, Any] = {}
    count = 0

    def record(event: Event) -> None:
        nonlocal count
        count += 1
        if count == moment:
            frame = next(listing_frames(computers[0], sys._getframe()), None)
            main = frame
            while main is not None and main.f_code.co_name != "main_0":
                main = main.f_back
            for each in (main, frame):
                found.update(variables(computers[0], each))
            raise Stopped("there")

    def follow(computer: Computer) -> None:
        computers.append(computer)
        computer.on_statement = lambda slot, line, column: None

    machine = Machine(seed=1)
    machine.listen(record)
    with pytest.raises(Stopped, match="there"):
        run_source(source, machine, traced=True, follow=follow)
    return found


def flat(items: Any) -> list[Any]:
    return [each for row in items for each in flat(row)] if isinstance(items, list) else [items]


@pytest.mark.parametrize("name", fewer(["hexagonal", "backtracker_def"], PROGRAMS))
def test_variables_are_those_of_a_run_stopped_there(page: Conversation, name: str) -> None:
    source, chance = listing_source(CATALOGUE[name]), Random(name)
    page.say(m.Open(name, seed=1))
    page.hear(m.Values)
    for moment in (chance.randrange(1, 500), chance.randrange(1, 500)):
        at, values = page.stand(m.Go(moment), lambda each, moment=moment: each.moment == moment)  # type: ignore[misc]
        known = known_at(source, moment)
        scalars = {key: value_text(value) for key, value in known.items() if not key.endswith("[]")}
        arrays = {
            key.removesuffix("[]"): flat(value)[:64] for key, value in known.items() if key.endswith("[]")
        }
        assert {each.name: each.value for each in values.variables} == scalars
        assert {each.name: each.values for each in values.arrays} == arrays
        assert values.calls[0].line == at.line


ARRAYS = """\
DIM M[3,2],S$[2],E[0]
X=1
S$[1]="AB"
M[X+1,X]=7
M[2,M[0,0]]=M[X-1,1]+M[9,9]
GPSET 1,1
"""
GRID = ["grid M shaded", "grid M"]


def arrays_at(page: Conversation, line: int) -> dict[str, m.ArrayInView]:
    while True:
        at, values = page.stand(m.Step("statement"))
        if at.line == line:
            return {each.name: each for each in values.arrays}


def test_arrays_with_the_elements_that_a_statement_names(page: Conversation) -> None:
    page.open(ARRAYS)
    arrays = arrays_at(page, 4)
    assert arrays["M"] == m.ArrayInView("M", [3, 2], [0, 0, 0, 0, 0, 0], [5], GRID)
    assert arrays["S$"] == m.ArrayInView("S$", [2], ["", "AB"], [], ["list S$"])
    assert arrays["E"] == m.ArrayInView("E", [0], [], [], ["list E"])
    assert arrays_at(page, 5)["M"] == m.ArrayInView("M", [3, 2], [0, 0, 0, 0, 0, 7], [4, 0, 1], GRID)


def test_an_array_in_view_is_whole(page: Conversation) -> None:
    page.open("DIM A[500]\nCLS\n")
    assert len(arrays_at(page, 2)["A"].values) == 64
    values = page.ask(m.Watch(["A"]), m.Values)
    assert len(values.arrays[0].values) == 500


def test_pending_calls_innermost_first(page: Conversation) -> None:
    page.open("ADDUP 2\nEND\nDEF ADDUP N\n IF N THEN\n  ADDUP N-1\n ELSE\n  GPSET 1,1\n ENDIF\nEND\n")
    _, values = page.stand(m.Go(1))
    assert values.calls == [m.Call("ADDUP", 7), m.Call("ADDUP", 5), m.Call("ADDUP", 5), m.Call("", 1)]
    assert values.variables == [m.ShownVariable("N", "0")]


def test_the_random_draws_to_come(page: Conversation) -> None:
    page.open("FOR I=0 TO 9\nX=RND(4)\nGPSET X,I\nNEXT\n")
    at, values = page.stand(m.Go(20))
    drawn = page.ask(m.Rows(0, 20), m.Events).rows
    assert at.length == 20 and all("." in each for each in values.chances)
    _, values = page.stand(m.Go(4))
    assert values.chances == [each.words for each in drawn[4:] if each.words.startswith("RND(4) = ")]
    assert len(values.chances) == 8


def test_looking_at_chance_leaves_it_alone() -> None:
    looked, other = Rng(7), Rng(7)
    seen = coming_fractions(looked)
    assert [looked.fraction() for _ in range(8)] == seen == [other.fraction() for _ in range(8)]


LISTING = "DIM R[2,2]\nFOR I=1 TO 3\nR[0,1]=I\nGPSET I,I\nNEXT\n"
PORT = """\
from collections import deque


class Digger:
    __slots__ = ("depth",)

    def __init__(self, depth):
        self.depth = depth
        self.rooms = None


class Walker(Digger):
    pass


def main(machine):
    rooms = [[0] * 2 for _ in range(2)]
    flag, words, way = True, 'A"B', deque([1.5, 2])
    odd, nothing = [[1], [2, 3]], None
    for count in range(1, 4):  # 2  I
        rooms[0][1] = count
        dot(machine, Walker(count))


def dot(machine, walker):
    x = walker.depth
    machine.screen.point(x, x)
"""


def opened(proof: Conversation, listing: str = LISTING, port: str = PORT) -> None:
    proof.verdict(m.Check(2), agreed(m.Open(listing=listing, port=port, seed=1)))


def test_what_the_port_knows_after_so_many_events(proof: Conversation) -> None:
    opened(proof)
    found = proof.ask(m.PortState(2), m.PortValues)
    assert found == m.PortValues(
        2,
        [
            m.ShownVariable("count", "2"),
            m.ShownVariable("flag", "1"),
            m.ShownVariable("walker.depth", "2"),
            m.ShownVariable("words", '"A"B"'),
            m.ShownVariable("x", "2"),
        ],
        [m.ArrayInView("rooms", [2, 2], [0, 2, 0, 0], []), m.ArrayInView("way", [2], [1.5, 2], [])],
        {"count": "I"},
    )
    for moment in (-1, 0, 4, 1000):
        nothing = m.PortValues(moment, [], [], {})
        assert proof.ask(m.PortState(moment), m.PortValues) == nothing


def test_the_margin_names_the_sequence_in_a_thing_of_the_library(proof: Conversation) -> None:
    listing = "DIM U[2]\nFILL U,-1\nVSYNC\n"
    port = """\
from retromaze.ports.mazes import DisjointSets


def main(machine):
    sets = DisjointSets(2)  # 1, 2  U
    machine.vsync()  # 3
"""
    opened(proof, listing, port)
    assert proof.ask(m.PortState(1), m.PortValues) == m.PortValues(
        1,
        [m.ShownVariable("sets.size", "2")],
        [m.ArrayInView("sets.array", [2], [-1, -1], [])],
        {"sets.array": "U"},
    )


def test_a_proof_goes_on_after_it_was_asked(proof: Conversation) -> None:
    proof.say(m.Check(5))
    proof.ask(agreed(m.Open(listing=LISTING, port=PORT, seed=1)), m.PortLines)
    proof.say(m.PortState(1))
    # the proof may have come to its end before the values are told
    told = [proof.next()]
    while not (moments(told) and verdicts(told)):
        told.append(proof.next())
    assert (moments(told), verdicts(told)) == ([1], [5])


def moments(told: list[Any]) -> list[int]:
    """The moments of which values are told."""
    return [each.moment for each in told if isinstance(each, m.PortValues)]


def verdicts(told: list[Any]) -> list[int]:
    """How many seeds the verdicts speak of."""
    return [each.done for each in told if isinstance(each, m.Proof) and each.state != "running"]


def test_a_port_that_nobody_has_consented_to_is_not_run(proof: Conversation) -> None:
    answer = proof.ask(m.Open(listing=LISTING, port=PORT, seed=1), m.Proof)
    assert answer.state == "none"
    proof.say(m.PortState(1), m.Open(listing="", seed=1))
    assert proof.next() == m.Proof("none", 0, 0, 0, "there is no port to prove")


DEEP: list[object] = []
DEEP.append(DEEP)
ROWS: list[tuple[object, list[object] | None]] = [
    ([True, 2, "A"], [1, 2, "A"]),
    (((1, 2), [3, 4]), [[1, 2], [3, 4]]),
    *((each, None) for each in ([[1], [2, 3]], [1, [2]], [None], "AB", DEEP)),
]


def test_rows_are_sequences_of_one_kind() -> None:
    assert [as_rows(each) for each, _ in ROWS] == [rows for _, rows in ROWS]
