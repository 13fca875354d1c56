"""The port's variables at a moment, asked of a prover."""

from __future__ import annotations

from retromaze.studio import messages as m
from retromaze.studio.port_values import as_rows
from tests.studio.conversation import Conversation, agreed

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
    proof.say(m.Check(2))
    proof.ask(
        agreed(m.Open(listing=listing, port=port, seed=1)), m.Proof, lambda each: each.state != "running"
    )


def test_what_the_port_knows_after_so_many_events(proof: Conversation) -> None:
    opened(proof)
    found = proof.ask(m.PortState(2), m.PortValues)
    assert found == m.PortValues(
        2,
        [
            m.Variable("count", "2"),
            m.Variable("flag", "1"),
            m.Variable("walker.depth", "2"),
            m.Variable("words", '"A"B"'),
            m.Variable("x", "2"),
        ],
        [m.ArrayInView("rooms", [2, 2], [0, 2, 0, 0], []), m.ArrayInView("way", [2], [1.5, 2], [])],
        {"count": "I"},
    )


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
        [m.Variable("sets.size", "2")],
        [m.ArrayInView("sets.array", [2], [-1, -1], [])],
        {"sets.array": "U"},
    )


def test_where_there_is_no_event_nothing_is_known(proof: Conversation) -> None:
    opened(proof)
    moments = [-1, 0, 4, 1000]
    found = [proof.ask(m.PortState(each), m.PortValues) for each in moments]
    assert found == [m.PortValues(each, [], [], {}) for each in moments]


def test_a_proof_goes_on_after_it_was_asked(proof: Conversation) -> None:
    proof.say(m.Check(5))
    proof.ask(agreed(m.Open(listing=LISTING, port=PORT, seed=1)), m.PortLines)
    assert proof.ask(m.PortState(1), m.PortValues).moment == 1
    assert proof.hear(m.Proof, lambda each: each.state != "running").done == 5


def test_a_port_that_nobody_has_consented_to_is_not_run(proof: Conversation) -> None:
    answer = proof.ask(m.Open(listing=LISTING, port=PORT, seed=1), m.Proof)
    assert answer.state == "none"
    proof.say(m.PortState(1), m.Open(listing="", seed=1))
    assert proof.next() == m.Proof("none", 0, 0, 0, "there is no port to prove")


def test_rows_are_sequences_of_one_kind() -> None:
    assert as_rows([True, 2, "A"]) == [1, 2, "A"]
    assert as_rows(((1, 2), [3, 4])) == [[1, 2], [3, 4]]
    assert as_rows([[1], [2, 3]]) is None
    assert as_rows([1, [2]]) is None
    assert as_rows([None]) is None
    assert as_rows("AB") is None
    deep: list[object] = []
    deep.append(deep)
    assert as_rows(deep) is None
