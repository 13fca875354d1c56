"""What a lesson draws of a program's data: its text, its SVG, what changed, and what cannot be drawn."""

import re
from pathlib import Path

import pytest

from retromaze.lessons.diagram_svg import (
    RULE,
    color_from_hls,
    dark_mode_color,
    dark_mode_style,
    gray,
    label,
    node_places,
    rectangle,
    svg_of,
)
from retromaze.lessons.diagram_text import text_lines
from retromaze.lessons.diagrams import ForestDiagram, GridDiagram
from retromaze.lessons.lesson_moments import ReachedMoment, find_moments
from retromaze.lessons.lesson_reading import LessonError, read_lesson
from retromaze.study.maze_overlays import PAPER

LISTING = """\
DIM R[4,3],SX[0],SY[0],U[6],Q[0],S$[2]
FILL R,-1
R[1,0]=9:R[2,0]=9:R[3,0]=9
FILL U,-1
X=1:Y=1:R[1,1]=3:PUSH SX,0:PUSH SY,1
PUSH SX,X:PUSH SY,Y:PUSH Q,5:PUSH Q,6
X=2:R[2,1]=1:U[2]=4:U[4]=-2
PUSH SX,X:PUSH SY,Y:I=SHIFT(Q):PUSH Q,7:PUSH Q,6
Y=2:R[2,2]=2:U[0]=4:U[1]=0:U[4]=-4:T$="AB":S$[1]=CHR$(0)
"""


DRAWN = Path(__file__).parent / "drawn"


def reached(draw: str, *moments: str, common: str = "", listing: str = LISTING) -> list[ReachedMoment]:
    """The moments of a lesson whose steps draw that."""
    steps = "".join(f"## B\n```lesson\n{moment}\n{draw}\n```\n" for moment in moments)
    lesson = read_lesson(f"# A\n```lesson\nseed 1\n{common}\n```\n{steps}")
    return [each for each in find_moments(lesson, listing) if each]


def drawn(draw: str, *moments: str, common: str = "", width: int = 80) -> list[list[str]]:
    """The lines of each moment."""
    return [text_lines(each.diagrams, "en", width) for each in reached(draw, *moments, common=common)]


ROOMS = "draw grid R north=1 west=2 -1=rock 9=rim, way SX SY, digger X Y, stack SX SY"
FIRST = """\
R                     SX, SY: 1
    0   1   2   3     │ 0,1 │
0  ▒▒▒ ███████████    └─────┘
   ▒▒▒┌───╴
1  ·▒▒│@3  ▒▒▒▒▒▒▒
   ▒▒▒╵    ▒▒▒▒▒▒▒
2  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
▒ rock   █ rim   @ digger   · way
"""
SECOND = """\
R                     SX, SY: 3
    0   1   2   3     │ 2,1 │ *
0  ▒▒▒ ███████████    │ 1,1 │ *
   ▒▒▒┌───────╴       │ 0,1 │
1  ·▒▒│·3  ·1* ▒▒▒    └─────┘
   ▒▒▒╵   ╷    ▒▒▒
2  ▒▒▒▒▒▒▒│@2* ▒▒▒
          └───╴
▒ rock   █ rim   @ digger   · way   * changed since the step before
"""


def test_rooms_with_walls_the_way_that_a_stack_holds_and_what_changed() -> None:
    first, second = drawn(ROOMS, "at line 6", "at end")
    assert first == FIRST.splitlines()
    assert second == SECOND.splitlines()
    [narrow] = drawn(ROOMS, "at end", width=15)
    assert narrow[:3] == ["R", "4 × 3: too wide to be drawn here", ""]


OTHERS = {
    "grid R 9=wall, marks SX SY, goal 3 2, start 0 0": """\
R
    0   1   2   3
0 S-1 ████████████
1 x-1 x 3 x 1  -1
2  -1  -1   2*G-1
█ wall   G goal   S start   x marked   * changed since the step before
""",
    'grid R 9=wall, marks "branch" SX SY, spot "builder" X Y': """\
R
    0   1   2   3
0  -1 ████████████
1 x-1 x 3 x 1  -1
2  -1  -1 @ 2* -1
█ wall   @ builder   x branch   * changed since the step before
""",
    "grid R[Y,X]": """\
R
    0   1   2
0  -1  -1  -1
1   9   3  -1
2   9   1   2*
3   9  -1  -1
* changed since the step before
""",
    "groups U across 3, forest U": """\
U: the leaders     U: 3 sets
    0   1   2      4 (4)
  ┌───────────┐    ├─ 0*
0 │ 4   4   4 │    │  └─ 1*
  ├───┐   ┌───┤    └─ 2
3 │ 3 │ 4 │ 5 │    alone: 3 5
  └───┴───┴───┘
n (m): leader, with (the size of its set)   * changed since the step before
""",
    "queue Q, list Q": """\
Q: 3           Q: 3
6 │ 7* │ 6*    0: 6* │ 1: 7* │ 2: 6*
* changed since the step before
""",
    "stack T$, list S$": """\
T$: 2      S$: 2
│ B │ *    0:  │ 1: □*
│ A │ *
└───┘
* changed since the step before
""",
    "list (SX*10+SY)": """\
SX*10+SY: 3
0: 1 │ 1: 11 │ 2: 21*
* changed since the step before
""",
}
"""What is drawn at the end, after a step at line 8."""


def test_blocks_groups_forests_queues_lists_and_strings() -> None:
    made = {draw: "\n".join([*drawn(f"draw {draw}", "at line 8", "at end")[1], ""]) for draw in OTHERS}
    assert made == OTHERS


SCREENS = """\
ACLS:PRINT "#+":PRINT "# a"
BGSCREEN 0,3,2:BGPUT 0,1,0,7:BGPUT 0,2,1,9
GLINE 4,0,4,3,#WHITE
DIM D[4],G[4]
D[0]=5:G[0]=1:G[2]=2
DIG 1
END
DEF DIG N
IF N<3 THEN DIG N+1
A=1
END
"""
ON_SCREENS = {
    'text 3 2 "#+"=wall, walker 1 1': """\
  0 1 2
0 ████
1 ██@ a
█ wall   @ walker
""",
    "background 0 3 2 0=free 7=tree, here 2 0": """\
  0 1 2
0   ██@
1     9
█ tree   @ here
""",
    "dots 2 1 4": """\
   0  1
     ╷
0    │
     ╵
""",
    "grid D across 2 walls G east=!1 south=2": """\
D
    0   1
  ┌───────┐
0 │ 5   0 │
  │   ╷   │
2 │ 0 │ 0 │
  └───┘   ╵
""",
    "calls N": """\
N: 3
│ 3 │
│ 2 │
│ 1 │
└───┘
""",
}


def test_grids_on_the_screen_walls_of_another_array_and_pending_calls() -> None:
    made = {}
    for draw in ON_SCREENS:
        [there] = reached(f"draw {draw}", "at line 10", listing=SCREENS)
        made[draw] = "\n".join([*text_lines(there.diagrams, "en", 80), ""])
    assert made == ON_SCREENS


MAZES = """\
ACLS:PRINT "+---+---+"
PRINT "|   |   |"
PRINT "+   +   +"
PRINT "|       |"
PRINT "+---+---+"
DIM U[4],M[5,5],D[4],G[4],PX[2],PY[2]
FILL U,-1:U[3]=2:U[2]=-2:PX[1]=1
FILL M,1:M[1,1]=0:M[2,1]=0:M[3,1]=0:M[1,2]=0:M[3,2]=0:M[1,3]=0:M[2,3]=0:M[3,3]=0
GLINE 4,0,4,3,#WHITE
T%=-2:A=90:D[1]=1:D[2]=1:D[3]=2:G[0]=3:G[1]=2
T%=-1
"""
IN_MAZES = {
    "groups U across 2 walls text 4 2, wall 0 1": """\
U: the leaders
    0   1
  ┌───┬───┐
0 │ 0 ║ 1 │
  │   ╵   │
2 │ 2   2 │
  └───────┘
═ the wall in question
""",
    "grid M 0=floor 1=wall from 1 (A-90) to 9 2, here 2 2, digger 3 1 heading A": """\
M
  1 2 3 4
0 ████████
1     → ██
2   @█  ██
█ wall   @ here   → digger
""",
    "grid M 0=floor 1=wall, islands 1": """\
M
  0 1 2 3 4
0 ██████████
1 ██      ██
2 ██  ##  ██
3 ██      ██
4 ██████████
█ wall   # island
""",
    "dots 2 1 4 4 0 0, numbers PX PY, wall 0 0 1 0": """\
    0   1
      ╷
0   0 ║ 1
      ╵
═ the wall in question
""",
    "grid D across 2 walls G east=!1 south=!2, strings, hung 0 0, hung 0 0 to 1 1": """\
D              hung up at 0    pulled straight from 0 to 3
    0   1      0               0·
  ┌───────┐    ├─ 1            ├─ 2
0 │ 0 • 1 │    │  └─ 3         1·
  │ • ╷ • │    └─ 2            3·
2 │ 1 │ 2 │
  └───┴───┘
• string through each way   · way
""",
    'sketch "P→P" "↑.↓" "P←P" "P"=pillar, spot "upward" 0 1': """\
██→ ██
@ . ↓
██← ██
█ pillar   @ upward
""",
    'sketch "0 1 2" east=1 south=2': """\
            ╷
  0       1 │     2
            ╵   ╶───╴
""",
    'text 9 5 "+|-"=wall, apart "+"': """\
  0 1 2 3 4 5 6 7 8
0 ██████████████████
1 ██      ██      ██
2 ██  ~~  ██  ~~  ██
3 ██              ██
4 ██████████████████
█ wall   ~ beside islands alone
""",
}
"""What is drawn at the end, after a step at line 11."""


def test_pieces_of_mazes_walls_that_are_asked_about_and_trees() -> None:
    """The same as SVG is kept in the folder `drawn`."""
    made, pictures = {}, {}
    for draw in IN_MAZES:
        [_, end] = reached(f"draw {draw}", "at line 11", "at end", listing=MAZES)
        made[draw] = "\n".join([*text_lines(end.diagrams, "en", 80), ""])
        pictures[f"{draw.split()[0]}-{len(pictures)}.svg"] = svg_of(end.diagrams, "en", draw)
    assert made == IN_MAZES
    [_, end] = reached("draw grid R 9=wall, digger X Y, stack SX", "at line 8", "at end")
    pictures["grid-and-stack.svg"] = svg_of(end.diagrams, "en", "A < B")
    assert pictures == {each.name: each.read_text("utf-8") for each in DRAWN.iterdir()}


def test_long_stacks_queues_and_chains_are_cut_short() -> None:
    listing = "DIM S[0],U[3000]\nFOR I=0 TO 2999:U[I]=I-1:IF I<60 THEN PUSH S,I\nNEXT\n"
    [end] = reached("draw stack S, queue S, forest U", "at end", listing=listing)
    lines = text_lines(end.diagrams[:2], "en", 40)
    assert [*lines[:3], *lines[10:15], lines[-1]] == [
        "S: 60",
        "│ 59 │",
        "│ 58 │",
        "│ 50 │",
        "│ ⋮  │",
        "│ 0  │",
        "└────┘",
        "",
        "34 │ 35 │ 36 │ 37 │ 38 │ 39 │ 20 more",
    ]
    assert text_lines(end.diagrams[2:], "ja", 40)[:3] == ["U: 1 組", "0 (3000)", "└─ 1"]
    assert svg_of(end.diagrams, "ja", "B").count("<circle") == 3001  # the legend's too


BARS = """\
A: 5
0          0
1         ███████████████ 2
2         ██████████████████████ 3
3 ████████ -1
4         ████ 0.5
"""
SHADED = """\
G
  0 1 2
0 ██▓▓▓▓
1   ░░░░
░ 0   ▓ 4   █ 9
"""


def test_bars_and_grids_with_a_shade_for_each_value() -> None:
    listing = "DIM A[5],G[3,2]\nA[1]=2:A[2]=3:A[3]=-1:A[4]=0.5\nG[0,0]=9:G[1,0]=4:G[2,0]=4:G[0,1]=-3\n"
    [end] = reached("draw bars A, grid G shaded", "at end", listing=listing)
    assert text_lines(end.diagrams[:1], "en", 80) == BARS.splitlines()
    assert text_lines(end.diagrams[1:], "en", 80) == SHADED.splitlines()
    bars = re.findall(
        r'<g data-at="(.)">\n<rect x="(.*?)" y="(.*?)" .*height="(.*?)"', svg_of(end.diagrams[:1], "en", "B")
    )
    assert [tuple(map(int, each)) for each in bars] == [
        (0, 0, 99, 1),
        (1, 26, 39, 60),
        (2, 52, 9, 90),
        (3, 78, 99, 30),
        (4, 104, 84, 15),
    ]


def test_a_wide_tree_goes_on_below_itself() -> None:
    """18 nodes beside each other; the leader stays in the middle above them, and again above the rest."""
    svg = svg_of([ForestDiagram("U", (19,) * 20)], "en", "")
    found = re.findall(r'<circle cx="([^"]+)" cy="([^"]+)"', svg)
    assert [found[0], found[1], found[18], found[19], found[20]] == [
        ("252", "19.6"),
        ("14", "47.6"),
        ("490", "47.6"),
        ("14", "103.6"),
        ("14", "75.6"),
    ]


def test_a_way_is_broken_where_it_leaves_the_piece_that_is_drawn() -> None:
    [end] = reached("draw grid R from 1 0 to 3 2, way (SX+(SX==1)*9) SY", "at end")
    assert isinstance(end.diagrams[0], GridDiagram)
    assert end.diagrams[0].ways == (((1, 1),),)  # 0,1 and 10,1 lie outside
    [whole] = reached("draw grid R, way (SX+(SX==1)*9) SY", "at end")
    assert isinstance(whole.diagrams[0], GridDiagram)
    assert whole.diagrams[0].ways == (((0, 1),), ((2, 1),))


def test_side_ways_stand_beside_the_way_that_is_pulled_straight() -> None:
    """The way 0, 1, 2, 3; from 0 hangs 4, from 1 a side way of three, from 2 one room."""
    forest = ForestDiagram("0 3", (0, 0, 1, 2, 0, 1, 5, 6, 2), is_maze_tree=True, way=frozenset({0, 1, 2, 3}))
    places = node_places(forest, forest.members(0))
    columns = [[place[0] for node, place in sorted(places.items()) if place[1] == row] for row in range(5)]
    assert columns == [[0], [0, 3], [0, 2], [0, 2, 1], [2]]


def test_nothing_is_marked_where_the_run_has_gone_back() -> None:
    forward, back = drawn("draw stack SX", "at end", "at line 8")
    assert forward == ["SX: 3", "│ 2 │", "│ 1 │", "│ 0 │", "└───┘"]
    assert back == ["SX: 2", "│ 1 │", "│ 0 │", "└───┘"]


def test_each_color_has_another_on_dark_paper() -> None:
    """A gray as far from the paper as it was, so that light stays apart from dark."""
    assert dark_mode_color(PAPER) == "#202124"
    assert [dark_mode_color(gray(dark)) for dark in (0.1, 0.5, 1)] == ["#353535", "#7a7a7a", "#d0d0d0"]
    assert dark_mode_color("#123456") == "#123456"
    assert dark_mode_color(color_from_hls(0.5, 0.9, 0.8)) == color_from_hls(0.5, 0.3, 0.4)
    style = dark_mode_style(
        [rectangle((0, 0), (1, 1), PAPER, RULE), label((0, 0), "fill=A", color="#123456")]
    )
    assert style == (
        "<style>@media (prefers-color-scheme:dark){"
        '.drawing [fill="#123456"]{fill:#123456}.drawing [fill="#ffffff"]{fill:#202124}'
        '.drawing [stroke="#dadce0"]{stroke:#3c4043}}</style>'
    )


def test_a_piece_of_an_array_is_a_stack_or_a_queue() -> None:
    """Its elements keep their subscripts, by which the page tells and asks about them."""
    draw = "draw stack SX SY from 0 to Y-1, queue SX from Y to 9, stack SX from 1 to 0"
    first, end = reached(draw, "at line 8", "at end")
    assert text_lines(first.diagrams, "en", 80) == [
        "SX, SY: 1    SX: 1    SX: 0",
        "│ 0,1 │      1        └───┘",
        "└─────┘",
    ]
    assert text_lines(end.diagrams, "en", 80) == [
        "SX, SY: 2    SX: 1    SX: 0",
        "│ 1,1 │ *    2*       └───┘",
        "│ 0,1 │",
        "└─────┘",
        "* changed since the step before",
    ]
    assert re.findall(r'data-at="(\d)"', svg_of(end.diagrams, "en", "")) == ["1", "0", "2"]


def test_bits_have_the_names_of_their_places() -> None:
    """The highest stands on the left; of a number below zero, the bits that the console keeps."""
    first, end = drawn("draw bits Y 4 0=up 1=right 2=down 3=left, bits (-Y) 12", "at line 8", "at end")
    assert first == [
        "Y = 1                                   -Y = -1",
        "left: 0 │ down: 0 │ right: 0 │ up: 1    1111 11111111",
    ]
    assert end == [
        "Y = 2                                     -Y = -2",
        "left: 0 │ down: 0 │ right: 1* │ up: 0*    1111 11111110",
        "                                                      *",
        "* changed since the step before",
    ]


def test_bits_as_svg() -> None:
    """A one is gray; what changed has the color of changes."""
    [_, end] = reached("draw bits (Y+4) 3 0=up 1=right", "at line 8", "at end")
    svg = svg_of(end.diagrams, "en", "")
    assert re.findall(r'<rect x="(.+)" y="12" .* fill="(.+)" stroke', svg) == [
        ("0", "#bbbbbb"),
        ("46", "#fdd663"),
        ("92", "#fdd663"),
    ]
    assert re.findall(r"<text .*>(.+)</text>", svg) == [
        *("Y+4 = 6", "2", "1", "right", "1", "up", "0", "changed since the step before")
    ]


def test_what_the_first_block_draws_is_left_out_where_it_has_no_value() -> None:
    first, end = drawn("watch X", "at start", "at end", common="draw stack SX, forest U")
    assert first == []
    assert drawn("draw nothing", "at end", common="draw stack SX") == [[]]
    assert end[:2] == ["SX: 3    U: 3 sets", "│ 2 │    4 (4)"]


KNOWN = (
    'grid R, groups U across W, text W H, background L W H, dots W H S, sketch "#.#",'
    ' way X Y, marks X Y, digger X Y, spot "builder" X Y, wall I J, numbers X Y, islands 1, apart 1,'
    " strings, hung X Y, stack S, queue Q, list A, bars A, bits D 4, calls X, forest U, nothing"
)
ERRORS = {
    "draw pile S": f"'pile S' draws nothing: {KNOWN}",
    "draw grid": f"'grid' draws nothing: {KNOWN}",
    "draw way SX SY": "'way SX SY' stands in a grid that is named before it: grid R, way X Y",
    "draw grid R across": f"'grid R across' draws nothing: {KNOWN}",
    "draw stack Q 1=wall": f"'stack Q 1=wall' draws nothing: {KNOWN}",
    "draw grid R north=A": "a wall is a bit of a grid's values, north=1, or where it lacks, north=!1,"
    " not 'A'",
    "draw grid R across 2": "R is no array of one dimension at this moment",
    "draw grid U across 7": "U is no array of two dimensions at this moment",
    "draw text 0 3": "0 is no number of cells at this moment",
    "draw background 9 1 1": "9 is no layer at this moment",
    "draw grid R, digger X 1+": "'1+' is no expression of BASIC: Syntax error",
    "draw grid SX": "SX is no array of two dimensions at this moment",
    "draw grid K": "K is no array of two dimensions at this moment",
    "draw bars SX SY": f"'bars SX SY' draws nothing: {KNOWN}",
    "draw bars S$": "S$ is no array of numbers at this moment",
    "draw stack R": "R is no array of one dimension at this moment",
    "draw stack X": "X is no array of one dimension at this moment",
    "draw grid R, digger K Y": "K or Y has no value at this moment",
    "draw forest Q": "Q is no forest of leaders at this moment",
    "draw bits X": f"'bits X' draws nothing: {KNOWN}",
    "draw bits X 4 east=right": f"'bits X 4 east=right' draws nothing: {KNOWN}",
    "draw bits X 33": "33 is no number of cells at this moment",
    "draw bits T$ 4": "T$ is no number at this moment",
    "draw groups U across K": "K is no number of cells at this moment",
    "draw groups U across 3 walls": f"'groups U across 3 walls' draws nothing: {KNOWN}",
    "draw groups U across 3 walls text 4": f"'groups U across 3 walls text 4' draws nothing: {KNOWN}",
    "draw grid R from 0 0 3 3": f"'grid R from 0 0 3 3' draws nothing: {KNOWN}",
    "draw stack SX from 0 0 to 1 1": f"'stack SX from 0 0 to 1 1' draws nothing: {KNOWN}",
    "draw stack SX from 0 to K": "K is no number at this moment",
    "draw grid R from 9 0 to 9 3": "grid R from 9 0 to 9 3: no cell lies there at this moment",
    "draw grid R from 9 0 to K 3": "K is no number at this moment",
    "draw grid R, digger X Y heading": f"'digger X Y heading' draws nothing: {KNOWN}",
    "draw grid R, wall 0 2": "wall 0 2: no two rooms beside each other at this moment",
    "draw grid R, islands K": "K has no value at this moment",
    "draw grid R, hung 0 0": "hung 0 0: no room of a grid with walls at this moment",
    "draw grid R north=1, hung 9 0": "hung 9 0: no room of a grid with walls at this moment",
    "draw sketch X": f"'sketch X' draws nothing: {KNOWN}",
    "draw dots 2 2": f"'dots 2 2' draws nothing: {KNOWN}",
}


MANY = {
    "draw grid M": "grid M: more than 40000 are not drawn",
    "draw stack S": "stack S: more than 40000 are not drawn",
    "draw forest S": "forest S: more than 40000 are not drawn",
    "draw text 300 200": "text 300 200: more than 40000 are not drawn",
    "draw dots 300 200 1": "dots 300 200 1: more than 40000 are not drawn",
    "draw forest U": "U is no forest of leaders at this moment",
    "draw forest V": "forest V: more than 5000 are not drawn",
}


def test_what_is_too_large_or_goes_in_a_circle_is_not_drawn() -> None:
    """A long chain is looked through once: 20,000 nodes take no time that is noticed."""
    listing = "DIM M[201,201],S[40001],U[20000],V[5001]\nFILL V,-1\nS[9]=1\n"
    listing += "FOR I=0 TO 19999:U[I]=I+1:NEXT\nU[19999]=19998\n"
    told = {}
    for draw in MANY:
        with pytest.raises(LessonError) as wrong:
            reached(draw, "at end", listing=listing)
        told[draw] = wrong.value.reason
    assert told == MANY


def test_what_cannot_be_drawn_is_told_with_its_line() -> None:
    told = {}
    for draw in ERRORS:
        with pytest.raises(LessonError) as wrong:
            reached(draw, "at end")
        assert wrong.value.line == 9, draw
        told[draw] = wrong.value.reason
    assert told == ERRORS
    with pytest.raises(LessonError, match=r"^K is no array of one dimension at this moment$") as wrong:
        reached("watch X", "at start", "at end", common="draw grid R, stack K")
    assert wrong.value.line == 4
