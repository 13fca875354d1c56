"""Scripts at random: the same for the same seed, and made of what the listing may understand."""

from __future__ import annotations

from collections import Counter

from retromaze.comparison.random_play import ANSWERS, Game, RandomPlayer
from retromaze.comparison.script import Act, Script
from retromaze.machine.input import (
    CHANNELS,
    TOUCHED_BOTTOM,
    TOUCHED_LEFT,
    TOUCHED_RIGHT,
    TOUCHED_TOP,
    Buttons,
)

SOURCE = """
DATA "NS"
LINPUT "WHAT NOW? ";C$
STICK OUT X,Y:STICKEX OUT X,Y:TOUCH OUT T,X,Y
B=BUTTON():K$=INKEY$()
"""
WORDS = 'LINPUT C$:IF V$=="TAKE" OR V$=="DROP" OR "LAMP"==O$ THEN VSYNC'


def player(
    seed: int = 1, frames: int = 600, base: Script | None = None, source: str = SOURCE
) -> RandomPlayer:
    return RandomPlayer(seed, source, frames, base or Script())


def test_the_same_seed_plays_the_same_games() -> None:
    one, other, third = player(), player(), player(2)
    scripts = [one.script(None) for _ in range(3)]
    assert scripts == [other.script(None) for _ in range(3)]
    assert scripts != [third.script(None) for _ in range(3)]


def test_everything_is_done_that_a_player_can_do() -> None:
    acts = [act for _ in range(20) for act in player(_ + 1).script(None).acts]
    assert {act.channel for act in acts} == set(CHANNELS)
    assert {button for act in acts if act.channel == "buttons" for button in act.value} == set(Buttons)
    touched = [act.value for act in acts if act.channel == "stylus" and act.value]
    assert all(TOUCHED_LEFT <= x <= TOUCHED_RIGHT and TOUCHED_TOP <= y <= TOUCHED_BOTTOM for x, y in touched)
    assert None in [act.value for act in acts if act.channel == "stylus"]
    assert all(0 < act.frame < 600 for act in acts)


def test_controls_are_left_alone_that_the_listing_never_looks_at() -> None:
    scripts = [player(seed, source="A=BUTTON(2) AND 48").script(None) for seed in range(1, 40)]
    acts = [act for script in scripts for act in script.acts]
    assert {act.channel for act in acts} == {"buttons"}
    assert not [script for script in scripts if script.answers]
    pressed = Counter(button for act in acts for button in act.value)
    assert {button for button, _ in pressed.most_common(2)} == {Buttons.A, Buttons.B}
    assert len(pressed) > 2


def test_touches_come_to_the_numbers_that_the_listing_compares_with() -> None:
    scripts = [player(seed, source="TOUCH OUT T,X,Y:A=X>=180").script(None) for seed in range(1, 20)]
    places = Counter(act.value[0] for script in scripts for act in script.acts if act.value)
    assert {x for x, _ in places.most_common(3)} == {179, 180, 181}


def test_words_of_one_line_are_compared_with_different_variables() -> None:
    answers = [answer for seed in range(1, 10) for answer in player(seed, source=WORDS).script(None).answers]
    counts = Counter(answers)
    assert counts["TAKE LAMP"] > 5 * counts["TAKE DROP"]
    assert max(map(len, answers)) >= 30


def test_a_script_is_in_the_order_of_time() -> None:
    script = player().script(None)
    assert list(script.acts) == sorted(script.acts, key=lambda act: act.frame)
    assert len(script.answers) == ANSWERS


def test_a_game_is_gone_on_from_at_its_moment() -> None:
    acts = (Act(10, "keys", "a"), Act(50, "keys", "b"), Act(51, "keys", "c"))
    game = Game(Script(acts=acts, answers=("N", "S", "E")), frame=50, answers=2)
    script = player().script(game)
    assert script.acts[:2] == acts[:2]
    assert all(act.frame > 50 for act in script.acts[2:])
    assert acts[2] not in script.acts
    assert script.answers[:2] == ("N", "S")
    assert len(script.answers) == ANSWERS


def test_files_lie_there_as_before() -> None:
    base = Script(answers=("no",)).with_files({("DEFAULT", "TXT", "MAZE"): b"1,0"})
    assert player(base=base).script(None).files == base.files
