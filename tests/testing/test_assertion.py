"""`assert_same`: what it accepts, and what it says where it does not."""

from pathlib import Path

import pytest

from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.porting.writing import port as port_text
from retromaze.testing import assert_same

LISTING = "N=3\nFOR I=1 TO N\n A=RND(8)\n GLINE A,I,8,I\nNEXT\n"


def port(machine: Machine, *, n: int = 3) -> None:
    for i in range(1, n + 1):
        machine.screen.line(machine.rng.below(8), i, 8, i)


def wrong(machine: Machine) -> None:
    machine.screen.line(machine.rng.below(8), 1, 8, 2)


def test_equal_ones_pass() -> None:
    assert_same(LISTING, port)
    assert_same(LISTING, port, seeds=range(5), n=5)
    assert_same("kruskal", seeds=[1], width=2, height=2)


def test_the_first_difference_is_the_message_and_its_pictures_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "maze.bas"
    path.write_text(LISTING)
    with pytest.raises(AssertionError) as failed:
        assert_same(path, wrong, seeds=[4, 5], pictures=tmp_path / "found")
    head, before, sentence, mine, other, pictures = str(failed.value).splitlines()
    assert head == "maze is not the same in its port: seed 4"
    assert before.startswith("frame 0, event 1: line 3 takes below(8) = ")
    assert sentence.startswith("frame 0, event 2: listing line 4 draws line(")
    assert mine == f"{path}:4: GLINE A,I,8,I"
    assert other.endswith(": machine.screen.line(machine.rng.below(8), 1, 8, 2)")
    names = ("listing.png", "port.png", "difference.png")
    assert pictures == "pictures: " + ", ".join(str(tmp_path / "found" / name) for name in names)
    assert all((tmp_path / "found" / name).is_file() for name in names)


def test_without_a_folder_the_pictures_are_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(AssertionError, match="seed 1, n=2\n"):
        assert_same(LISTING, lambda machine, n: None, n=2)
    (folder,) = tmp_path.iterdir()
    assert sorted(path.name for path in folder.iterdir()) == ["difference.png", "listing.png", "port.png"]


def test_pictures_that_cannot_be_saved_hide_no_difference(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AssertionError, match="the pictures cannot be saved: "):
        assert_same(LISTING, wrong, pictures=tmp_path / "file")


def test_presses_reach_both() -> None:
    def looks(machine: Machine) -> None:
        machine.wait(3)
        machine.console.print(str(machine.input.button()))

    assert_same("WAIT 3\n?BUTTON()", looks, press={1: Buttons.X})


def test_who_goes_on_for_ever_fails() -> None:
    def spins(machine: Machine) -> None:
        while True:
            pass

    with pytest.raises(AssertionError, match="port goes on and does nothing"):
        assert_same("GCLS\n", spins, patience=0.05)


def test_nothing_is_no_proof() -> None:
    with pytest.raises(ValueError, match="no seeds are nothing to compare"):
        assert_same(LISTING, port, seeds=[])
    with pytest.raises(UsageError, match="does not exist"):
        assert_same("none.bas", port)


@pytest.mark.slow
def test_too_few_lines_are_told_with_those_that_no_run_came_to(tmp_path: Path) -> None:
    listing, port = tmp_path / "thin.bas", tmp_path / "thin.py"
    listing.write_text("IF BUTTON(0) THEN\nPRINT 1\nENDIF\nPRINT 2\nPRINT 3\n")
    port.write_text(
        "def main(machine):\n    if machine.input.button():\n        machine.console.print('1')\n"
        "    machine.console.print('2')\n    machine.console.print('3')\n"
    )
    assert_same(listing, port, seeds=[1], lines=75)
    with pytest.raises(AssertionError) as failed:
        assert_same(listing, port, seeds=[1], lines=95)
    assert str(failed.value).splitlines() == [
        "thin: 75 % of the lines were run, not 95",
        f"no run comes to line 2 of {listing}",
        f"no run comes to line 3 of {port}",
    ]
    assert_same(listing, port, seeds=[1], lines=100, press={0: Buttons.A})


HAND = "@L\nVSYNC\nTOUCH OUT T,X,Y\nIF T==0 THEN GOTO @L\nPRINT X\n"


def touched(machine: Machine, *, offset: int = 0) -> None:
    while True:
        machine.vsync()
        time, x, _ = machine.input.touched()
        if time:
            machine.console.print(f"{x + offset}")
            return


def misses(machine: Machine) -> None:
    touched(machine, offset=1)


def test_a_touch_is_given_to_both() -> None:
    assert_same(HAND, touched, seeds=[1], touch={30: (20, 40), 60: None})
    assert_same(HAND, misses, seeds=[1], frames=60, play=0)
    with pytest.raises(AssertionError, match=r"line 5 prints by print\('20'\), port prints by print\('21'\)"):
        assert_same(HAND, misses, seeds=[1], touch={30: (20, 40)})


@pytest.mark.slow
def test_games_at_random_find_what_nobody_plays(tmp_path: Path) -> None:
    path = tmp_path / "hand.py"
    path.write_text(port_text(HAND, "hand.bas").text)
    assert_same(HAND, path, seeds=[1], play=0.05, lines=100)
    with pytest.raises(AssertionError, match=r"% of the lines were run, not 100\nno run comes to line 5 of"):
        assert_same(HAND, path, seeds=[1], frames=60, play=0, lines=100)
    with pytest.raises(AssertionError, match=r"\nplayed with --touch=\d+,\d+@\d+\n"):
        assert_same(HAND, misses, seeds=[1])


def test_what_was_run_too_little_fails_unless_it_is_allowed(tmp_path: Path) -> None:
    listing, port = tmp_path / "asks.bas", tmp_path / "asks.py"
    listing.write_text('INPUT "N",N\nPRINT N\nPRINT 2\n')
    port.write_text(
        "from retromaze.ports import basic\n\n\ndef main(machine):\n"
        "    n = basic.ask_number(machine, 'N', 0)\n    machine.console.print(str(int(n)))\n"
        "    machine.console.print('2')\n"
    )
    with pytest.raises(AssertionError) as failed:
        assert_same(listing, port, seeds=[1], play=0)
    assert str(failed.value).splitlines() == [
        "asks: equal so far: 33 % of lines, 100 % of outcomes; lines=0 allows it",
        f"no run comes to line 2 of {listing}",
        f"no run comes to line 3 of {listing}",
    ]
    assert_same(listing, port, seeds=[1], play=0, lines=0)
    assert_same(listing, port, seeds=[1], answers=["5"])
