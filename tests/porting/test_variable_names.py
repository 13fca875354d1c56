"""Names of variables from their use, and which evidence goes before which."""

from pathlib import Path

import pytest

import retromaze
from retromaze.porting.variable_names import label_of, prompted_name, words_apart, words_in
from retromaze.porting.writing import write_port
from retromaze.sources.matching_lines import names_in_margins_by_function
from tests.porting.agreeing import differing
from tests.porting.bodies import behind_heading, names, port_text


def test_what_holds_nothing_but_buttons_is_named_so() -> None:
    polls = "@L\nVSYNC 1\n{}\nIF B AND 4 THEN PRINT 1\nN=N+1:IF N<9 THEN @L"
    sources = {
        "B=BUTTON()": {"B": "buttons"},
        "B=BUTTON(1) 'pressed": {"B": "pressed"},
        "B=BUTTON():IF N==3 THEN B=0": {"B": "buttons"},
        "B=BUTTON():IF N==3 THEN B=1": {},
        "B=BUTTON() AND (#UP OR #DOWN)": {"B": "buttons"},
        "B=BUTTON():C=BUTTON(1):PRINT C": {},  # two of them
    }
    assert {each: names(polls.format(each)) for each in sources} == sources
    assert differing([polls.format(each) for each in sources]) == {}


def test_what_a_word_gives_is_named_by_the_word() -> None:
    sources = {
        "@L:K$=INKEY$():VSYNC 1:IF K$==\"\" THEN N=N+1:IF N<9 THEN @L": {"K$": "key"},
        "@L:K$=INKEY$():VSYNC 1:IF K$==\"\" THEN K$=\"x\":N=N+1:IF N<9 THEN @L": {},
        "LINPUT L$:PRINT L$": {"L$": "line"},
        "LINPUT CMD$:PRINT CMD$": {},
        "LINPUT L$:L$=L$+\"!\":PRINT L$": {},
        "INPUT A$:PRINT A$": {"A$": "answer"},
        "INPUT A$:A$=A$+\"!\":PRINT A$": {},
        "INPUT N:PRINT N": {},
        "T=MAINCNT:WAIT 9:PRINT MAINCNT-T": {"T": "start_frame"},
        "L=RND(9):FOR I=1 TO L:PRINT I:NEXT": {"L": "last"},
        'A$="AB":L=LEN(A$):PRINT L': {"L": "length"},
        "STICK OUT X,Y:PRINT X;Y": {"X": "stick_x", "Y": "stick_y"},
        "STICK OUT X,Y:X=X+1:PRINT X;Y": {"Y": "stick_y"},
        "TOUCH OUT T,X,Y:PRINT T;X;Y": {"T": "touch_time", "X": "touch_x", "Y": "touch_y"},
        "DTREAD OUT Y,M,D:TMREAD OUT H,MI,S:PRINT Y;M;D;H;MI;S": {
            "Y": "year", "M": "month", "D": "day", "H": "hour", "MI": "minute", "S": "second"
        },
        # in several scopes, if all agree
        "DEF F:VAR B=BUTTON(),I:PRINT B:END:DEF G:VAR B:B=BUTTON(1):PRINT B:END:F:G": {"B": "buttons"},
        "DEF F:VAR B=BUTTON():PRINT B:END:DEF G:VAR B=1:PRINT B:END:F:G": {},
        "DEF F:VAR B=BUTTON():PRINT B:END:DEF G B:PRINT B:END:F:G 1": {},
        "C=RGB(1,2,3):GPSET 0,0,C:GPSET 1,1,C": {"C": "color"},
        "DTREAD OUT A,B,C:TMREAD OUT A,B,C:PRINT A;B;C": {},
    }  # fmt: skip
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


def test_sizes_of_an_array_are_width_and_height() -> None:
    sources = {
        "W=4:H=3\nDIM M[W,H]\nPRINT M[0,0]": {"W": "width", "H": "height"},
        "W=4:H=3\nDIM M[H+2,W*2+1]\nPRINT M[0,0]": {"W": "width", "H": "height"},
        "W=4:H=3\nDIM M[W],N[H]\nPRINT M[0];N[0]": {},
        "W=4:N=3\nDIM M[W,N]\nPRINT M[0,0]": {},
        "W=4:H=3:WIDTH=5\nDIM M[W,H]\nPRINT M[0,0];WIDTH": {"H": "height"},
        "W=4:H=RND(3)+1\nDIM M[W,H]\nPRINT M[0,0]\nH=9:PRINT H": {"W": "width"},  # then another thing
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


def test_what_a_comment_says_goes_first() -> None:
    uses = 'PRINT "LEVEL: ";V:V=V+1:PRINT "LEVEL: ";V'
    sources = {
        f"CLS\nV=3\n{uses}": {"V": "level"},
        f"CLS\nV=3 'stage\n{uses}": {"V": "stage"},
        f"'V: vigor\nCLS\nV=3\n{uses}": {"V": "vigor"},
        f"'V: vigor\nCLS\nV=3 'stage\n{uses}": {"V": "stage"},
        f"CLS\nV=3:M=4 'stage\nN=5 'level\n{uses}:PRINT N": {"N": "level"},  # the word is taken
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


def test_subroutines_at_line_numbers_have_the_names_of_their_comments() -> None:
    listing = "GOSUB @L800:GOSUB @L800\nEND\n{}\nVSYNC 1:VSYNC 2\nRETURN"
    names_of_comments = {
        "'find the item N$ -> X\n@L800": "find_item",
        "@L800\n'MOVE THE WUMPUS (or not)": "move_wumpus",
        "'read a line: with a limit\n@L800": "read_line",
        "@L800": "l800",
        "'this one is not short enough\n@L800": "l800",
    }
    found = {each: port_text(listing.format(each)) for each in names_of_comments}
    assert [each for each, name in names_of_comments.items() if f"def {name}(" not in found[each]] == []
    assert "def draw(" in port_text(listing.replace("L800", "DRAW").format("'paint it\n@DRAW"))


USES = '\nPRINT LV;HS;T$\nLV=LV+1:HS=LV:T$=T$+"!":PRINT HS;LV;T$'
LISTING = "CLS\nLV=3 'lives\nDIM M[3,4] 'MAP\nVAR HS 'High score\nT$=\"x\" 'the 2nd text\nPRINT M[0,0]" + USES


def test_a_comment_beside_a_variable_names_it() -> None:
    text = write_port(LISTING, "a.bas")
    assert 'VARIABLES = {"lives": "LV", "map_": "M", "high_score": "HS"}  # the listing' in text
    expected = """\
    machine.console.clear()  # 1
    lives = 3  # 2
    map_ = [[0] * 4 for _ in range(3)]  # 3
    high_score = 0  # 4
    t = "x"  # 5  the 2nd text
    machine.console.print(str(map_[0][0]))  # 6
    machine.console.print(f"{lives}{high_score}{t}")  # 7
    lives += 1  # 8
    high_score = lives
    t += "!"
    machine.console.print(f"{high_score}{lives}{t}")
"""
    assert behind_heading(text) == expected


def test_which_comments_name_nothing() -> None:
    sources = [
        "CLS:LV=3:HS=4 'lives" + USES,  # two variables
        "LV=3:CLS 'lives" + USES,  # something else beside it
        "IF HS THEN LV=3 'lives" + USES,
        "CLS:LV=1\nLV=3 'lives" + USES,  # not the first
        "CLS\nLV=3 'how many lives" + USES,
        "CLS\nLV=3 'lives!" + USES,
        "CLS\nLV=3 '命" + USES,
        "CLS\nLV=3 'x" + USES,
        "CLS\nLV=3 'hs" + USES,  # another variable's letters
        "CLS\nLV=3 'f" + USES + "\nDEF F\nEND",
        "CLS\nLV=3 'left\nHS=4 'left" + USES,  # two of the same words
        "CLS\nLIVE=3 'lives\nPRINT LIVE" + USES,  # speaks for itself
        "CLS\nLV=3 'lives\nF" + USES + "\nDEF F\nVAR LV=2\nPRINT LV\nEND",  # in two scopes
    ]
    assert {source: found for source in sources if (found := names(source))} == {}
    assert differing(sources) == {}


def test_comments_about_values_name_no_variable() -> None:
    end = "\nWHILE ST<2:ST=ST+1:WEND:PRINT ST"
    sources = {
        f"CLS\nST=0 'title\nST=1 'play{end}": {},
        f"CLS\nST=0 'title\nIF RND(2) THEN ST=-1 'over{end}": {},
        f"CLS\nST=0 'title\nST=0 'start again{end}": {"ST": "title"},  # one value
        f"CLS\nST=0 'state\nST=1 'state{end}": {"ST": "state"},  # one name
        f"CLS\nST=0 'state\nST=1 'from now on it is one{end}": {"ST": "state"},
        f"CLS\nST=0 'state\nST=RND(2) 'luck{end}": {"ST": "state"},
        f"CLS\nST=0 'state\nST=1:LV=2 'play{end}": {"ST": "state"},
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}
    assert "st = 0  # 2  title\n" in write_port(next(iter(sources)))


def test_a_name_may_stand_behind_an_article_or_japanese() -> None:
    sources = {
        "CLS\nLV=3 'the lives" + USES: "lives",
        "CLS\nLV=3 '残り lives left" + USES: "lives_left",
        "CLS\nLV=3 '1部屋の幅 the room's width" + USES: "rooms_width",
        "CLS\nLV=3 '1:壁 wall 0:床 floor" + USES: "",
        "CLS\nLV=3 '3 lives" + USES: "",
        "CLS\nLV=3 'live\N{LATIN SMALL LETTER LONG S}" + USES: "",  # Python reads it as an s
        "CLS\nLV=3 'a" + USES: "",
    }
    assert {each: names(each) for each in sources} == {
        each: {"LV": name} if name else {} for each, name in sources.items()
    }
    assert differing(sources) == {}


def test_a_comment_with_commas_names_as_many() -> None:
    uses = "\nLV=LV+1:HS=HS+LV:PRINT LV;HS"
    sources = {
        "CLS\nLV=3:HS=4 'lives, high score": {"LV": "lives", "HS": "high_score"},
        "CLS\nLV=3:HS=4 '残り lives、score": {"LV": "lives", "HS": "score"},
        "VAR LV=3,HS 'lives/score": {"LV": "lives", "HS": "score"},
        "DIM LV,HS[9] 'lives, scores": {"LV": "lives", "HS": "scores"},
        "CLS\nLV=3:HS=4 'lives": {},
        "CLS\nLV=3:HS=4 'lives, score, 2": {},
        "CLS\nLV=3:HS=4 'lives, score, level": {},
        "CLS\nLV=3:HS=4:CLS 'lives, score": {},
        "CLS:HS=2\nLV=3:HS=4 'lives, score": {},  # not the first
    }
    with_uses = {each + (uses if "[" not in each else "\nPRINT LV;HS[0]"): to for each, to in sources.items()}
    assert {each: names(each) for each in with_uses} == with_uses
    assert differing(with_uses) == {}


def test_a_comment_that_is_not_all_said_by_names_stays() -> None:
    uses = "\nLV=LV+1:HS=HS+LV:SCORE=SCORE+1:PRINT LV;HS;SCORE"
    text = write_port(f"CLS\nLV=3:HS=4 'lives, score{uses}")
    assert "lives, hs = 3, 4  # 2  lives, score\n" in text
    text = write_port(f"CLS\nLV=3:SCORE=4 'lives, points{uses}")
    assert "lives, score = 3, 4  # 2  lives, points\n" in text
    assert "lives, high_score = 3, 4  # 2\n" in write_port(f"CLS\nLV=3:HS=4 'lives, high score{uses}")


def test_names_of_pythons_own_get_a_mark() -> None:
    words = ("map", "machine", "class", "self", "basic", "main", "data", "variables")
    listings = {each: f"CLS\nLV=3 '{each}{USES}" for each in words}
    assert {each: names(source) for each, source in listings.items()} == {
        each: {"LV": each if each == "variables" else f"{each}_"} for each in words
    }
    assert differing(listings.values()) == {}


def test_only_a_dispatch_needs_the_name_step() -> None:
    source = f"CLS\nLV=3 'step{USES}"
    assert names(source) == {"LV": "step"}
    jumps = "\nGOSUB @S\nGOSUB @T\nEND\n@S\nPRINT 1\n@T\nPRINT 2\nIF RND(2) THEN @S\nRETURN"
    assert names(source + jumps) == {"LV": "step_"}
    assert "match step:" in write_port(source + jumps)
    assert differing([source, source + jumps]) == {}


def test_a_keyword_is_set_by_either_name(tmp_path: Path) -> None:
    source = 'GL=3 \'goal\nIF GL==7 THEN PRINT "SEVEN"\nPRINT GL'
    (tmp_path / "a.bas").write_text(source)
    text = write_port(source, "a.bas")
    assert "def main(machine: Machine, *, goal: int = 3) -> None:  # 1\n" in text
    (tmp_path / "a.py").write_text(text)
    assert retromaze.compare(tmp_path / "a.bas", tmp_path / "a.py", GL=7) is None
    assert retromaze.compare(tmp_path / "a.bas", tmp_path / "a.py", goal=7) is None


def test_a_difference_names_both(tmp_path: Path) -> None:
    (tmp_path / "port.py").write_text(write_port(LISTING, "a.bas").replace("lives += 1", "lives += 2"))
    found = retromaze.compare(LISTING, tmp_path / "port.py")
    assert found is not None
    assert "LV is 4 (set in line 8), lives is 5" in "".join(found.evidence.words())


def test_the_studio_knows_them() -> None:
    assert names_in_margins_by_function(
        'VARIABLES = {"lives": "LV"}\ndef main(machine):\n    lives = 3  # 1  X\n    a = 0\n'
    ) == {"main": {"lives": "X", "self.lives": "LV"}}


def test_a_list_of_variables_names_them() -> None:
    uses = "SC=RND(9):LV=RND(9):EX=RND(9):EY=RND(9):LY=1\nDIM M[3],MX[3],MY[3]\n"
    uses += "PRINT SC;LV;EX;EY;LY;M[0];MX[0];MY[0]"
    comments = {
        "SC=SCORE LV=LEVEL": {"SC": "score", "LV": "level"},
        "SC: high score, LV: ステージ stage": {"SC": "high_score", "LV": "stage"},
        "SC=points": {},  # one alone has to be what the name is short for
        "SC: score": {"SC": "score"},
        "GAME  SC:score LV:level": {"SC": "score", "LV": "level"},
        "GAME SC:score LV:level": {},  # no list of its own
        "SC=score XX=level": {},  # XX is no variable: something else is meant
        "SC=score LV=0": {"SC": "score"},
        "SC=score LV=how far it is": {"SC": "score"},
        "M[]: the maze": {"M": "maze"},
        "M(): the maze": {"M": "maze"},
        "EX,EY ENEMY": {"EX": "enemy_x", "EY": "enemy_y"},
        "EX,EY: enemy position  SC: score": {"EX": "enemy_x", "EY": "enemy_y", "SC": "score"},
        "EY,EX ENEMY": {},
        "EX,LV ENEMY": {},
        "EX,LY ENEMY": {},
        "MX,MY ENEMY": {},
        "GAME  SC:score": {},
        "EX,EYE": {},
        "M,SC ENEMY": {},
        "SC=LV": {},
    }
    places = ("'{}\n" + uses, uses + "\n'{}", uses + " '{}", "REM {}\n" + uses)
    assert {each: names(places[0].format(each)) for each in comments} == comments
    found = {each: names(places[at % 3 + 1].format(each)) for at, each in enumerate(comments)}
    assert found == comments
    assert differing([f"'{each}\n{uses}" for each in comments]) == {}


def test_a_list_of_letters_may_be_about_the_map_or_the_buttons() -> None:
    uses = "W=RND(3):F=RND(3):A=RND(3):B=RND(3):PRINT W;F;A;B"
    sources = {
        f"'W=wall F=floor\n{uses}": {"W": "wall", "F": "floor"},
        f'\'W=wall F=floor\n{uses}\nREAD M$:PRINT M$\nDATA "WWFW"': {},
        f'\'W=wall F=floor\n{uses}:IF C$=="F" THEN PRINT 1': {},
        f'\'W=wall F=floor\n{uses}:PRINT "WAY OUT"': {"W": "wall", "F": "floor"},
        f"'A=fire B=jump\n{uses}": {},
        f"'A=fire W=jump\n{uses}": {"A": "fire", "W": "jump"},
    }
    assert {each: names(each) for each in sources} == sources
    assert differing(sources) == {}


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
        'PRINT "YOUR NAME":INPUT N$:PRINT N$': {"N$": "answer"},
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


NAMES = {
    "MAKEFLOOR": "MAKE_FLOOR",
    "GETKEY$": "GET_KEY$",
    "drawkeys": "draw_keys",
    "LEFTWALL": "LEFT_WALL",
    "HITCHECK": "HIT_CHECK",
    "ENEMYTURN": "ENEMY_TURN",
    "MAKESECRET": "MAKE_SECRET",  # of a word of the listing
}
WHOLE = """
ADDRESS BACKGROUND BUTTON CHECKSUM DAMAGE FIREWORKS FORGET GETTER KEYBOARD LOADLV OFFSET OUTPUT PLAYER
PRINTER RANDOM SEASON SETTING STARTING TARGET UNDERLINE UPDATE WINDOW
"""


def test_known_words_are_cut_apart() -> None:
    known = words_in("'the secret is 4 letters:PRINT SEA;SON")
    assert {each: words_apart(each, known) for each in NAMES} == NAMES
    assert [each for each in WHOLE.split() if words_apart(each, known) != each] == []


def test_methods_have_the_words_of_the_listing() -> None:
    source = "'a dragon sleeps\nGOSUB @WAKEDRAGON:FINDDRAGON\nEND\n@WAKEDRAGON\nCLS:VSYNC 1\nRETURN\n"
    text = write_port(source + "DEF FINDDRAGON\nPRINT 2:VSYNC 2\nEND\n")
    assert "def find_dragon(machine: Machine) -> None:  # 7-9\n" in text
    assert "def wakedragon(machine: Machine) -> None:  # @WAKEDRAGON\n" in text
