"""Names of variables from what PRINT shows beside them and from what INPUT asks."""

import pytest

from retromaze.porting.shown_names import label_of, prompted_name
from tests.porting.agreeing import differing
from tests.porting.bodies import names


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("SCORE:", ("score", True)),
        ("SCORE ", ("score", False)),
        ("score =", ("score", True)),
        (" YOUR SCORE: ", ("score", True)),
        ("THE SCORE IS ", ("score", False)),
        ("GAME OVER. SCORE ", ("score", False)),
        ("GAME OVER!SCORE ", ("score", False)),
        ("GAME OVER  SCORE ", ("score", False)),
        ("とくてん SCORE ", ("score", False)),
        ("HI-SCORE ", ("hi_score", False)),
        ("MONEY $", ("money", False)),
        (f"{'-' * 60}  SCORE ", ("score", False)),
        (f"{'A' * 60}", None),
        ("YOU HAVE A SCORE OF ", None),
        ("HELLO, ", None),
        ("DON'T ", None),
        ("IT'S SCORE ", None),
        ("YOU HAVE ", None),
        ("MOVE TO ", None),
        (" VS ", None),
        ("PLAYER 1 ", None),
        ("SCORE/", None),
        ("", None),
        ("ながさ:", None),
    ],
)
def test_labels(text: str, label: tuple[str, bool] | None) -> None:
    assert label_of(text) == label


def test_prompts() -> None:
    prompts = {
        "WIDTH": "width",
        "Width:": "width",
        "YOUR NAME": "name",
        "What is your name? ": "name",
        "Please enter your name": "name",
        "HOW MANY DISKS": "disks",
        "NUMBER OF PLAYERS (1-4)": "players",
        "Level (0-2)": "level",
        "PLAY AGAIN (Y/N)": "",
        "AGAIN [Y/N]": "again",
        "FIRST NUMBER": "first_number",
        "WHICH": "",
        "HOW MANY": "",
        "PRESS ENTER": "",
        "HIT OR STAND": "",
        "A CARD, ANY CARD": "",
        "> ": "",
        "なまえ": "",
    }
    assert {each: prompted_name(each) for each in prompts} == prompts


def test_a_label_names_the_variable_behind_it() -> None:
    shows = {
        'PRINT "SCORE:";SC': {"SC": "score"},
        'PRINT "SCORE:",SC': {"SC": "score"},
        'PRINT "SCORE ";STR$(SC,6)': {"SC": "score"},
        'PRINT "SCORE "+STR$(SC)+"!"': {"SC": "score"},
        'PRINT "SCORE ";FORMAT$("%06D",SC)': {"SC": "score"},
        'PRINT FORMAT$("LEVEL %D  SCORE %05D",LV,SC)': {"LV": "level", "SC": "score"},
        'PRINT "LV ";LV;"  SCORE ";SC;"  LEVEL ";LV': {"LV": "level", "SC": "score"},
        'PRINT "LEVEL ";LV+1': {"LV": "level"},
        'PRINT "SCORE ";:PRINT SC': {"SC": "score"},
        'GPUTCHR 8,8,"SCORE "+STR$(SC)': {"SC": "score"},
        'PRINT "SCORE ";SC:PRINT "FINAL SCORE: ";SC': {"SC": "score"},
        'PRINT "SCORE ";SC:PRINT "SECRETS ";SC': {},
        'PRINT "SCORE ";SC*10': {},
        'PRINT "SCORE ";MAX(SC,LV)': {},
        'PRINT "SCORE ";SC:PRINT "SCORE ";LV': {"SC": "score"},  # no word for LV
        'PRINT "POINTS ";SC': {},  # one label without the letters
        'PRINT "POINTS: ";SC': {"SC": "points"},
        'PRINT "POINTS ";SC;" STAGE ";LV': {"SC": "points", "LV": "stage"},
        'PRINT "POINTS: ";SC;" POINTS: ";LV': {},
        'PRINT "ADD ";SC;" TO ";LV': {},
        'PRINT "SC ";SC': {},
        'SCORE=1:PRINT "SCORE ";SC;SCORE': {},
    }
    sources = {f"SC=RND(9):LV=RND(9)\n{each}\nPRINT SC;LV": found for each, found in shows.items()}
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


def test_a_longer_name_needs_a_label_with_its_letters() -> None:
    sources = {
        'POP=RND(9):PRINT "POP:";POP;" POPULATION:";POP': {"POP": "population"},
        'POP=RND(9):PRINT "CITIZENS: ";POP': {},
        'SCOR=RND(9):PRINT "SCORE: ";SCOR': {},
        'INPUT "CITIZENS";POP:PRINT POP': {},
    }
    assert {each: names(each) for each in sources} == sources


def test_a_prompt_names_what_it_asks_for() -> None:
    sources = {
        'INPUT "WIDTH";N:PRINT N': {"N": "width"},
        'INPUT "WIDTH",N:PRINT N': {"N": "width"},
        'INPUT "WIDTH";N:IF N<3 THEN N=9\nPRINT N': {"N": "width"},
        'LINPUT "YOUR NAME";N$:PRINT N$': {"N$": "name"},
        'PRINT "YOUR NAME";:INPUT N$:PRINT N$': {"N$": "name"},
        'PRINT "YOUR NAME":INPUT N$:PRINT N$': {},
        'LINPUT "CALC>";E$:PRINT E$': {"E$": "line"},
        'LINPUT "NAME>";N$:PRINT N$': {"N$": "name"},
        'LINPUT "ENTER NAME> ";E$:PRINT E$': {"E$": "name"},
        'INPUT "WIDTH, HEIGHT";N,M:PRINT N;M': {},
        'DIM A[3]:INPUT "WIDTH";A[0]:PRINT A[0]': {},
        'INPUT "WIDTH";N:PRINT "HEIGHT: ";N': {},
        'INPUT "WIDTH";N:PRINT N:INPUT "HEIGHT";N:PRINT N': {},
        'INPUT "WIDTH";N:PRINT N:INPUT "WIDTH";N:PRINT N': {},  # two webs
        'INPUT "WIDTH";N:PRINT N:FOR N=0 TO 2:NEXT': {},
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources, "5", "6") == {}


def test_all_variables_of_a_name_have_to_be_the_same_thing() -> None:
    shows = 'DEF SHOW SC\nPRINT "SCORE ";SC\nEND'
    sources = {
        f"SC=RND(9):SHOW SC\n{shows}": {},
        f'SC=RND(9):SHOW SC:PRINT "SCORE ";SC\n{shows}': {"SC": "score"},
        f"SHOW RND(9)\n{shows}": {"SC": "score"},
        f"SHOW RND(9):F\n{shows}\nDEF F\nVAR SC=RND(9):PRINT SC\nEND": {},
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}
