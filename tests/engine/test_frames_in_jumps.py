"""A frame that passes in a loop of jumps passes in the line of the jump: START says where it broke off."""

from __future__ import annotations

import pytest

from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from retromaze.runner import play

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
            play(source, machine, traced=traced, follow=computers.append)
        seen[source] = lines
    assert seen == {source: [line] * 3 for source, line in LOOPS.items()}
