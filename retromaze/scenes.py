"""What a check plays besides sizes: buttons, answers, seeds and stored files that reach the other lines.

Each scene is here because a change of listing or port lived without it (`python -m tests.mutation`). The
edges of the sizes' ranges are scenes too, which the catalogue makes itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Scene:
    """A check with a script of its own.

    `sizes` are set as they are, even those that the listing refuses; `seeds` are those that are checked,
    whatever is asked for. `press`, `answers` and `keys` are as an entry's; `files` the texts that are stored
    before the run, by their names; `hold` the frames that each press lasts at least, even where the program
    does nothing but look and the next one would come early.
    """

    sizes: Mapping[str, int] = field(default_factory=dict)
    seeds: tuple[int, ...] = (1,)
    press: tuple[tuple[int, str], ...] = ()
    answers: tuple[str, ...] = ()
    keys: str = ""
    files: tuple[tuple[str, str], ...] = ()
    hold: int = 0


def presses(pause: int, *buttons: str) -> tuple[tuple[int, str], ...]:
    """Each button in turn pressed for half of so many frames and let go for the other half."""
    starts = range(pause, pause * (len(buttons) + 1), pause)
    return tuple(
        entry
        for start, button in zip(starts, buttons, strict=True)
        for entry in ((start, button), (start + pause // 2, ""))
    )


def sized_scenes(*sizes: tuple[int, int]) -> tuple[Scene, ...]:
    """Scenes with widths and heights."""
    return tuple(Scene({"width": width, "height": height}) for width, height in sizes)


def numbers(rows: Iterable[str]) -> str:
    """A maze as the CSV that sticks writes: 1 for # and 0 for a blank."""
    return "".join(",".join("01"[block == "#"] for block in row) + "\n" for row in rows)


_BIG = numbers(
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
"""A floor in the frame above the start, long ways to hold a button on, and walls at their ends."""

_SMALL = numbers(("#####", "#   #", "# # #", "# # #", "#####"))
_BROKEN = (
    "",
    _SMALL[:-2],
    _SMALL.replace("0", "2", 1),
    _SMALL.replace(",", ";", 1),
    _SMALL.replace("\n", ",", 1),
    "0" + _SMALL[1:],
    numbers(("####",) * 4),
)
"""None, too short, another number, other signs between numbers and rows, an open frame, an even size."""


def _changed(column: int, row: int, block: str) -> str:
    """The small maze with a block and the sign after it changed."""
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

_HALL = numbers(("#" * 79, *("#" + " " * 77 + "#",) * 77, "#" * 79))
"""As large as can be, and nothing in it."""

_NO_SIZES = (numbers(("###",) * 3), numbers(("#" * 81,) * 81))
_OPEN = numbers(("# ###", "     ", "# # #", "# # #", "# ###"))
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
_END = ((120, "B"), (130, ""))
_THREE_WALLS = ("DOWN", "RIGHT", "A", "RIGHT", "A", "DOWN", "RIGHT", "RIGHT", "A")
_TWO_BLOCKS = ("RIGHT", "DOWN", "A", "DOWN", "A")
_BOTH_WAYS = (
    *("RIGHT", "RIGHT", "DOWN", "UP", "DOWN", "DOWN"),
    *("LEFT", "LEFT", "UP", "DOWN", "DOWN", "RIGHT", "RIGHT"),
)
_DOWN_THE_LEFT_SIDE = ("RIGHT", "RIGHT", "DOWN", "DOWN", "LEFT", "LEFT", *["DOWN"] * 45)
_TO_THE_CHEST = (
    *((1, "DOWN"), (49, "RIGHT"), (81, "DOWN"), (129, "LEFT"), (146, "RIGHT"), (210, "UP"), (226, "RIGHT")),
    *((290, "DOWN"), (306, "RIGHT"), (322, "UP"), (354, "LEFT"), (386, "UP"), (402, "RIGHT"), (450, "DOWN")),
)
_COINS = (
    *((61, "RIGHT"), (69, "LEFT"), (77, "DOWN"), (93, "RIGHT"), (101, "LEFT"), (109, "RIGHT"), (125, "LEFT")),
    *((133, "RIGHT"), (141, "UP"), (157, "DOWN"), (234, "RIGHT"), (250, "LEFT")),
)
_ALL_SIX_COINS = (
    *((61, "RIGHT"), (69, "LEFT"), (77, "RIGHT"), (85, "LEFT"), (93, "DOWN"), (109, "RIGHT"), (117, "LEFT")),
    *(
        (125, "RIGHT"),
        (133, "LEFT"),
        (141, "RIGHT"),
        (173, "UP"),
        (189, "LEFT"),
        (197, "RIGHT"),
        (205, "LEFT"),
    ),
    *(
        (213, "RIGHT"),
        (221, "DOWN"),
        (229, "UP"),
        (237, "LEFT"),
        (315, "RIGHT"),
        (323, "LEFT"),
        (331, "RIGHT"),
    ),
)
_INTO_A_HILL = (
    *((1, "UP+LEFT"), (15, "LEFT"), (39, ""), (79, "RIGHT"), (81, "")),
    *((103, "DOWN"), (117, "DOWN+RIGHT"), (119, "DOWN")),
)
_BEYOND_THE_EDGE = ((60, "UP"), (500, "RIGHT"), (560, ""))

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
                press=((60, "UP"), (70, ""), (80, "A"), (180, ""), (200, "B"), (201, "")),
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
            Scene({"picture": 3}, press=(*presses(4, *_ALONG_TWO_SIDES), (600, "Y"))),
            Scene({"picture": 3}, press=((20, "RIGHT"), (60, ""), (80, "A"), (500, ""), (520, "Y")), hold=30),
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
                Scene({"width": width, "height": height}, press=((20, "Y"),))
                for width, height in ((20, 9), (19, 9), (3, 7))
            ),
            Scene(
                {"width": 2, "height": 5},
                press=(
                    *presses(20, *_EDGES),
                    (220, "Y"),
                ),
            ),
            Scene({"width": 2, "height": 5}, press=((20, "X"), (60, ""), (80, "Y")), hold=30),
            Scene({"width": 8, "height": 5, "goal": 1}, seeds=(1, 2, 3, 4), press=((20, "Y"),)),
            Scene({"width": 2, "height": 2, "goal": 1}, seeds=(1, 5, 6), press=((20, "Y"),)),
        ),
        # the far end of a maze, a button held for long, and the goals of small ones
        "explorer": (
            Scene({"size": 5}, press=presses(4, *_BOTH_WAYS, "Y"), seeds=(1, 2, 3, 4)),
            Scene({"size": 5, "sound": 1}, press=presses(4, *_BOTH_WAYS, "Y"), seeds=(1, 2, 3, 4)),
            Scene(seeds=(8,), press=((4, "RIGHT"), (120, ""), (130, "Y")), hold=50),
            Scene(seeds=(2695,), press=(*presses(4, *_DOWN_THE_LEFT_SIDE), (300, "Y"))),
        ),
        # a stored maze to its goal, and out of the frame, but not out of the maze
        "explorer_csv": (
            Scene(press=presses(4, *_AROUND), files=(("MAZE", _BIG),)),
            Scene({"sound": 1}, press=presses(4, "LEFT", *_AROUND), files=(("MAZE", _BIG),)),
            Scene({"sound": 1}, press=presses(4, *_OUT_AND_IN, "Y"), files=(("MAZE", _OPEN),)),
            Scene(
                press=((4, "RIGHT"), (120, ""), (130, "UP"), (140, ""), (150, "Y")),
                files=(("MAZE", _HALL),),
                hold=50,
            ),
            Scene(press=presses(4, *_OUT_AND_IN, "Y"), files=(("MAZE", _OPEN),)),
            *(
                Scene(press=((4, "Y"),), files=(("MAZE", text),))
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
            Scene({"width": 5, "height": 5, "monsters": 1}, press=((70, "Y"), (71, ""))),
            Scene({"width": 7, "height": 5, "monsters": 1}, seeds=(3,), press=_ALL_SIX_COINS),
            Scene({"width": 25, "height": 5, "monsters": 1}, seeds=(10,), press=((61, "RIGHT"),)),
        ),
        # the flag; a hill; back at the edge, and into the night
        "flight": (
            Scene(
                {"isles": 1, "flags": 1, "seconds": 15},
                seeds=(6,),
                press=((1, "DOWN"), (7, "DOWN+RIGHT"), (11, "DOWN"), (31, "")),
            ),
            Scene({"isles": 1, "flags": 1, "seconds": 15}, seeds=(4,), press=_INTO_A_HILL),
            Scene({"isles": 1, "flags": 1, "seconds": 20}, press=_BEYOND_THE_EDGE),
        ),
    }
)
