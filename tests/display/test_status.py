"""What the title says."""

from retromaze.display.status import Status, place_of
from retromaze.engine.computer import Computer
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine


def test_a_title_names_program_state_and_place_and_a_notice_for_a_while() -> None:
    now = [0.0]
    status = Status("maze", lambda: now[0])
    assert status.title("4x", 60, 7) == "maze - 4x - frame 60, seed 7 - F1: keys"
    status.notify("saved maze.png")
    now[0] = 3.9
    assert status.title("4x", 60, 7) == "maze - saved maze.png - frame 60, seed 7 - F1: keys"
    now[0] = 4.0
    assert status.title("4x", 61, 7) == "maze - 4x - frame 61, seed 7 - F1: keys"


def test_the_place_is_the_line_that_runs() -> None:
    machine = Machine(seed=1)
    computer = Computer(machine)
    computer.load_source(0, "A=1\n  VSYNC 'wait\n", path="maze.bas")
    places = []

    def show(machine: Machine) -> None:
        places.append(place_of(computer))
        raise Stopped

    machine.on_frame = show
    try:
        computer.run()
    except Stopped:
        places.append(place_of(computer))
    assert places == ["2: VSYNC 'wait", ""]
