"""Comments that name variables."""

from pathlib import Path

import retromaze
from retromaze.porting.writing import write_port
from retromaze.sources.matching_lines import names_in_margins_by_function
from tests.porting.agreeing import differing
from tests.porting.bodies import behind_heading, names

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
