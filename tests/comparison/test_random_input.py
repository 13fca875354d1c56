"""Scripts of random games, the vocabulary of a listing, and storages."""

import re
from collections import Counter
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from retromaze.comparison.input_script import Act, Script
from retromaze.comparison.random_input import (
    ANSWERS,
    DATA_MAKERS,
    GAMES_BEFORE_MADE,
    MOST_MOMENTS,
    MOST_STORAGES,
    SOME_NAME,
    TEXT_MAKERS,
    MissRecordingStorage,
    RandomPlayer,
    SavedGame,
    StorageChoices,
    vocabulary_of,
)
from retromaze.machine.input import (
    CHANNELS,
    TOUCHED_BOTTOM,
    TOUCHED_LEFT,
    TOUCHED_RIGHT,
    TOUCHED_TOP,
    Buttons,
)
from retromaze.machine.storage import NO_FILES, Files, Storage

SOURCE = """
DATA "NS"
LINPUT "WHAT NOW? ";C$
STICK OUT X,Y:STICKEX OUT X,Y:TOUCH OUT T,X,Y
B=BUTTON():K$=INKEY$()
"""
WORDS = 'LINPUT C$:IF V$=="TAKE" OR V$=="DROP" OR "LAMP"==O$ THEN VSYNC'


def player(seed: int = 1, base: Script | None = None, source: str = SOURCE) -> RandomPlayer:
    return RandomPlayer(seed, source, 600, base or Script())


def test_everything_is_done_that_a_player_can_do() -> None:
    acts = [act for _ in range(20) for act in player(_ + 1).next_script(None).acts]
    assert {act.channel for act in acts} == set(CHANNELS)
    assert {button for act in acts if act.channel == "buttons" for button in act.value} == set(Buttons)
    touched = [act.value for act in acts if act.channel == "stylus" and act.value]
    assert all(TOUCHED_LEFT <= x <= TOUCHED_RIGHT and TOUCHED_TOP <= y <= TOUCHED_BOTTOM for x, y in touched)
    assert None in [act.value for act in acts if act.channel == "stylus"]
    assert all(0 < act.frame < 600 for act in acts)


def test_controls_are_left_alone_that_the_listing_never_looks_at() -> None:
    scripts = [player(seed, source="A=BUTTON(2) AND 48").next_script(None) for seed in range(1, 40)]
    acts = [act for script in scripts for act in script.acts]
    assert {act.channel for act in acts} == {"buttons"}
    assert not [script for script in scripts if script.answers]
    pressed = Counter(button for act in acts for button in act.value)
    assert {button for button, _ in pressed.most_common(2)} == {Buttons.A, Buttons.B}
    assert len(pressed) > 2


def test_touches_come_to_the_numbers_that_the_listing_compares_with() -> None:
    scripts = [player(seed, source="TOUCH OUT T,X,Y:A=X>=180").next_script(None) for seed in range(1, 20)]
    places = Counter(act.value[0] for script in scripts for act in script.acts if act.value)
    assert {x for x, _ in places.most_common(3)} == {179, 180, 181}


def test_words_of_one_line_are_compared_with_different_variables() -> None:
    answers = [
        answer for seed in range(1, 10) for answer in player(seed, source=WORDS).next_script(None).answers
    ]
    counts = Counter(answers)
    assert counts["TAKE LAMP"] > 5 * counts["TAKE DROP"]
    assert max(map(len, answers)) >= 30


CALCULATOR = """
LINPUT S$:C$=MID$(S$,P,1)
IF C$>="0" && C$<="9" THEN N=N*10+VAL(C$)
IF INSTR("+-",C$)>=0 THEN PRINT "TOTAL:"
"""


def test_answers_to_a_listing_that_takes_them_apart_are_composed_of_pieces() -> None:
    found = vocabulary_of(CALCULATOR)
    assert found.operands == ("0", "1", "8", "9")
    assert found.punctuation == ("/", ":", "+", "-")
    assert vocabulary_of(WORDS).operands == ()
    assert vocabulary_of('LINPUT S$:IF S$[0]>=" " THEN').punctuation == (" ", "!")
    assert vocabulary_of('LINPUT S$:IF S$[0]=="D" THEN').operands == ("D",)
    assert vocabulary_of('LINPUT S$:IF A$[0]=="D" THEN').operands == ()
    answers = [
        each for seed in range(1, 4) for each in player(seed, source=CALCULATOR).next_script(None).answers
    ]
    assert [each for each in answers if re.fullmatch(r"\d+[+-]\d+", each)]
    assert [each for each in answers if re.fullmatch(r"[+-]\d", each)]


def test_answers_that_have_led_to_something_new_are_mutated() -> None:
    made = player(source=CALCULATOR)
    made.keep_answers(["abcdefgh"])
    answers = [each for _ in range(6) for each in made.next_script(None).answers]
    mutated = {each for each in answers if {"ab", "gh"} & {each[:2], each[-2:]}}
    assert len(mutated) > 10
    assert {each for each in mutated if len(each) < 8}
    assert {each for each in mutated if len(each) > 8}


def test_a_word_of_a_kept_answer_is_replaced_by_another_one_of_its_group() -> None:
    source = 'LINPUT C$:V$=LEFT$(C$,4):IF V$=="TAKE" OR V$=="DROP" OR V$=="BURN" THEN STOP'
    made = player(source=source)
    made.keep_answers(["TAKE SWORD"])
    answers = {each for _ in range(6) for each in made.next_script(None).answers}
    assert {"DROP SWORD", "BURN SWORD"} <= answers


def test_a_game_is_gone_on_from_at_its_moment() -> None:
    acts = (Act(10, "keys", "a"), Act(50, "keys", "b"), Act(51, "keys", "c"))
    game = SavedGame(Script(acts=acts, answers=("N", "S", "E")), frame=50, answers=2)
    script = player().next_script(game)
    assert script.acts[:2] == acts[:2]
    assert all(act.frame > 50 for act in script.acts[2:])
    assert acts[2] not in script.acts
    assert script.answers[:2] == ("N", "S")
    assert len(script.answers) == ANSWERS


def test_a_game_is_gone_on_from_at_a_moment_that_the_listing_looks_for() -> None:
    game = SavedGame(Script(clock=datetime(2015, 1, 1)), frame=600, answers=0)
    made = player(source='IF TIME$=="07:30:00" THEN BEEP')
    clocks = {str(made.next_script(game).clock) for _ in range(40)}
    assert {"2015-01-01 00:00:00", "2016-05-20 07:29:49", "2016-05-20 07:29:47"} <= clocks
    given = player(base=Script(clock=datetime(2016, 1, 1)), source='IF TIME$=="07:30:00" THEN BEEP')
    assert given.next_script(game).clock == datetime(2015, 1, 1)


def test_files_lie_there_as_before() -> None:
    base = Script(answers=("no",)).with_files({("DEFAULT", "TXT", "MAZE"): b"1,0"})
    assert player(base=base).next_script(None).files == base.files


# ---- what a listing's player can do, read in its text


KNOWN = """
DATA "NS","A LONG ROAD WITHOUT WORDS"
LINPUT "WHAT NOW? ";C$
IF C$=="TAKE LAMP" OR 12!=V THEN PRINT "TAKEN"
"""


def test_a_listing_s_own_strings_and_numbers_are_what_is_answered() -> None:
    found = vocabulary_of(KNOWN)
    assert found.asks_for_lines
    assert found.answers == (
        *("NS", "N", "S", "WHAT NOW? ", "W", "H", "A", "T", " ", "O", "?", "TAKE LAMP", "K", "E", "L", "M"),
        *("P", "12", "TAKEN", "", "1", "Y", "N"),
    )
    assert found.keys[:2] == ("N", "S")
    assert {" ", "\r", "Y"} <= set(found.keys)


def test_numbers_that_are_compared_are_answered_with_their_neighbors() -> None:
    assert vocabulary_of("INPUT N:IF N<5 THEN STOP").answers == ("5", "4", "6", "", "1", "Y", "N")
    assert vocabulary_of("LINPUT N$:IF N<5 THEN STOP").answers == ("5", "", "1", "Y", "N")


def test_strings_are_grouped_by_the_variable_that_is_compared_with_them() -> None:
    source = 'IF V$=="TAKE" || "GET"==v$ THEN IF O$!="LAMP" THEN PRINT "NO"'
    assert vocabulary_of(source).groups == (("TAKE", "GET"), ("LAMP",))


def test_names_in_data_are_words_of_a_group_of_their_own() -> None:
    source = 'READ N$:DATA "ROPE",1,"LAMP"\nDATA "*":IF V$=="TAKE" || V$=="" THEN DATA "ROPE"'
    assert vocabulary_of(source).data == ("ROPE", "LAMP", "*")
    assert vocabulary_of(source).word_groups == (("TAKE", ""), ("ROPE", "LAMP", "*"))
    lines = Counter(
        each
        for seed in range(1, 9)
        for each in player(seed, source="LINPUT C$:" + source).next_script(None).answers
    )
    assert lines["TAKE ROPE"] > lines["ROPE TAKE"] > 0


def test_characters_of_a_string_that_is_searched_are_a_group() -> None:
    source = 'D$="NSEW":D=INSTR(d$,LEFT$(V$,1)):IF INSTR("YN",K$)<0 || INSTR(V$," ")<0 THEN STOP'
    assert vocabulary_of(source).groups == (("N", "S", "E", "W"), ("Y", "N"))


def test_single_characters_that_are_compared_are_keys() -> None:
    source = 'IF K$=="a" || K$=="A" THEN C$="x" ELSE IF K$==" " THEN IF O$=="LAMP" THEN PRINT'
    assert vocabulary_of(source).compared_keys == ("a", "A", " ")


def test_only_those_controls_matter_that_are_looked_at() -> None:
    controls: list[tuple[str, set[str], bool]] = [
        ("A=button(2)", {"buttons"}, False),
        ("STICK OUT X,Y:STICKEX OUT X,Y", {"pad", "second_pad"}, False),
        ('CALL "TOUCH" OUT T,X,Y:INPUT A', {"stylus"}, True),
        ("K$=INKEY$()", {"keys"}, False),
        ("PRINT 1", set(), False),
        ('EXEC "PRG1:"', set(CHANNELS), True),
    ]
    found = [(source, vocabulary_of(source)) for source, *_ in controls]
    assert [(source, each.channels, each.asks_for_lines) for source, each in found] == controls


def test_buttons_are_known_by_their_numbers() -> None:
    buttons = {
        "IF BUTTON() AND 16 THEN N=64": (Buttons.A,),
        "IF BUTTON() AND &H30 THEN N=64": (Buttons.A, Buttons.B),
        "IF #X==BUTTON() || 2!=B THEN PRINT 8": (Buttons.DOWN, Buttons.X),
        "B=BUTTON():N=64": tuple(Buttons),
    }
    assert {source: vocabulary_of(source).buttons for source in buttons} == buttons


def test_numbers_that_are_compared_are_told_with_their_neighbors() -> None:
    source = 'IF TX<160 || 24>=TY THEN PRINT 99,"A"<"B"\nIF K AND 64 THEN X=X+5'
    assert vocabulary_of(source).numbers == (23, 24, 25, 159, 160, 161)


def test_times_and_dates_are_found_as_strings_and_as_numbers() -> None:
    sources = {
        'IF TIME$=="07:30:00" THEN BEEP': ["2016-05-20T07:30:00"],
        'IF LEFT$(TIME$,5)=="12:00" && MID$(DATE$,5,5)=="12/25" THEN': [
            *("2016-05-20T12:00:00", "2016-12-25T00:00:00", "2016-12-25T12:00:00")
        ],
        "TMREAD OUT H,M,S:IF H==7 && M>=30 THEN": ["2016-05-20T07:30:00"],
        "DTREAD DATE$ OUT Y,M,D:IF M==2 && D==29 THEN": ["2016-02-29T00:00:00"],
        'TMREAD OUT H,M,S:IF H==25 || T$=="9:61" THEN': [],
        'A$="07:30:00"': [],
    }
    found = {source: [each.isoformat() for each in vocabulary_of(source).moments] for source in sources}
    assert found == sources


def test_no_more_moments_are_made_than_are_tried() -> None:
    tests = "".join(f"IF H=={n} || M=={n} || S=={n} THEN\n" for n in range(2000))
    assert len(vocabulary_of(f"TMREAD OUT H,M,S\n{tests}").moments) == MOST_MOMENTS


# ---- storages that games at random begin with


MAZE = ("DEFAULT", "TXT", "MAZE")
SCORE = ("DEFAULT", "DAT", "SCORE")


def storage(files: Files = NO_FILES) -> tuple[Storage, MissRecordingStorage]:
    """A storage whose memory notes what is looked for."""
    made = Storage()
    made.backend = memory = MissRecordingStorage(files)
    return made, memory


def storages(base: Script | None = None) -> StorageChoices:
    return StorageChoices(base or Script(), Random(1), vocabulary_of('LINPUT A$:IF A$=="UP" THEN STOP'))


def all_untried(made: StorageChoices) -> list[Files]:
    found: list[Files] = []
    while script := made.next_untried():
        found.append(dict(script.files))
    return found


def test_what_is_looked_for_in_vain_is_noted() -> None:
    one, memory = storage({MAZE: b"1"})
    assert one.exists("TXT", "MAZE")
    assert not one.exists("DAT", "SCORE")
    assert one.names("TXT") == ["MAZE"]
    assert one.names("DAT", "GAMES") == []
    one.exists("TXT", "MAZE", "SYS")
    assert list(memory.missed) == [SCORE, ("GAMES", "DAT", SOME_NAME)]


def test_it_is_there_in_other_games_in_several_forms() -> None:
    made = storages()
    one, memory = storage()
    one.exists("TXT", "MAZE")
    one.exists("DAT", "SCORE")
    made.learn(Script(), memory, has_new_feature=True)
    found = all_untried(made)
    assert len(found) == len({each[MAZE] for each in found}) == len(TEXT_MAKERS)
    assert len({each[SCORE] for each in found}) >= len(DATA_MAKERS)
    for files in found:
        other, _ = storage(files)
        assert isinstance(other.read_text("MAZE"), str)
        other.read_data("SCORE")
    made.learn(Script(), memory, has_new_feature=True)
    assert all_untried(made) == []


def test_tables_have_rows_of_one_length() -> None:
    texts = [make(Random(1), vocabulary_of("")).decode().splitlines() for make in TEXT_MAKERS]
    tables = [rows for rows in texts if len(rows) > 3 and {len(row) for row in rows} == {len(rows[0])}]
    assert (5, 9) in {(len(rows), len(rows[0])) for rows in tables}
    assert (4, 17) in {(len(rows), len(rows[0])) for rows in tables}


def test_storages_are_made_of_so_many_names_and_no_more() -> None:
    made = storages()
    for number in range(MOST_STORAGES):
        one, memory = storage()
        one.exists("TXT", f"LEVEL{number}")
        made.learn(Script(), memory, has_new_feature=False)
    assert len(all_untried(made)) == MOST_STORAGES


def test_what_a_game_leaves_is_there_when_another_begins() -> None:
    made = storages()
    for number in range(9):
        one, memory = storage()
        one.write_text("MAZE", str(number))
        made.learn(Script(), memory, has_new_feature=number > 1)
    assert all_untried(made) == [{MAZE: b"2"}, {MAZE: b"3"}]


def test_a_file_that_the_listing_writes_itself_is_not_made() -> None:
    made = StorageChoices(Script(), Random(1), vocabulary_of('LOAD"MAZE",A$:LOAD"DAT:SCORE",S:SAVE"MAZE",A$'))
    one, memory = storage()
    one.exists("TXT", "MAZE")
    made.learn(Script(), memory, has_new_feature=True)
    assert [made.next_untried() for _ in range(GAMES_BEFORE_MADE)] == [None] * GAMES_BEFORE_MADE
    first = made.next_untried()
    assert first and len(first.files) == 1
    one.write_text("MAZE", "written")
    made.learn(Script(), memory, has_new_feature=False)
    assert made.next_untried() is None
    two, memory = storage()
    two.exists("TXT", "MAZE")
    two.exists("DAT", "SCORE")
    made.learn(Script(), memory, has_new_feature=False)
    found = all_untried(made)
    assert len(found) == len(TEXT_MAKERS)
    assert {each[MAZE] for each in found} == {b"written"}


def test_what_lies_beside_the_listing_is_away_in_one_game(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text("1")
    base = Script(beside=tmp_path / "game.bas")
    made = storages(base)
    one, memory = storage()
    one.exists("TXT", "MAZE")
    made.learn(base, memory, has_new_feature=True)
    assert made.next_untried() == Script()
    assert made.next_untried() is None


@pytest.mark.parametrize("news", [True, False])
def test_the_same_files_stay_as_they_are(news: bool) -> None:
    made = storages()
    one, memory = storage({MAZE: b"1"})
    one.read_text("MAZE")
    made.learn(Script().with_files({MAZE: b"1"}), memory, has_new_feature=news)
    assert made.next_untried() is None
    assert made.choose() == Script()
