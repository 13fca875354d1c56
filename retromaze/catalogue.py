"""The programs we ship: title, listing, port, origin, technique, sizes, seeds and the input of a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from retromaze.catalogue_entry import Entry, Instructions, Limit, Origin, Scene, Size, Use
from retromaze.check_scenes import SCENES, presses
from retromaze.errors import UsageError


def find(name: str) -> Entry:
    """Returns the entry of that name. Raises UsageError, which names all, if there is none."""
    try:
        return CATALOGUE[name]
    except KeyError:
        raise UsageError(f"no program is called {name!r}; there are {', '.join(CATALOGUE)}") from None


PERMISSION = "an article for readers to try for themselves; no license is stated"
OURS = "written for this project after the article; under the project's license"

PETITCOM_12 = "プチコン3号 12日目 再び迷路生成プログラムについて"
PYTHON_6 = "Python (パイソン) であそぼう 6 〜 プログラムで迷路を作る 〜"
DIGGING = "迷路生成アルゴリズム(穴掘り法)のモジュール"
CONSOLE_GAME = "[Python] コンソールで遊べる簡単なゲームを作る - 迷路"
NADESHIKO = "なでしこの連載: 迷路を自動生成してみよう"

SHORT_TITLES: Mapping[str, str] = {
    PETITCOM_12: "プチコン3号 12日目",
    PYTHON_6: "Pythonであそぼう 6",
    DIGGING: "穴掘り法のモジュール",
    CONSOLE_GAME: "コンソールの迷路ゲーム",
    NADESHIKO: "なでしこの連載",
}
"""The articles by names that fit into a column."""

_PUBLISHED = Origin(
    PETITCOM_12, "the listing in the article, character for character", PERMISSION, published=True
)
_EXTENSION = Origin(
    PYTHON_6,
    "the method, the seeds and <テキスト18> of 福島, 2022-10-10; its method B, named only, is ours;"
    " a console pastes nothing, so that TEXT=1 leaves the quoted lines as DATA in TXT:WALLS",
    OURS,
)
_WALKER = Origin(
    PYTHON_6,
    "the rules of its <テキスト19>, in its very maze (ARTICLE=1) with its targets and ten steps a second;"
    " what to do when going in circles is ours",
    OURS,
)
_DIGGING = Origin(
    DIGGING,
    "the method and the dialogue of a Python module; its mazes end at no size, these where the screen does",
    OURS,
)
_WORD_GAME = Origin(
    CONSOLE_GAME,
    "a Python program, with its prompts and messages, in lines of 50 characters; the better goal is its idea",
    OURS,
)
_HEXAGONS = Origin(CONSOLE_GAME, "the sketch at its end (おまけ), which was never built", OURS)
_STICKS = Origin(
    NADESHIKO,
    "the method and the look of a program in なでしこ; its 21 columns of 13 dots are higher than the screen,"
    " which has 11 dots for each, and 13 up to 17 columns; boxes of less than 8 have no line",
    OURS,
)

_WORDS = ("right", "down", "left", "up", "jump", "regenerate", "down", "", "right", "reset", "quit")
_EXPLORER = Origin(NADESHIKO, "the game its mazes are for; the way they are written as CSV", OURS)

_WAITING = "A@600"
"""For programs that wait for a button at their end: it comes as soon as they do."""


def _size_sets(**sizes: tuple[int, ...]) -> tuple[Mapping[str, int], ...]:
    """Returns sizes to check: the defaults, the first value of each size, the second of each, and so on."""
    together = zip(*sizes.values(), strict=True)
    return ({}, *(dict(zip(sizes, values, strict=True)) for values in together))


_ENTRIES = (
    Entry(
        name="backtracker",
        title="Recursive backtracker, as published",
        origin=_PUBLISHED,
        technique="dig at random, remember the way on a stack, turn back where stuck",
        sizes={"width": Size("M_W", 199, 1, 199), "height": Size("M_H", 119, 1, 119)},
        size_sets=_size_sets(width=(1, 20, 64), height=(1, 12, 5)),
        press=_WAITING,
        library="backtracker_maze",
    ),
    Entry(
        name="backtracker_def",
        title="Recursive backtracker by DEF, up to the stack's end",
        origin=Origin(PETITCOM_12, "the article's remark on recursion by DEF", OURS),
        technique="a DEF that visits a room calls itself for each room it leads to",
        sizes={"width": Size("M_W", 40, 1, 199), "height": Size("M_H", 40, 1, 119)},
        size_sets=_size_sets(width=(1, 12, 60), height=(1, 30, 60)),
        press=_WAITING,
        library="backtracker_maze",
    ),
    Entry(
        name="binary_tree",
        title="Binary tree",
        origin=Origin(PETITCOM_12, "the rule of its 5日目 (day 5), retold there", OURS),
        technique="each room keeps its north or its west wall",
        sizes={"width": Size("M_W", 66, 1, 199), "height": Size("M_H", 39, 1, 119)},
        size_sets=_size_sets(width=(1, 10, 120), height=(1, 30, 7)),
        library="binary_tree_maze",
    ),
    Entry(
        name="wall_extension",
        title="Wall extension",
        origin=_EXTENSION,
        technique="walls grow at random from the frame, until no floor for them is left",
        sizes={"width": Size("M_W", 37, 5, 50), "height": Size("M_H", 17, 5, 30)},
        size_sets=_size_sets(width=(5, 20, 49), height=(5, 12, 29)),
        library="wall_extension_maze",
    ),
    Entry(
        name="wall_extension_steps",
        title="Wall extension, step by step",
        origin=_EXTENSION,
        use=Use.WORKBENCH,
        technique="the article's words or others, from the frame or from any floor, shown or written as text",
        sizes={
            "width": Size("M_W", 37, 5, 50),
            "height": Size("M_H", 17, 5, 30),
            "fixed": Size("FIXED", 0, 0, 1),
            "method": Size("METHOD", 0, 0, 1),
            "show": Size("SHOW", 0, 0, 1),
            "text": Size("TEXT", 0, 0, 1),
        },
        size_sets=_size_sets(
            width=(37, 5, 20, 49, 37),
            height=(17, 5, 12, 29, 17),
            fixed=(1, 0, 0, 0, 1),
            method=(0, 1, 1, 1, 0),
            show=(0, 1, 1, 0, 1),
            text=(1, 0, 1, 1, 0),
        ),
        library="wall_extension_maze",
    ),
    Entry(
        name="digging",
        title="Digging",
        origin=_DIGGING,
        technique="asks for the sizes; digs two blocks on at random, and goes back where it is stuck",
        sizes={"width": Size("M_W", 0, 5, 25, odd=True), "height": Size("M_H", 0, 5, 29, odd=True)},
        shown={"width": 25, "height": 29},
        size_sets=_size_sets(width=(5, 25, 9), height=(5, 7, 27)),
        answers=(
            *("nine", "9", "8"),
            *("27", "", "25.5", "9", "8.9", "9", "9.7", "29.5", "9", "8.9"),
            *("5", "9.9"),
        ),
        library="digging_maze",
    ),
    Entry(
        name="digging_dialog",
        title="Digging, with all of the article's dialogue",
        origin=_DIGGING,
        use=Use.WORKBENCH,
        technique="asks until the sizes can be dug, a block as wide as you like; A digs another maze",
        sizes={
            "width": Size("M_W", 0, 5, 49, odd=True),
            "height": Size("M_H", 0, 5, 29, odd=True),
            "print_width": Size("P_W", 2, 1, 10),
        },
        limits=(Limit(("width", "print_width"), 50),),
        size_sets=_size_sets(width=(5, 25, 49), height=(5, 7, 27), print_width=(3, 2, 1)),
        press="A@600,NONE@601,B@1200,NONE@1201",
        answers=("nine", "9", "", "-3", "8", "51", "9", "21", "21"),
        library="digging_maze",
    ),
    Entry(
        name="kruskal",
        title="Kruskal's method",
        origin=Origin(CONSOLE_GAME, "the method and the walls of a Python program", OURS),
        technique="walls in random order, each broken if it parts two sets of rooms (union-find)",
        sizes={"width": Size("M_W", 12, 1, 12), "height": Size("M_H", 14, 1, 14)},
        size_sets=_size_sets(width=(1, 8, 3), height=(1, 4, 14)),
        library="kruskal_maze",
    ),
    Entry(
        name="kruskal_steps",
        title="Kruskal's method, step by step",
        origin=Origin(CONSOLE_GAME, "its numbered boards and the sentences between them", OURS),
        use=Use.WORKBENCH,
        technique="tells what becomes of each wall; rooms show their numbers or the leaders of their sets",
        sizes={
            "width": Size("M_W", 4, 1, 12),
            "height": Size("M_H", 4, 1, 14),
            "leaders": Size("LEADERS", 0, 0, 1),
        },
        size_sets=_size_sets(width=(4, 1, 8, 3), height=(4, 1, 4, 14), leaders=(1, 0, 1, 0)),
        library="kruskal_maze",
    ),
    Entry(
        name="picture",
        title="Maze with a picture in it",
        origin=Origin(CONSOLE_GAME, "its idea that a maze could draw a picture, which was never built", OURS),
        use=Use.WORKBENCH,
        technique="Kruskal's method, the walls along a drawn line first: the solution is that line",
        sizes={"picture": Size("PICTURE", 1, 1, 3), "solved": Size("SOLVED", 0, 0, 1)},
        size_sets=_size_sets(picture=(1, 2, 3), solved=(1, 0, 1)),
        press=presses(
            600, "RIGHT", "RIGHT", "LEFT", "DOWN", "DOWN+LEFT", "UP", "RIGHT", "DOWN", "A", "A", "A", "B", "Y"
        ),
        library="kruskal_maze",
    ),
    Entry(
        name="sticks",
        title="Knocking down sticks",
        origin=_STICKS,
        technique="a pillar at every second block, from each a stick to any side",
        sizes={"size": Size("N", 21, 5, 79, odd=True)},
        size_sets=_size_sets(size=(5, 29, 31, 55)),
        library="sticks_maze",
    ),
    Entry(
        name="sticks_safe",
        title="Knocking down sticks, safely",
        origin=_STICKS,
        technique="sticks fall only where floor is, and upwards in the first row only",
        sizes={"size": Size("N", 21, 5, 79, odd=True)},
        size_sets=_size_sets(size=(5, 29, 31, 55)),
        library="safe_sticks_maze",
    ),
    Entry(
        name="sticks_csv",
        title="Sticks by hand, searched, and as CSV",
        origin=_STICKS,
        use=Use.WORKBENCH,
        technique="walls and goal are moved by hand, a search finds what is closed in; kept as CSV",
        sizes={
            "size": Size("N", 21, 5, 79, odd=True),
            "goal": Size("GOAL", 1, 0, 1),
            "csv": Size("CSV", 0, 0, 1),
            "stored": Size("STORED", 0, 0, 1),
            "edit": Size("EDIT", 0, 0, 1),
            "mark": Size("MARK", 0, 0, 1),
            "safe": Size("SAFE", 0, 0, 1),
        },
        size_sets=_size_sets(
            size=(5, 31, 55, 13, 21, 29),
            goal=(0, 1, 0, 1, 0, 0),
            csv=(1, 0, 1, 1, 0, 0),
            stored=(0, 0, 0, 0, 1, 0),
            edit=(0, 1, 0, 1, 0, 0),
            mark=(0, 1, 0, 0, 0, 1),
            safe=(0, 0, 1, 0, 0, 1),
        ),
        press=presses(
            200, "RIGHT", "A", "DOWN", "A", "B", "LEFT", "UP", "A", "DOWN", "RIGHT", "A", "A", "X", "X", "X"
        ),
        library="sticks_maze",
    ),
    Entry(
        name="hexagonal",
        title="Hexagonal maze",
        origin=_HEXAGONS,
        technique="Kruskal's method over rooms with six neighbors",
        sizes={"columns": Size("COLS", 24, 2, 24), "rows": Size("ROWS", 16, 1, 16)},
        size_sets=_size_sets(columns=(2, 9, 24), rows=(1, 5, 3)),
        library="hexagonal_maze",
    ),
    Entry(
        name="hexagonal_game",
        title="Game of hexagonal rooms",
        origin=_HEXAGONS,
        use=Use.GAME,
        instructions=Instructions(
            "Walk from S to G through rooms with six neighbors.", "U I H K N M: walk  Q: give up"
        ),
        technique="the keys u i k m n h walk through rooms with six neighbors",
        sizes={"columns": Size("COLS", 24, 2, 24), "rows": Size("ROWS", 16, 1, 16)},
        size_sets=_size_sets(columns=(2, 9, 24), rows=(1, 5, 3)),
        keys="kmnhuikmnhuimmmmkkkknnnnkkkkmmq",
        library="hexagonal_maze",
    ),
    Entry(
        name="walker",
        title="Right-hand walker",
        origin=_WALKER,
        technique="right hand on the wall, remembering branches not taken",
        library="wall_extension_maze",
    ),
    Entry(
        name="walker_by_hand",
        title="Right-hand walker in mazes changed by hand",
        origin=_WALKER,
        use=Use.WORKBENCH,
        technique="walls are knocked out or moved by hand; the walker knows when it goes round for ever",
        sizes={
            "width": Size("M_W", 37, 5, 50),
            "height": Size("M_H", 17, 5, 28),
            "holes": Size("HOLES", 0, 0, 99),
            "article": Size("ARTICLE", 0, 0, 1),
            "edit": Size("EDIT", 0, 0, 1),
        },
        size_sets=_size_sets(
            width=(5, 37, 20, 49, 15, 37, 37, 15),
            height=(5, 17, 12, 9, 9, 17, 17, 13),
            holes=(1, 5, 20, 0, 1, 0, 8, 2),
            article=(0, 0, 0, 0, 0, 1, 1, 0),
            edit=(0, 0, 0, 0, 0, 0, 1, 1),
        ),
        press=presses(10, "RIGHT", "RIGHT", "A", "DOWN", "DOWN", "A", "UP", "LEFT", "A", "A", "X"),
        library="wall_extension_maze",
    ),
    Entry(
        name="console_game",
        title="Maze game on the console",
        origin=_WORD_GAME,
        use=Use.GAME,
        instructions=Instructions("Bring X from S to G.", "type up, down, left or right, then Enter"),
        technique="Kruskal's method; words typed in move X to G",
        sizes={
            "width": Size("M_W", 8, 2, 12),
            "height": Size("M_H", 4, 2, 12),
            "sound": Size("SOUND", 0, 0, 1),
        },
        size_sets=_size_sets(width=(2, 12, 3, 8), height=(2, 3, 12, 4), sound=(0, 0, 1, 1)),
        answers=_WORDS,
        library="kruskal_maze",
    ),
    Entry(
        name="console_game_far",
        title="Maze game on the console, to the farthest room",
        origin=_WORD_GAME,
        use=Use.GAME,
        instructions=Instructions(
            "Bring X from S to G, the farthest room.", "type up, down, left or right, then Enter"
        ),
        technique="words move X to the room with the longest way, which a search in breadth finds",
        sizes={"width": Size("M_W", 8, 2, 12), "height": Size("M_H", 4, 2, 12)},
        size_sets=_size_sets(width=(2, 12, 3), height=(2, 3, 12)),
        answers=_WORDS,
        library="kruskal_maze",
    ),
    Entry(
        name="button_game",
        title="Maze game with buttons",
        origin=Origin(
            CONSOLE_GAME, "the game and its idea of a better goal, for buttons instead of words", OURS
        ),
        use=Use.GAME,
        instructions=Instructions(
            "Walk to the chest.", "arrows: walk  {B}: restart  {X}: new maze  {Y}: end"
        ),
        technique="Kruskal's method; the four directions move a mark to the goal, as far as can be if asked",
        sizes={
            "width": Size("M_W", 16, 2, 32),
            "height": Size("M_H", 9, 2, 18),
            "goal": Size("GOAL", 0, 0, 1),
        },
        size_sets=_size_sets(width=(2, 32, 3), height=(2, 18, 12), goal=(0, 1, 1)),
        press=presses(20, "RIGHT", "DOWN", "LEFT", "UP", "X", "DOWN", "RIGHT", "RIGHT", "B", "DOWN", "Y"),
        library="kruskal_maze",
    ),
    Entry(
        name="explorer",
        title="Exploring a big maze",
        origin=_EXPLORER,
        use=Use.GAME,
        instructions=Instructions(
            "Find the chest. The lower screen keeps a map of where you have been.",
            "arrows: walk  {Y}: give up",
        ),
        technique="the view scrolls with the player; the lower screen keeps a map",
        sizes={"size": Size("N", 55, 5, 79, odd=True), "sound": Size("SOUND", 0, 0, 1)},
        size_sets=_size_sets(size=(5, 21, 79, 5), sound=(0, 1, 0, 1)),
        press="DOWN@10,RIGHT@60,DOWN@110,LEFT@160,UP+RIGHT@190,Y@220,NONE@221",
        library="safe_sticks_maze",
    ),
    Entry(
        name="explorer_csv",
        title="Exploring a maze from a CSV",
        origin=_EXPLORER,
        use=Use.GAME,
        instructions=Instructions(
            "Find the chest in the maze of the file TXT:MAZE. The lower screen keeps a map.",
            "arrows: walk  {Y}: give up",
        ),
        technique="walks through the maze in TXT:MAZE, as sticks_csv writes it",
        sizes={"sound": Size("SOUND", 0, 0, 1)},
        size_sets=_size_sets(sound=(1,)),
        library="safe_sticks_maze",
    ),
    Entry(
        name="binary_explorer",
        title="Exploring a binary tree",
        origin=Origin(PETITCOM_12, "the rooms of the article in the game that it tells of", OURS),
        use=Use.GAME,
        instructions=Instructions(
            "Find the green room, far to the lower right.", "arrows: walk  {A}: show the way  {Y}: give up"
        ),
        technique="the view scrolls with the player; A shows the way, found from the goal back",
        sizes={
            "width": Size("M_W", 24, 2, 199),
            "height": Size("M_H", 15, 2, 119),
            "sound": Size("SOUND", 0, 0, 1),
        },
        size_sets=_size_sets(width=(2, 9, 199, 24), height=(2, 12, 3, 15), sound=(0, 1, 0, 1)),
        press=presses(40, "A", "DOWN", "RIGHT", "UP", "RIGHT", "DOWN", "A", "LEFT", "RIGHT", "DOWN", "Y"),
        library="binary_tree_maze",
    ),
    Entry(
        name="key_maze",
        title="Keys in a maze",
        origin=Origin(PETITCOM_12, "its maze, dug into a background and walked by a sprite", OURS),
        use=Use.GAME,
        instructions=Instructions("Fetch all keys, then go to the chest.", "arrows: walk  {Y}: give up"),
        technique="a sprite walks through a background that scrolls; its cells are hedges, keys and a chest",
        sizes={
            "width": Size("M_W", 16, 12, 60),
            "height": Size("M_H", 12, 7, 60),
            "keys": Size("KEYS", 4, 1, 9),
        },
        size_sets=_size_sets(width=(12, 13, 30), height=(7, 9, 20), keys=(1, 9, 3)),
        press="DOWN+RIGHT@10,UP+LEFT@200,RIGHT+UP@300,NONE@400,Y@440,NONE@441",
        library="backtracker_maze",
    ),
    Entry(
        name="chase",
        title="Chase among trees",
        origin=Origin(
            PYTHON_6, "its right-hand rule, for monsters; the trees fall as its neighbor's sticks do", OURS
        ),
        use=Use.GAME,
        instructions=Instructions(
            "Fetch all coins, and the next stage begins. Let no monster catch you.",
            "arrows: walk  {Y}: give up",
        ),
        technique="monsters keep the right hand on the trees; SPHITSP tells whom they catch",
        sizes={
            "width": Size("M_W", 25, 5, 25, odd=True),
            "height": Size("M_H", 15, 5, 15, odd=True),
            "monsters": Size("MON", 3, 1, 7),
            "stage": Size("STAGE", 0, 0, 98),
        },
        size_sets=_size_sets(width=(5, 13, 25), height=(5, 9, 15), monsters=(1, 4, 7), stage=(1, 8, 7)),
        press="DOWN+RIGHT@70,UP+LEFT@200,RIGHT+UP@300,Y@500,NONE@501",
    ),
    Entry(
        name="flight",
        title="Flight over islands",
        origin=Origin(
            "",
            "no article tells of it; islands, flags and the evening are ours",
            "written for this project; under the project's license",
        ),
        use=Use.GAME,
        instructions=Instructions(
            "Fly low over all flags before it gets dark. Hit no hill.",
            "left, right: turn  up, down: height  {Y}: give up",
        ),
        technique="the background turns, grows and shrinks about the plane; FADE brings the evening",
        sizes={
            "isles": Size("ISLES", 18, 1, 40),
            "flags": Size("FLAGS", 8, 1, 9),
            "seconds": Size("TIME", 60, 1, 600),
        },
        size_sets=_size_sets(isles=(1, 5, 40), flags=(1, 9, 5), seconds=(1, 3, 4)),
        press="RIGHT+UP@60,LEFT@140,DOWN@200,NONE@400,Y@440,NONE@441",
    ),
)


def _scenes(entry: Entry) -> tuple[Scene, ...]:
    """Returns the scenes of an entry: its own, and those at the edges of the ranges of its sizes."""
    own = SCENES.get(entry.name, ())
    # The published listing stays as it is: it refuses no size, and fails at those that cannot be.
    return own if entry.origin is _PUBLISHED else (*own, *entry.edges())


CATALOGUE: Mapping[str, Entry] = MappingProxyType(
    {entry.name: replace(entry, scenes=_scenes(entry)) for entry in _ENTRIES}
)
