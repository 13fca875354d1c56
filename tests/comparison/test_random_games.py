"""Games at random: which are played, when they end, and how a difference is shortened."""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from retromaze.comparison.checks import (
    Tally,
    Task,
    Verdict,
    plan,
    run_in_pool,
    run_tasks,
    tallies_by_pair,
    task_tallies,
)
from retromaze.comparison.difference import Difference
from retromaze.comparison.input_script import Act, Script, options_of
from retromaze.comparison.pairs import (
    Comparison,
    Pair,
    compare_programs,
    sizes_to_play,
    user_pair,
)
from retromaze.comparison.random_games import (
    BRIEF,
    BRIEF_MOST,
    LEVELS,
    TRIES,
    Explorer,
    ScriptMinimizer,
    explore,
    minimal_parts,
    value_class,
)
from retromaze.comparison.runnable_programs import Listing
from retromaze.comparison.workers import CrashedJob, WorkerPool
from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.porting.writing import port as port_text
from retromaze.ports.basic import ask_line
from retromaze.testing import assert_same
from tests.amounts import many, one_in
from tests.command_line import CommandLine

GAMES = Path(__file__).parents[1] / "games"
DOOR = """CLS
@L
VSYNC 3
B=BUTTON(2)
IF B AND 64 THEN N=N+1:PRINT N
IF N==3 THEN GOTO @DOOR
GOTO @L
@DOOR
LINPUT "WORD? ";W$
IF W$=="SESAME" THEN PRINT "OPEN":END
IF W$=="" THEN GOTO @DOOR
TOUCH OUT T,X,Y
IF T THEN PRINT "HAND":COLOR 99
GOTO @DOOR
"""
"""Three presses of X lead to a door, which opens at a word; a hand on the lower screen breaks it."""


def written_pair(listing: Path, text: str, change: tuple[str, str]) -> Pair:
    """A listing and its written port, in which one text is changed for another."""
    listing.write_text(text)
    port = port_text(text, listing.name).text
    assert change[0] in port
    listing.with_suffix(".py").write_text(port.replace(*change) if change[0] else port)
    return user_pair(listing, listing.with_suffix(".py"))


@pytest.fixture
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference is shortened a little: `test_shortening` shows how far that goes."""
    monkeypatch.setattr("retromaze.comparison.random_games.TRIES", 3)


def door(folder: Path, change: tuple[str, str] = ("", "")) -> Pair:
    return written_pair(folder / "door.bas", DOOR, change)


def shortened_difference(explorer: Explorer) -> Difference:
    *_, last = explorer.games(1)
    assert last.difference is not None
    made = explorer.shortened().difference
    assert made is not None
    return made


@pytest.mark.slow
def test_a_listing_is_played_to_its_last_line(tmp_path: Path) -> None:
    explorer = Explorer(door(tmp_path), 1, {})
    made = list(explorer.games(0.1))
    assert explorer.coverage.listing.percent == 100
    assert explorer.coverage.port.percent == 100
    assert not [each for each in made if each.difference]
    assert "errnum 10 in line 13" in {each.end.error_text for each in made}


@pytest.mark.slow
def test_the_same_seed_plays_the_same_games(tmp_path: Path) -> None:
    pair = door(tmp_path)
    one, other = ([*Explorer(pair, 5, {}).chosen_games(0.2)] for _ in range(2))
    assert one == other
    assert len(one) > 1


TEMPO = """\
TEMPO=120
@L
K=BUTTON(2)
IF K AND #L THEN TEMPO=MAX(30,TEMPO-5)
IF K AND #R THEN TEMPO=MIN(160,TEMPO+5)
PRINT TEMPO
VSYNC
GOTO @L
"""


@pytest.mark.slow
@pytest.mark.usefixtures("few_tries")
def test_a_limit_is_reached_that_no_single_press_reaches(tmp_path: Path) -> None:
    wrong = written_pair(tmp_path / "tempo.bas", TEMPO, ("max(30, tempo - 5)", "tempo - 5"))
    explorer = Explorer(wrong, 1, {})
    *_, last = explorer.games(BRIEF, BRIEF_MOST)
    assert last.difference is not None


MINUS = """\
@TOP
LINPUT S$
P=0
A=NUM()
IF MID$(S$,P,1)=="-" THEN P=P+1:A=A-NUM()
IF P<LEN(S$) THEN PRINT "ERROR" ELSE PRINT A
GOTO @TOP
DEF NUM()
 VAR T$="",C$=MID$(S$,P,1)
 WHILE C$>="0" && C$<="9"
  T$=T$+C$:P=P+1:C$=MID$(S$,P,1)
 WEND
 RETURN VAL(T$)
END
"""


ONCE = """\
INPUT "WIDTH";W
IF W<5 || W>25 THEN PRINT "NO":END
FOR I=1 TO 20000:NEXT
IF W MOD 2==0 THEN PRINT "EVEN":END
PRINT W
"""


@pytest.mark.slow
@pytest.mark.usefixtures("few_tries")
def test_a_game_whose_last_look_was_early_continues_with_another_answer(tmp_path: Path) -> None:
    wrong = written_pair(tmp_path / "once.bas", ONCE, ("EVEN", "ODD"))
    assert "--answers=" in shortened_difference(Explorer(wrong, 1, {})).played
    starts = {each.script.answers[:1] for each in Explorer(wrong, 2, {}).chosen_games(0.2)}
    assert len(starts) > 3


@pytest.mark.usefixtures("few_tries")
def test_a_difference_of_two_numbers_is_typed(tmp_path: Path) -> None:
    wrong = written_pair(tmp_path / "minus.bas", MINUS, ("a - self.num()", "self.num() - a"))
    explorer = Explorer(wrong, 1, {})
    *_, last = explorer.games(0.3)
    assert last.difference is not None


@pytest.mark.slow
@pytest.mark.usefixtures("few_tries")
@pytest.mark.parametrize("change", [("OPEN", "SHUT"), ("== 3", "== 4"), ("SESAME", "OPEN")])
def test_a_wrong_constant_behind_the_door_is_found(tmp_path: Path, change: tuple[str, str]) -> None:
    explorer = Explorer(door(tmp_path, change), 1, {})
    made = list(explorer.games(1))
    assert [each for each in made if each.difference] == [made[-1]]
    for each in (made[-1], explorer.shortened()):
        assert each.difference is not None
        assert each.difference.played


@pytest.mark.slow
def test_its_difference_is_seen_again_with_the_options_told(here: Path, ran: CommandLine) -> None:
    door(here, ("HAND", "FOOT"))
    *_, played, pictures = ran("check door.bas --play 1 --seeds 1 --jobs 1", 1).err.splitlines()
    assert played.startswith("played with --press=")
    options = played.removeprefix("played with ")
    assert pictures.startswith("pictures: ")
    again = ran(f"check door.bas {options} --seeds 1 --jobs 1", 1).err
    assert "prints by print('HAND')" in again


def test_a_press_that_comes_before_its_frame_is_explained(here: Path, ran: CommandLine) -> None:
    text = '@L\nIF BUTTON() AND #B THEN PRINT "B":END\nVSYNC\nGOTO @L\n'
    written_pair(here / "idle.bas", text, ('"B"', '"C"'))
    *_, sooner, played, _ = ran("check idle.bas --seeds 1 --jobs 1", 1).err.splitlines()
    assert sooner == "a press comes sooner than in its frame where the listing only waits for it"
    assert played == "played with --press=B@32"


@pytest.mark.slow
def test_games_are_told_in_the_verdict(here: Path, ran: CommandLine) -> None:
    text = "@L\nVSYNC\nIF BUTTON(2) AND 64 THEN COLOR 99\nGOTO @L\n"
    pair = written_pair(here / "stop.bas", text, ("", ""))
    tally = tallies_by_pair(["stop"], run_tasks(plan([pair], (1,), minutes=1), 1))["stop"]
    told = ran("check stop.bas --play 1 --seeds 1 --jobs 1 --lines 100", 0).out
    (row,) = (line for line in told.splitlines() if line.startswith("stop"))
    assert row.split()[5:7] == ["100", "%"]
    assert f"equal in {tally.games} games (" in row
    assert "errnum 10 in line 3" in row
    assert tally.runs == tally.games + 1


HALL = """N=1:GOAL=0
IF GOAL==2 THEN PRINT "FAR"
@L
VSYNC 3
IF BUTTON(2) AND 64 THEN PRINT "GO":IF GOAL==2 THEN PRINT "FARTHEST"
GOTO @L
"""
"""Two of its lines are run with another constant at its top, and one of them wants a button besides."""


def hall(folder: Path, change: tuple[str, str] = ("", "")) -> Pair:
    return written_pair(folder / "hall.bas", HALL, change)


@pytest.mark.slow
def test_constants_of_the_top_take_what_they_are_compared_with(tmp_path: Path) -> None:
    pair = hall(tmp_path)
    sizes, *others = sizes_to_play(pair)
    assert (sizes, others) == ({}, [{"GOAL": 2}, {"GOAL": 3}])
    alone, explorer = Explorer(pair, 1, {}), Explorer(pair, 1, sizes, others)
    assert not [each for each in (*alone.games(0.1), *explorer.games(0.1)) if each.difference]
    assert (alone.coverage.listing.missed, alone.coverage.port.percent) == ([2, 5], 75)
    assert (explorer.coverage.listing.missed, explorer.coverage.port.percent) == ([], 100)


@pytest.mark.slow
def test_the_sizes_of_a_game_are_told_with_its_difference(here: Path, ran: CommandLine) -> None:
    hall(here, ("FARTHEST", "FURTHEST"))
    given = "check hall.bas --seeds 1 --jobs 1"
    *_, played, _ = ran(f"{given} --play 1", 1).err.splitlines()
    assert played.startswith("played with --set=GOAL=2 --press=")
    again = ran(f"{given} {played.removeprefix('played with ')}", 1).err
    assert "prints by print('FURTHEST')" in again


@pytest.mark.usefixtures("few_tries")
def test_a_difference_that_all_sizes_show_is_told_without_any(tmp_path: Path) -> None:
    pair = hall(tmp_path, ("GO", "COME"))
    made = shortened_difference(Explorer(pair, 1, {"GOAL": 0}, [{"GOAL": 2}]))
    assert made.sizes == {"GOAL": 0}
    assert made.played.startswith("--set=GOAL=0 --press=")


def test_the_sizes_given_are_those_that_are_played(tmp_path: Path) -> None:
    pair = replace(hall(tmp_path), size_sets=({"GOAL": 1}, {"GOAL": 2}))
    assert sizes_to_play(pair) == ({"GOAL": 1}, {"GOAL": 2})
    assert sizes_to_play(user_pair(tmp_path / "hall.bas", tmp_path / "hall.bas")) == ({},)


KEPT = """S=0
IF CHKFILE("TXT:BEST") THEN
 LOAD "TXT:BEST",FALSE OUT T$
 S=VAL(T$)
 IF S==3 THEN PRINT "THREE"
ENDIF
REPEAT
 VSYNC
 IF BUTTON(2) AND 64 THEN INC S
UNTIL S>=3
SAVE "TXT:BEST",STR$(3)
"""
"""What it saves when X has been pressed often enough is found by those who play again."""


def kept(folder: Path, change: tuple[str, str] = ("", "")) -> Pair:
    return written_pair(folder / "kept.bas", KEPT, change)


@pytest.mark.slow
def test_a_game_begins_with_what_an_earlier_one_has_saved(here: Path, ran: CommandLine) -> None:
    kept(here, ("THREE", "FOUR"))
    given = "check kept.bas --seeds 1 --jobs 1 --play"
    _, out, err = ran(f"{given} 3 --json", 1)
    *_, played, _ = err.splitlines()
    assert played.startswith("played with --storage=retromaze-differences/kept/storage-")
    assert json.loads(out)[0]["difference"]["played"] == played.removeprefix("played with ")
    assert Path(played.split("=")[1].split()[0], "DEFAULT", "TXT", "BEST").read_text() == "3"
    ran(f"{given} 0", 3)
    again = ran(f"{given} 0 {played.removeprefix('played with ')}", 1).err
    assert "prints by print('FOUR')" in again


def test_a_file_beside_the_listing_is_away_in_one_game(here: Path, ran: CommandLine) -> None:
    text = 'IF CHKFILE("DAT:MAP") THEN PRINT "MAP" ELSE PRINT "NONE"\nA$=INKEY$()\n'
    written_pair(here / "map.bas", text, ("NONE", "NOTHING"))
    (here / "map.json").write_text("{}")
    given = "check map.bas --seeds 1 --jobs 1 --play"
    ran(f"{given} 0", 0)
    assert "\nplayed with --alone\n" in ran(f"{given} 1", 1).err
    ran(f"{given} 0 --alone", 1)


def test_two_ports_are_not_played(tmp_path: Path) -> None:
    door(tmp_path)
    of_ports = user_pair(tmp_path / "door.py", tmp_path / "door.py")
    with pytest.raises(UsageError, match=r"^door-door: games at random want a listing to look at$"):
        Explorer(of_ports, 1, {})


def test_values_are_told_apart_roughly() -> None:
    assert [value_class(value) for value in (-20, -8, 0, 1, LEVELS)] == [-LEVELS - 5, -8, 0, 1, LEVELS]
    assert value_class(16) == value_class(31) != value_class(32)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["snake", "shooter"]))
def test_a_game_is_ported_and_played_without_a_script(tmp_path: Path, name: str) -> None:
    listing = GAMES / f"{name}.bas"
    port = tmp_path / f"{name}.py"
    port.write_text(port_text(listing.read_text(), str(listing)).text)
    explorer = Explorer(user_pair(listing, port), 2, {})
    assert not [each.difference for each in explorer.games(many(1, 10) / 10) if each.difference]
    assert explorer.coverage.listing.percent >= 90


BEYOND = 'DIM A[5]\nINPUT "N",N\nPRINT 2*N\nA[N-3]=7\nFOR I=0 TO 4\nPRINT A[I]\nNEXT\n'

OTHER = 'DIM A[5]\nINPUT "N",N\nIF N>5 THEN A[N]=7\nPRINT N\n'
WITHIN = 'DIM A$[5]\nINPUT "N",N\nPRINT "X ";A$[N-3]\n'


@pytest.mark.parametrize(
    ("text", "change", "words"),
    [
        (BEYOND, ("", ""), "the listing alone stops, errnum 31 in line 4"),
        # the port may print more where its listing stops within a print
        (WITHIN, ("", ""), "the listing alone stops, errnum 31 in line 3"),
        # a port that stops with another error does not go on
        (OTHER, ("a[", "None["), "errnum 31 in line 3 (port: TypeError)"),
    ],
)
def test_a_written_port_may_go_on_in_a_game_where_its_listing_stops_with_an_error(
    text: str, change: tuple[str, str], words: str, tmp_path: Path, ran: CommandLine
) -> None:
    pair = written_pair(tmp_path / "beyond.bas", text, change)
    check = f"check {pair.path} --seeds 1 --jobs 1"
    *_, row = ran(f"{check} --answers 4 --play 1", 0).out.splitlines()
    assert f" runs: {words})" in row
    if "alone" in words:  # not with the answers given
        assert "Subscript out of range" in ran(f"{check} --answers -1", 1).err


def test_a_port_that_prints_something_else_within_that_print_is_wrong(tmp_path: Path) -> None:
    pair = written_pair(tmp_path / "within.bas", WITHIN, ('f"X ', """f"{'X' if n > 2 else 'Y'} """))
    found = [made.difference for made in Explorer(pair, 1, {}).games(20) if made.difference]
    assert found[0].words == "listing line 3 prints by print('X ', ''), port prints by print('Y ')"


def test_a_player_brings_a_listing_and_its_written_port_to_fail_at_the_same_statement(
    tmp_path: Path, ran: CommandLine
) -> None:
    lines = ("DIM P[8]", "I=8", "@L", "VSYNC 1", "B=BUTTON(2)", "IF B==128 THEN P[I]=1", "IF B!=16 THEN @L")
    pair = written_pair(tmp_path / "both.bas", "\n".join(lines), ("p[", "p["))
    check = f"check {pair.path} --seeds 1 --jobs 1"
    assert ran(f"{check} --press Y@10", 0).out.endswith(": both stop with errnum 31 in line 6\n")
    row = ran(f"{check} --play 0.1", 0).out.splitlines()[-1]
    assert " runs: errnum 31 in line 6)" in row


def test_a_port_that_leaves_its_listing_before_the_error_is_wrong(tmp_path: Path) -> None:
    pair = written_pair(tmp_path / "beyond.bas", BEYOND, ("2 * n", "2 * n + (n > 4)"))
    (found,) = [made.difference for made in Explorer(pair, 1, {}).games(1) if made.difference]
    assert "listing line 3 prints by print(" in found.sentence


ENDLESS = """@L
LINPUT A$
IF A$=="R" THEN WHILE 1:Z=!Z:WEND
IF A$=="W" THEN C=C+1
IF A$=="S" && C>3 THEN PRINT C
GOTO @L
"""


@pytest.mark.slow
def test_a_game_that_never_ends_costs_no_more_than_others() -> None:
    """Nobody can play on after an R: games that go on there would find nothing."""

    def port(machine: Machine) -> None:
        c = 0
        while True:
            a = ask_line(machine, "")
            if a == "R":
                machine.console.print("?")
            elif a == "W":
                c += 1
            elif a == "S" and c > 3:
                machine.console.print(str(c + c // 3))

    _, games = explore(user_pair(ENDLESS, port), 2, None)
    *_, last = games
    assert last.difference is not None
    assert last.difference.words == "listing line 5 prints by print('4'), port prints by print('5')"


# ---- what is left of a script that shows a difference


LISTING = Listing("@L\nVSYNC\nB=BUTTON(0)\nIF B AND 16 THEN PRINT 1\nGOTO @L\n")


def port(machine: Machine) -> None:
    """Prints something else while A is held, and never ends."""
    while True:
        machine.vsync()
        if machine.input.button() & Buttons.A:
            machine.console.print("2")


def test_parts_that_are_not_needed_go() -> None:
    assert minimal_parts(range(20), lambda left: {3, 17} <= set(left)) == [3, 17]
    assert minimal_parts("abc", lambda left: True) == ["c"]
    assert minimal_parts("abc", lambda left: False) == ["a", "b", "c"]


def shortened(script: Script) -> tuple[ScriptMinimizer, list[Script]]:
    tried: list[Script] = []

    def compared(other: Script) -> Comparison:
        tried.append(other)
        return compare_programs(LISTING, port, seed=1, script=other, frames=100)

    shortening = ScriptMinimizer(script, compared(script), compared)
    shortening.minimize()
    return shortening, tried


def test_a_press_among_much_else_is_found() -> None:
    acts = [Act(frame, "keys", "x") for frame in range(5, 95, 9)]
    acts += [Act(20, "stylus", (20, 30)), Act(40, "buttons", Buttons.B), Act(60, "buttons", Buttons.A)]
    acts.sort(key=lambda act: act.frame)
    found, tried = shortened(Script(acts=tuple(acts), answers=("one", "two")))
    assert found.script == Script(presses=((60, Buttons.A),))
    assert options_of(found.script) == "--press=A@60"
    difference = found.comparison.difference
    assert difference is not None
    assert difference.words == "listing line 4 prints by print('1'), port prints by print('2')"
    assert len(tried) <= TRIES + 2


def test_no_more_games_are_tried_once_the_listing_was_long_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 60
    monkeypatch.setattr("retromaze.comparison.random_games.WORK_LIMIT", limit)
    answers = ("one", "two", "three", "four", "five")
    listing = Listing('@L\nLINPUT A$\nIF A$!="three" THEN @L\nPRINT 1\nWHILE 1:WEND\n')
    works: list[int] = []

    def port(machine: Machine) -> None:
        while machine.ask("") != "three":
            pass
        machine.console.print("2")

    def compared(script: Script) -> Comparison:
        made = compare_programs(listing, port, seed=1, script=script, frames=limit // 2)
        works.append(made.frames_at_work)
        return made

    shortening = ScriptMinimizer(Script(answers=answers), compared(Script(answers=answers)), compared)
    shortening.minimize()
    assert shortening.comparison.difference is not None
    assert sum(works[1:-1]) < limit <= sum(works[1:])


def test_a_difference_is_known_before_its_game_is_made_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    def port(machine: Machine) -> None:
        machine.console.print("OTHER")

    def stopped(explorer: Explorer) -> Comparison:
        raise KeyboardInterrupt

    monkeypatch.setattr(Explorer, "shortened", stopped)
    *_, games = plan([user_pair("LINPUT A$\nPRINT A$\n", port)], None)
    tallies: list[Tally] = []
    with pytest.raises(KeyboardInterrupt):
        tallies.extend(map(replace, task_tallies(games)))
    assert [each.verdict for each in tallies] == [Verdict.DIFFERENT]
    assert tallies[0].difference is not None
    assert tallies[0].difference.played == "'--answers= N'"


def test_a_difference_is_kept_when_its_process_is_killed() -> None:
    *_, games = plan([user_pair("LINPUT A$\nPRINT A$\n", Machine.reset)], None)
    found, _ = task_tallies(games)
    said: list[str] = []

    class KilledPool(WorkerPool[Task, Tally]):
        """Its only process is killed once it has told a difference."""

        def __init__(self) -> None:
            pass

        def results(self, jobs, retry_jobs, check=None):
            yield found
            assert list(retry_jobs(CrashedJob(games, "SIGKILL"))) == []

    assert list(run_in_pool(KilledPool(), [games], said.append)) == [found]
    assert said == []


def test_a_press_is_told_in_the_frame_in_which_it_matters() -> None:
    """A is held from frame 10 on, and looked at in frame 50: what is done before frame 50 does not matter."""
    listing = Listing("WAIT 50\nIF BUTTON() AND 16 THEN PRINT 1\nWAIT 10")

    def port(machine: Machine) -> None:
        machine.wait(50)
        if machine.input.button() & Buttons.A:
            machine.console.print("2")
        machine.wait(10)

    def compared(script: Script) -> Comparison:
        return compare_programs(listing, port, seed=1, script=script, frames=100)

    script = Script(acts=(Act(3, "stylus", (1, 1)), Act(10, "buttons", Buttons.A)))
    shortening = ScriptMinimizer(script, compared(script), compared)
    shortening.minimize()
    assert options_of(shortening.script) == "--press=A@50"


def test_answers_that_a_difference_does_not_need_are_left_out(tmp_path: Path) -> None:
    text = '@L\nINPUT "N",N\nIF N==7 THEN C=C+1\nIF N==3 THEN PRINT "C";C\nIF N!=99 THEN @L\n'
    pair = written_pair(tmp_path / "asks.bas", text, ("c += 1", "c += 2"))
    found = shortened_difference(Explorer(pair, 1, {}))
    assert found.played == "--answers=7 --answers=3"


HOURS = """\
T$=MID$(TIME$,0,2)
@L
IF MID$(TIME$,0,2)!=T$ THEN T$=MID$(TIME$,0,2):PRINT "BONG"
VSYNC
GOTO @L
"""


@pytest.mark.slow
def test_a_listing_that_looks_at_the_clock_is_played_at_several_times(here: Path, ran: CommandLine) -> None:
    written_pair(Path("bells.bas"), HOURS, ("BONG", "BANG"))
    check = "check bells.bas --seeds 1 --jobs 1 --frames 300"
    ran(f"{check} --play 0", 0)
    *_, played, _ = ran(check, 1).err.splitlines()
    assert played == "played with --clock=2015-05-20T09:59:57"
    ran(f"{check} {played.removeprefix('played with ')} --play 0", 1)
    ran(f"{check} --clock 2015-05-20T09:00", 0)


ALARM = """\
@L
IF TIME$=="07:30:00" THEN BEEP 12
VSYNC
GOTO @L
"""


@pytest.mark.slow
@pytest.mark.usefixtures("few_tries")
def test_a_game_begins_a_second_before_a_time_that_the_listing_looks_for(tmp_path: Path) -> None:
    explorer = Explorer(written_pair(tmp_path / "alarm.bas", ALARM, ("12", "13")), 1, {})
    assert shortened_difference(explorer).played == "--clock=2016-05-20T07:29:59"


@pytest.mark.slow
def test_a_clock_that_is_given_stays(tmp_path: Path) -> None:
    pair = written_pair(tmp_path / "bells.bas", HOURS, ("", ""))
    moment = datetime(2015, 5, 20, 9, 59, 57)
    timed = replace(pair, script=replace(pair.script, clock=moment))
    scripts = {each.script.clock for each in Explorer(timed, 1, {}).chosen_games(0.1)}
    assert scripts == {moment}
    found = {each.script.clock for each in Explorer(pair, 1, {}).chosen_games(0.5, 3)}
    assert found != {None}
    wrong = written_pair(tmp_path / "bells.bas", HOURS, ("BONG", "BANG"))
    with pytest.raises(AssertionError):
        assert_same(*wrong.files, clock=moment, play=0, frames=300)
    assert_same(*wrong.files, play=0, lines=0, frames=300)
