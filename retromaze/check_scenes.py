"""Scenes: buttons, answers, seeds and stored files with which `check` reaches more lines of each program.

Each scene is here because without it some change of a listing or port would go unnoticed
(`python -m tests.mutation`). The catalogue adds scenes for the edges of the sizes' ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from retromaze.catalogue_entry import Scene


def presses(pause: int, *buttons: str) -> str:
    """Returns a `press` with each button in turn, one every `pause` frames, held for half of that time."""
    starts = range(pause, pause * (len(buttons) + 1), pause)
    held = zip(starts, buttons, strict=True)
    return ",".join(f"{button}@{start},NONE@{start + pause // 2}" for start, button in held)


def sized_scenes(*sizes: tuple[int, int]) -> tuple[Scene, ...]:
    """Returns a scene for each (width, height)."""
    return tuple(Scene({"width": width, "height": height}) for width, height in sizes)


def maze_csv(rows: Iterable[str]) -> str:
    """Returns a maze as the CSV that the program sticks_csv writes: 1 for # and 0 for a blank."""
    return "".join(",".join("1" if block == "#" else "0" for block in row) + "\n" for row in rows)


_BIG = maze_csv(
    (
        "# ###########",
        "#         # #",
        "# # ### #   #",
        "#   # # # # #",
        "# ##  #   # #",
        "#           #",
        "# #   ##  # #",
        "# # # #   # #",
        "#   #   # # #",
        "###         #",
        "# #  # ## # #",
        "#   #   #   #",
        "#############",
    )
)
"""The frame is open above the start; long ways on which a button is held end at walls."""

_SMALL = maze_csv(("#####", "#   #", "# # #", "# # #", "#####"))
_BROKEN = (
    "",
    _SMALL[:-2],
    _SMALL.replace("0", "2", 1),
    _SMALL.replace(",", ";", 1),
    _SMALL.replace("\n", ",", 1),
    "0" + _SMALL[1:],
    maze_csv(("####",) * 4),
)
"""Too short, another number, other signs between numbers and between rows, an even size."""


def _changed(column: int, row: int, block: str) -> str:
    """Returns _SMALL, 5 x 5 blocks as CSV, with one block and the sign after it replaced by `block`: `0,`."""
    at = row * 10 + column * 2
    return _SMALL[:at] + block + _SMALL[at + 2 :]


_ALMOST_SHORT = (_SMALL.rstrip(), _SMALL.replace("\n", "\r\n").rstrip())
_REFUSED = (
    _changed(1, 1, "x,"),
    _changed(3, 1, "0;"),
    _changed(4, 1, "1,"),
    _changed(1, 0, "0,"),
    _changed(0, 1, "0,"),
    _changed(4, 1, "0\n"),
    _changed(1, 4, "0,"),
)
"""What is no number, other signs at the end of a row, and a frame that is open on each of its sides."""

_HALL = maze_csv(("#" * 79, *("#" + " " * 77 + "#",) * 77, "#" * 79))
"""The largest maze, without inner walls."""

_NO_SIZES = (maze_csv(("###",) * 3), maze_csv(("#" * 81,) * 81))
_OPEN = maze_csv(("# ###", "     ", "# # #", "# # #", "# ###"))
_OUT_AND_IN = (
    *("LEFT", "LEFT", "RIGHT", "UP", "UP", "DOWN"),
    *("RIGHT",) * 4,
    *("LEFT",) * 3,
    *("DOWN",) * 4,
)
"""A frame that is open on all its sides, and the way there."""

_TO_ALL_EDGES = ("LEFT", "UP", "RIGHT", "RIGHT", "RIGHT", "DOWN", "DOWN", "DOWN", "X")

_AROUND = (
    *("RIGHT",) * 8,
    *("DOWN",) * 8,
    *("LEFT",) * 6,
    *("UP",) * 4,
    "UP+RIGHT",
    "LEFT+RIGHT",
    "RIGHT",
    "UP+DOWN",
    *("RIGHT",) * 6,
    *("DOWN",) * 6,
)
_EDGES = ("LEFT", "UP", "DOWN", "RIGHT", "DOWN", "LEFT", "DOWN", "RIGHT", "UP", "DOWN")
_NO_NUMBERS = ("", "+", "-", "x9", "9x", "1x9")
_SIZES = (
    *_NO_NUMBERS,
    *("9", "x"),
    *("0", "0"),
    *("9", "0"),
    *("4", "9"),
    *("9", "31"),
    *("51", "9"),
    *("9" * 20, "9"),
    *("9", "9" * 20),
    *("-9", "9"),
    *("9", "-9"),
    *("+19", "007"),
)
_ALL_SIDES = ("LEFT", "UP", "RIGHT", "DOWN")
_ALONG_TWO_SIDES = ("A", "RIGHT", "LEFT", *("RIGHT",) * 24, *("DOWN",) * 14, "A")
_END = "B@120,NONE@130"
_THREE_WALLS = ("DOWN", "RIGHT", "A", "RIGHT", "A", "DOWN", "RIGHT", "RIGHT", "A")
_TWO_BLOCKS = ("RIGHT", "DOWN", "A", "DOWN", "A")
_BOTH_WAYS = (
    *("RIGHT", "RIGHT", "DOWN", "UP", "DOWN", "DOWN"),
    *("LEFT", "LEFT", "UP", "DOWN", "DOWN", "RIGHT", "RIGHT"),
)
_DOWN_THE_LEFT_SIDE = ("RIGHT", "RIGHT", "DOWN", "DOWN", "LEFT", "LEFT", *["DOWN"] * 45)
_TO_THE_CHEST = (
    "DOWN@1,RIGHT@49,DOWN@81,LEFT@129,RIGHT@146,UP@210,RIGHT@226,DOWN@290,RIGHT@306,UP@322,LEFT@354,"
    "UP@386,RIGHT@402,DOWN@450"
)
_COINS = (
    "RIGHT@61,LEFT@69,DOWN@77,RIGHT@93,LEFT@101,RIGHT@109,LEFT@125,RIGHT@133,UP@141,DOWN@157,"
    "RIGHT@234,LEFT@250"
)
_ALL_SIX_COINS = (
    "RIGHT@61,LEFT@69,RIGHT@77,LEFT@85,DOWN@93,RIGHT@109,LEFT@117,RIGHT@125,LEFT@133,RIGHT@141,"
    "UP@173,LEFT@189,RIGHT@197,LEFT@205,RIGHT@213,DOWN@221,UP@229,LEFT@237,RIGHT@315,LEFT@323,"
    "RIGHT@331"
)
_INTO_A_HILL = "UP+LEFT@1,LEFT@15,NONE@39,RIGHT@79,NONE@81,DOWN@103,DOWN+RIGHT@117,DOWN@119"
_BEYOND_THE_EDGE = "UP@60,RIGHT@500,NONE@560"

SCENES: Mapping[str, tuple[Scene, ...]] = MappingProxyType(
    {
        "binary_tree": sized_scenes((20, 10), (19, 10)),
        # an even height that three does not divide, a last place that grows
        "wall_extension": (*sized_scenes((8, 8)), Scene({"width": 11, "height": 7}, seeds=(41,))),
        "wall_extension_steps": (
            *sized_scenes((8, 8)),
            Scene({"width": 11, "height": 7}, seeds=(41,)),
            # method B shuts itself in and backs out
            Scene({"width": 49, "height": 29, "method": 1}, seeds=(3,)),
        ),
        "digging_dialog": (
            # a button that does nothing, and one that is held for long
            Scene(
                {"width": 5, "height": 5, "print_width": 1},
                press="UP@60,NONE@70,A@80,NONE@180,B@200,NONE@201",
                hold=30,
            ),
            # both are asked for once
            Scene(answers=("9", "9"), press=_END),
            # what is no number, too small, even, too large, and at last a size
            Scene({"width": 0, "height": 0, "print_width": 1}, answers=_SIZES, press=_END),
            # one is given, and both are asked for where that does not help
            Scene({"width": 9, "height": 0}, answers=("0", "4", "9", "9", "9"), press=_END),
            Scene({"width": 0, "height": 9}, answers=("8", "9", "9"), press=_END),
            *(
                Scene(
                    {"width": 0, "height": 0, "print_width": each}, answers=("9", "9", "5", "5"), press=_END
                )
                for each in (0, 10, 11)
            ),
        ),
        # every wall is needed
        "kruskal": sized_scenes((1, 3)),
        "kruskal_steps": sized_scenes((1, 3)),
        # the goal is closed in; stored mazes that can be read, and those that cannot; a hand at the frame
        "sticks_csv": (
            Scene({"size": 13, "mark": 1}, seeds=(3,)),
            *(
                Scene({"stored": 1}, files=(("MAZE", text),))
                for text in (_SMALL, _changed(1, 1, "1,"), *_BROKEN, *_REFUSED)
            ),
            Scene({"stored": 1, "edit": 1}, files=(("MAZE", _SMALL),), press=presses(4, *_TO_ALL_EDGES)),
            # buttons that are held for long
            Scene(
                {"stored": 1, "edit": 1},
                files=(("MAZE", _SMALL),),
                press=presses(80, *reversed(_ALL_SIDES), "X"),
                hold=30,
            ),
            Scene(
                {"stored": 1, "csv": 1, "mark": 1}, files=(("MAZE", _SMALL.replace("\n", "\r\n").rstrip()),)
            ),
        ),
        # a line against two sides, and buttons that are held for long, while drawing and while it looks on
        "picture": (
            Scene({"picture": 3}, press=presses(4, *_ALONG_TWO_SIDES) + ",Y@600"),
            Scene({"picture": 3}, press="RIGHT@20,NONE@60,A@80,NONE@500,Y@520", hold=30),
        ),
        "hexagonal": (Scene({"columns": 2, "rows": 2}), Scene({"columns": 3, "rows": 3}, seeds=(1, 2))),
        # rooms alone in their row, and nobody types
        "hexagonal_game": (
            Scene({"columns": 2, "rows": 2}, keys="q"),
            Scene({"columns": 3, "rows": 3}, seeds=(1, 2)),
        ),
        # walls by hand among which it goes round for ever without knowing it
        "walker_by_hand": (
            Scene({"width": 7, "height": 5, "edit": 1}, seeds=(22,), press=presses(4, *_THREE_WALLS, "X")),
            # it knows, with two branches in mind
            Scene({"width": 5, "height": 5, "edit": 1}, seeds=(2,), press=presses(4, *_TWO_BLOCKS, "X")),
            # and with one
            Scene({"width": 7, "height": 5, "holes": 1, "edit": 1}, press=presses(4, "A", "X")),
            # buttons that are held for long, against each side
            Scene({"width": 5, "height": 5, "edit": 1}, press=presses(80, *_ALL_SIDES, "X"), hold=30),
            # islands that the right hand goes around
            Scene({"width": 9, "height": 7, "holes": 2}, seeds=(122,)),
            Scene({"width": 11, "height": 7, "holes": 3}, seeds=(25,)),
            Scene({"width": 11, "height": 9, "holes": 2}, seeds=(180,)),
        ),
        # against the edges, words behind a comma
        "console_game": (
            Scene(
                {"width": 3, "height": 3},
                answers=("up", "left", "right,up", "down", "right", "down", "left", "down", "left"),
            ),
            # with steps, bumps and a fanfare
            Scene(
                {"width": 2, "height": 2, "sound": 1},
                seeds=(1, 2, 3, 4),
                answers=("right", "down", "left", "up", "down", "right"),
            ),
        ),
        # each room but the first being the farthest
        "console_game_far": (
            Scene({"width": 3, "height": 3}, answers=("up", "left", "down", "right", "regenerate", "quit")),
            Scene({"width": 8, "height": 5}, seeds=(1, 2, 3, 4), answers=("quit",)),
            Scene({"width": 2, "height": 2}, seeds=(1, 5, 6), answers=("quit",)),
        ),
        # as large as width or height allow; against the edges; held for long
        "button_game": (
            *(
                Scene({"width": width, "height": height}, press="Y@20")
                for width, height in ((20, 9), (19, 9), (3, 7))
            ),
            Scene({"width": 2, "height": 5}, press=presses(20, *_EDGES) + ",Y@220"),
            Scene({"width": 2, "height": 5}, press="X@20,NONE@60,Y@80", hold=30),
            Scene({"width": 8, "height": 5, "goal": 1}, seeds=(1, 2, 3, 4), press="Y@20"),
            Scene({"width": 2, "height": 2, "goal": 1}, seeds=(1, 5, 6), press="Y@20"),
        ),
        # the far end of a maze, a button held for long, and the goals of small ones
        "explorer": (
            Scene({"size": 5}, press=presses(4, *_BOTH_WAYS, "Y"), seeds=(1, 2, 3, 4)),
            Scene({"size": 5, "sound": 1}, press=presses(4, *_BOTH_WAYS, "Y"), seeds=(1, 2, 3, 4)),
            Scene(seeds=(8,), press="RIGHT@4,NONE@120,Y@130", hold=50),
            Scene(seeds=(2695,), press=presses(4, *_DOWN_THE_LEFT_SIDE) + ",Y@300"),
        ),
        # a stored maze to its goal, and out of the frame, but not out of the maze
        "explorer_csv": (
            Scene(press=presses(4, *_AROUND), files=(("MAZE", _BIG),)),
            Scene({"sound": 1}, press=presses(4, "LEFT", *_AROUND), files=(("MAZE", _BIG),)),
            Scene({"sound": 1}, press=presses(4, *_OUT_AND_IN, "Y"), files=(("MAZE", _OPEN),)),
            Scene(press="RIGHT@4,NONE@120,UP@130,NONE@140,Y@150", files=(("MAZE", _HALL),), hold=50),
            Scene(press=presses(4, *_OUT_AND_IN, "Y"), files=(("MAZE", _OPEN),)),
            *(
                Scene(press="Y@4", files=(("MAZE", text),))
                for text in (*_ALMOST_SHORT, _changed(2, 1, "x,"), _changed(3, 3, "1,"), *_BROKEN, *_NO_SIZES)
            ),
        ),
        # held for long: along the top row and the left column, where no walls are in the way
        "binary_explorer": (
            Scene(press=presses(100, "RIGHT", "LEFT", "DOWN", "UP", "A", "Y"), hold=30),
            # to the goal, with steps, bumps and a fanfare
            Scene(
                {"width": 3, "height": 3, "sound": 1},
                seeds=(1, 2, 3, 4),
                press=presses(4, *("LEFT", "RIGHT", "DOWN", "RIGHT", "DOWN") * 2, "Y"),
            ),
        ),
        # the key, then the chest
        "key_maze": (Scene({"width": 12, "height": 7, "keys": 1}, seeds=(29,), press=_TO_THE_CHEST),),
        # all coins of a stage; caught in the next one
        "chase": (
            Scene({"width": 5, "height": 5, "monsters": 1}, seeds=(3,), press=_COINS),
            Scene({"width": 5, "height": 5, "monsters": 1}, press="Y@70,NONE@71"),
            Scene({"width": 7, "height": 5, "monsters": 1}, seeds=(3,), press=_ALL_SIX_COINS),
            Scene({"width": 25, "height": 5, "monsters": 1}, seeds=(10,), press="RIGHT@61"),
        ),
        # the flag; a hill; back at the edge, and into the night
        "flight": (
            Scene(
                {"isles": 1, "flags": 1, "seconds": 15},
                seeds=(6,),
                press="DOWN@1,DOWN+RIGHT@7,DOWN@11,NONE@31",
            ),
            Scene({"isles": 1, "flags": 1, "seconds": 15}, seeds=(4,), press=_INTO_A_HILL),
            Scene({"isles": 1, "flags": 1, "seconds": 20}, press=_BEYOND_THE_EDGE),
        ),
    }
)
