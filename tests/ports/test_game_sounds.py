"""What is heard of the games, listing and port alike: tunes that go round without a gap, jingles, effects."""

from itertools import takewhile

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison.runnable_programs import Port
from retromaze.errors import Stopped
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.machine.sound_events import SAMPLES_PER_SECOND, Beep, Note, SoundEvent
from retromaze.ports import (
    MazeLike,
    binary_tree_maze,
    chase,
    flight,
    key_maze,
    kruskal_maze,
    safe_sticks_maze,
)
from retromaze.runner import run_source
from tests.ports.natively import LISTING_IS_SLOW
from tests.ports.test_listings import directions, presses
from tests.ports.test_moving_games import KEY, OPEN_CHEST, Hand, Pilot, cells, played, walks_to_keys

COIN, BUMP, EXPLOSION, DAMAGE, STEP, CHEST, FANFARE = 8, 10, 13, 17, 28, 33, 81


def notes(tune: str, frames: int) -> dict[int, list[tuple[int, int]]]:
    """By channel: when each note of a tune starts, in samples, and its key."""
    machine, told = Machine(seed=1), list[SoundEvent]()
    machine.sound.on_sound = told.append
    machine.sound.play(tune)
    machine.vsync(frames)
    heard: dict[int, list[tuple[int, int]]] = {}
    for each in told:
        if isinstance(each, Note) and each.tone:
            heard.setdefault(each.channel, []).append((each.moment, each.tone.key))
    return heard


@pytest.mark.parametrize(
    ("tune", "quarters", "tempo"),
    [(key_maze.TUNE, 8 * 4, 112), (f"T140{chase.TUNE}", 8 * 4, 140), (flight.TUNE, 8 * 3, 144)],
    ids=["key_maze", "chase", "flight"],
)
def test_all_channels_of_a_tune_begin_again_together_and_at_once(
    tune: str, quarters: int, tempo: int
) -> None:
    round_trip = quarters * 60 * SAMPLES_PER_SECOND // tempo
    heard = notes(tune, 2 * round_trip // 800 + 60)
    assert list(heard) == [0, 1, 2]
    for channel in heard.values():
        first = [*takewhile(lambda note: note[0] < round_trip - 1, channel)]
        again = channel[len(first) : 2 * len(first)]
        assert [key for _, key in again] == [key for _, key in first]
        # a moment is a whole number of samples
        late = {there - here - round_trip for (here, _), (there, _) in zip(first, again, strict=True)}
        assert late <= {0, 1}


def heard(name: str, native: bool, hand: Hand, seed: int = 1, **sizes: int) -> tuple[Machine, list[int]]:
    """The machine at the end of a game, and the numbers of its short sounds."""
    told: list[SoundEvent] = []

    def listening(machine: Machine) -> Buttons:
        machine.sound.on_sound = told.append
        return hand(machine)

    machine = played(name, native, listening, seed, **sizes)
    return machine, [each.number for each in told if isinstance(each, Beep)]


def asked(machine: Machine) -> int | str | None:
    """The tune that was asked for last."""
    return machine.sound.started_tunes[0][0]


@LISTING_IS_SLOW
def test_keys_ring_fly_to_the_upper_edge_and_open_the_chest_with_a_fanfare(native: bool) -> None:
    machine, beeps = heard("key_maze", native, walks_to_keys, 4, width=12, height=7, keys=2)
    assert (beeps, asked(machine)) == ([COIN, COIN, CHEST], key_maze.FANFARE)
    assert "ゴール!" in machine.console.text()
    assert cells(machine)[23, 13] == OPEN_CHEST
    assert KEY not in cells(machine).values()
    assert [machine.sprites[key].place for key in (1, 2)] == [(4, 0), (20, 0)]
    assert machine.backgrounds[0].place == machine.backgrounds[1].place == (0, 0)


@LISTING_IS_SLOW
def test_hedges_thud_and_a_game_that_is_left_is_silent(native: bool) -> None:
    def to_the_right(machine: Machine) -> Buttons:
        return Buttons.RIGHT if machine.frame < 300 else Buttons.Y

    machine, beeps = heard("key_maze", native, to_the_right, 34, width=15, height=9, keys=1)
    assert (beeps, asked(machine), machine.sound.playing()) == ([BUMP], None, False)


@LISTING_IS_SLOW
def test_the_chase_is_quicker_each_stage_up_to_the_twentieth(native: bool) -> None:
    tunes = []
    for stage in (0, 1, 19, 20):

        def look(machine: Machine) -> Buttons:
            tunes.append(asked(machine))
            return Buttons(0)

        played("chase", native, look, 1, frames=64, width=5, height=5, stage=stage)
    assert list(dict.fromkeys(tunes)) == [f"T{tempo}{chase.TUNE}" for tempo in (140, 144, 216)]


@LISTING_IS_SLOW
def test_who_stands_still_is_caught_by_what_keeps_to_the_wall(native: bool) -> None:
    machine, beeps = heard("chase", native, lambda machine: Buttons(0), 1, width=5, height=5, monsters=1)
    assert (beeps, asked(machine)) == ([DAMAGE], chase.SORROW)
    assert machine.console.text().strip() == "つかまった! 得点10"
    assert machine.sprites[0].color == 0
    assert machine.sprites.hits(0) == 1


@LISTING_IS_SLOW
def test_who_leaves_the_chase_hears_nothing_more(native: bool) -> None:
    machine, beeps = heard("chase", native, lambda machine: Buttons.Y, 1, width=5, height=5, monsters=1)
    assert (beeps, asked(machine), machine.sound.playing()) == ([], None, False)


@pytest.mark.slow
@LISTING_IS_SLOW
def test_all_flags_can_be_fetched_they_ring_and_the_last_one_brings_a_triumph(native: bool) -> None:
    machine, beeps = heard("flight", native, Pilot(), 5, isles=18, flags=8, seconds=60)
    assert (beeps, asked(machine)) == ([COIN] * 8, flight.TRIUMPH)
    assert machine.console.text().strip().startswith("旗をぜんぶ取った!")
    assert machine.screen.fade.color == 0


@LISTING_IS_SLOW
def test_the_tune_of_the_flight_fades_with_the_day(native: bool) -> None:
    volumes: list[tuple[bool, int | str | None]] = []

    def look(machine: Machine) -> Buttons:
        volumes.append((machine.sound.playing(), asked(machine)))
        return Buttons.UP

    machine, beeps = heard("flight", native, look, 1, isles=1, flags=1, seconds=1)
    assert list(dict.fromkeys(volumes)) == [(True, flight.TUNE), (True, None), (False, None)]
    assert (beeps, machine.sound.playing()) == ([], False)


MAZES: dict[str, tuple[MazeLike, dict[str, int]]] = {
    "console_game": (kruskal_maze(3, 2, seed=1), {"width": 3, "height": 2}),
    "explorer": (safe_sticks_maze(5, seed=1), {"size": 5}),
    "explorer_csv": (safe_sticks_maze(5, seed=1), {}),
    "binary_explorer": (binary_tree_maze(3, 2, seed=1), {"width": 3, "height": 2}),
}
"""The games that are silent unless asked, with the mazes of their first seed."""


def walked(name: str, native: bool, **sound: int) -> tuple[int, list[int]]:
    """How long the way to the goal is, and what is heard of one who first runs into a wall, then takes it."""
    maze, sizes = MAZES[name]
    steps = directions(maze)
    words = ["left", *steps]
    machine, told = Machine(seed=1), list[SoundEvent]()
    machine.sound.on_sound = told.append
    machine.input.lines.extend(words)
    machine.input.schedule = presses(words)
    machine.storage.write_text("MAZE", safe_sticks_maze(5, seed=1).csv())
    machine.on_frame = stop_late
    entry = CATALOGUE[name]
    if native:
        Port(entry.port).load()(machine, **sizes, **sound)
    else:
        assert run_source(listing_source(entry, **sizes, **sound), machine) is None
    return len(steps), [each.number for each in told if isinstance(each, Beep)]


def stop_late(machine: Machine) -> None:
    """A game that has not come to its end is not as it should be."""
    if machine.frame > 1000:
        raise Stopped


@LISTING_IS_SLOW
def test_a_bump_steps_and_a_fanfare_are_heard_where_they_are_asked_for(native: bool) -> None:
    games = {name: walked(name, native, sound=1) for name in MAZES}
    expected = {name: [BUMP, *[STEP] * steps, FANFARE] for name, (steps, _) in games.items()}
    assert min(steps for steps, _ in games.values()) >= 3
    assert {name: beeps for name, (_, beeps) in games.items()} == expected


@LISTING_IS_SLOW
def test_nothing_is_heard_where_nobody_asks(native: bool) -> None:
    assert {name: walked(name, native)[1] for name in MAZES} == {name: [] for name in MAZES}
