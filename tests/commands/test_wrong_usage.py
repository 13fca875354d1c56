"""Command lines that are refused: exit status 2, nothing on standard output, and the message."""

import os
import shlex
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from tests.command_line import CommandLine

NO_PROGRAM = "no program and no file is called labyrinth; `retromaze list` names the programs"
AT_ITS_TOP = "to a constant at its top; it sets M_W, NAME$"
ALONE = "--set is for one program, and without --rooms"
OVERLAYS = "there are solution, distance, dead-ends, river, strings, tree"
REFUSED = {
    "bench labyrinth": NO_PROGRAM,
    "bench --runs 0": "--runs 0 leaves nothing to time",
    "bench sticks --set size=6": "size must be odd, not 6",
    "check labyrinth": NO_PROGRAM,
    "check sticks --set size=1.5": "size must be a whole number, not 1.5",
    "check sticks kruskal --set size=5": "kruskal has no size called size; it has width, height",
    "check sticks --set size=5,6": "size must be odd, not 6",
    "check sticks --set size=80..90": "size must be from 5 to 79, not 90",
    "check --watch --play 1": "--watch answers at once, and --play takes its time: one of them",
    "check --watch --json": "--watch tells what has changed, --json all there is: one of them",
    "check --watch --markdown": "--watch tells what has changed, --markdown all there is: one of them",
    "check --watch --badge a.svg": "--watch tells what has changed, --badge all there is: one of them",
    "convert card": "a folder is converted into another: -o OUT",
    "convert card -o -": "a folder is converted into another: -o OUT",
    "convert card -o card/TMAZE": "card/TMAZE is no folder",
    "convert card/TMAZE --keep-names": "--keep-names is for a folder",
    "convert card -o card/out --as-project": "--as-project is for an archive",
    "debug -": "standard input is where the debugger's commands come from",
    "direct -": "standard input is where the lines of the prompt come from",
    "direct nowhere.bas": "nowhere.bas does not exist",
    "direct --headless --mute": "--mute does nothing with --headless",
    "doctor nope.bas": "nope.bas does not exist",
    "lesson nothing.bas": "there is no lesson nothing.lesson.md",
    "list --markdown": "--markdown is for --builtins",
    "lesson backtracker --reveal": "--reveal is for --step",
    "port nothing.bas": "nothing.bas does not exist",
    "port m.bas --rounds 4": "--rounds is for --with",
    "run nothing.bas": "nothing.bas does not exist",
    "run m.bas --every 5": "--every is for --gif",
    "run m.bas --headless --mute": "--mute does nothing with --headless",
    "run m.bas --headless --speed 2": "--speed does nothing with --headless",
    "run m.bas --poll": "--poll is for --watch",
    "run m.bas --set Q=1": f"m.bas sets no Q {AT_ITS_TOP}",
    "run m.bas --set M_W=wide": "M_W is a number, not 'wide'",
    "run digging_dialog --set depth=3": (
        "digging_dialog has no size called depth; it has width, height, print_width"
    ),
    "show labyrinth": NO_PROGRAM,
    **{
        f"{each} kruskal {port}": "kruskal brings its own port"
        for each in ("show", "trace")
        for port in ("m.py", "--port m.py:dig")
    },
    "show kruskal --traced": "--traced says how to compile: it needs --compiled",
    "show m.bas --compiled --set A=1": f"m.bas sets no A {AT_ITS_TOP}",
    "show digging_dialog --set width=49": "width*print_width must be at most 50, not 98",
    "studio zzz": "no program and no file is called zzz; `retromaze list` names the programs",
    "studio none.bas": "none.bas does not exist",
    "studio sticks port.py": "sticks brings its own port",
    "studio sticks --set nonsense=3": "sticks has no size called nonsense; it has size",
    "studio sticks --set nonsense=3 --export out.html": "sticks has no size called nonsense; it has size",
    "studio --pyodide .": "--pyodide is for --export, which writes it into the page",
    "studio --force": "--force is for --export, which writes a file",
    "studio --export card.html": "card.html exists; --force writes over it",
    "study labyrinth": f"no program is called 'labyrinth'; there are {', '.join(CATALOGUE)}",
    "study sticks_csv --set csv=1": "csv of sticks_csv changes nothing in the size of its maze",
    "study digging --set width=9": "digging asks for its height: give it as well",
    "study kruskal --set width=1": "mazes of 1 x 14 rooms cannot be studied, 2 x 2 can",
    "study --set width=9": ALONE,
    "study kruskal --rooms 3x3 --set width=9": ALONE,
    "study short_solution --set width=9": (
        "short_solution is no program with numbers to set; --rooms gives its rooms"
    ),
    "study --seed 1 --seeds 2": "either --seed for one maze or --seeds for many",
    "study --overlay tree": "--overlay is for --seed: it shows single mazes",
    "study --seed 1 --overlay tree": "--overlay needs --picture or --svg to be drawn on",
    "study --seed 1 --overlay sun --picture x.png": f"no overlay is called 'sun'; {OVERLAYS}",
    "study kruskal --svg k.svg": "--svg is for --seed: it shows single mazes",
    "study --seed 1 --svg k.svg": "--svg draws one maze: name one",
    "study --csv - --json": "--csv - and --json both write on standard output: one of them",
    "study --bias hexagonal": "--bias counts rooms of four sides: hexagonal has others",
    "study --bias --seeds 959": (
        "--bias cannot judge 959 mazes: it takes 960, five for each of the 192 trees"
    ),
    "study --bias --csv k.csv": "--bias counts many mazes of 3 x 3 rooms: --csv is not for it",
    "study --bias --rooms 4x4": "--bias counts many mazes of 3 x 3 rooms: --rooms is not for it",
    "study --bias --seed 4": "--bias counts many mazes of 3 x 3 rooms: --seed is not for it",
    "study --costs --bias": "--costs runs listings with seed 1 in squares of rooms: --bias is not for it",
    "study --costs --seeds 3": "--costs runs listings with seed 1 in squares of rooms: --seeds is not for it",
    "study --costs wilson": (
        "--costs is for backtracker, backtracker_def, binary_tree, wall_extension, digging, kruskal, sticks,"
        " sticks_safe, hexagonal; not for wilson"
    ),
    "study --film a.gif --rooms 9x9": "--film shows listings that make 12 x 12 rooms: --rooms is not for it",
    "tidy m.bas": "m.bas is no port in Python; `retromaze port` writes one of a listing",
    "trace m.bas --set NAME$=1": "NAME$ is a text, not 1",
}
"""Command lines and their messages."""
SPEED = "'0' is neither console nor max nor draws nor statements nor a number above 0"
WRONG_OPTIONS = {
    "check --seeds 0": "argument --seeds: 0 is none at all",
    "check --output m.bas/pictures": "argument -o/--output: 'm.bas/pictures' is no place for a folder",
    "check --badge proof.png": "argument --badge: 'proof.png': the picture is an SVG, name it so",
    "check --set width": "argument --set: 'width' is not NAME=VALUE",
    "check --set =3": "argument --set: '=3' is not NAME=VALUE",
    "check --set width=3 --set width=4": "width is given twice by --set",
    "check --set width=5..3": "argument --set: '5..3' is no range such as 5..49",
    "check --set width=a..b": "argument --set: 'a..b' is no range such as 5..49",
    "run ''": "argument NAME|FILE: '' names nothing",
    "check m.bas --port ''": "argument --port: '' names nothing",
    "lesson maze --answer ''": "argument --answer: '' names nothing",
    "run --replay ''": "argument --replay: . cannot be read: Is a directory",
    "convert '' -o card/out": "argument FILE|FOLDER: '' names nothing",
    "convert card/TMAZE -o ''": "argument -o/--output: '' is no place for a file",
    "run m.bas --storage=": "argument --storage: '' is no place for a folder",
    "studio --export=": "argument --export: '': the page is HTML, name it so; a folder's name ends in /",
    "check m.bas --storage=": "argument --storage: there is no folder ''",
    "run m.bas --seed=x": "argument --seed: 'x' is no whole number from 0 on",
    "run m.bas --press=A": "argument --press: 'A' is no press such as A@60, UP+B@100-120 or NONE@200",
    "run m.bas --speed=0": f"argument --speed: {SPEED}",
    "run m.bas --picture=x.gif": "argument --picture: 'x.gif': the picture is a PNG, name it so",
    "run m.bas --storage=m.bas/x": "argument --storage: 'm.bas/x' is no place for a folder",
    "run m.bas --gif maze.png": "argument --gif: 'maze.png': the animation is a GIF, name it so",
    "run m.bas --gif no/maze.gif": "argument --gif: 'no/maze.gif' is no place for a file",
    "run m.bas --every 0": "argument --every: 0 is none at all",
    "run m.bas --answers -3*-(2+1)": (
        "argument --answers: expected one argument;"
        " a value that begins with - is written --answers='-3*-(2+1)'"
    ),
    "run m.bas --answers --gif": "argument --answers: expected one argument",
    "port m.bas -o no/m.py": "argument -o/--output: 'no/m.py' is no place for a file",
    "run -m.bas": "unrecognized arguments: -m.bas; the file is written ./-m.bas",
    "port -m.bas": "the following arguments are required: NAME|FILE; the file is written ./-m.bas",
    "port m.bas -o -x": (
        "argument -o/--output: expected one argument; a value that begins with - is written --output=-x"
    ),
    "run m.bas --wav maze.mp3": "argument --wav: 'maze.mp3': the sound is a WAV, name it so",
    "run m.bas --clock noon": (
        "argument --clock: 'noon' is neither now nor a moment such as 2014-11-19T12:30:00"
    ),
    "run m.bas --touch 400,10@5": (
        "argument --touch: '400,10@5': the stylus reaches 5 to 314 across and 5 to 234 down"
    ),
    "show kruskal --width 19": "argument --width: 19: at least 20 columns are needed",
    "studio --listen 65536": "argument --listen: 65536 is above 65535",
    "studio --listen=-1": "argument --listen: '-1' is no whole number from 0 on",
    "studio m.bas --export m.bas": (
        "argument --export: 'm.bas': the page is HTML, name it so; a folder's name ends in /"
    ),
    "studio m.bas --export no/m.html": "argument --export: 'no/m.html' is no place for a file",
    **{
        f"studio --frame {shlex.quote(origin)}": (
            f"argument --frame: {origin!r} is no origin: http://localhost:8080,"
            " or vscode-webview: or vscode-file:"
        )
        for origin in (
            *("http:", "*", "https:", "'self'", "http://a.example; script-src *"),
            *("vscode-webview", "http://a/b", "http://*"),
        )
    },
    "study --rooms 9": "argument --rooms: '9' is no size such as 40x24",
    "study --rooms 1x9": "argument --rooms: 1x9: width and height are from 2 to 500",
    "study --seeds 0": "argument --seeds: 0 is none at all",
    "study --seed 0": "argument --seed: a maze alone has no seed 0",
    "study --film x.png": "argument --film: 'x.png': the animation is a GIF, name it so",
    "study --picture x.gif": "argument --picture: 'x.gif': the picture is a PNG, name it so",
    "study --csv k.txt": "argument --csv: 'k.txt': the rows are a CSV, name it so, or - for standard output",
    "study --seed 1 --svg k.png": "argument --svg: 'k.png': the picture is an SVG, name it so",
}
"""Command lines with an option whose value cannot be, and what is said of it."""


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    """A folder with a listing, a page and a file of the console, to which no command adds anything."""
    Path("m.bas").write_text('M_W=3:NAME$="x"\nPRINT NAME$;M_W\nDEF A\nEND\n')
    Path("-m.bas").write_text("PRINT 1\n")
    Path("card.html").write_text("mine")
    Path("card").mkdir()
    Path("card/TMAZE").write_text("PRINT 1\n")


def test_what_is_refused_is_told(ran: CommandLine) -> None:
    assert {command: ran(command) for command in REFUSED} == {
        command: (2, "", f"retromaze: {message}\n") for command, message in REFUSED.items()
    }
    assert sorted(os.listdir()) == ["-m.bas", "card", "card.html", "m.bas"]
    assert Path("card.html").read_text() == "mine"


def test_wrong_options_are_told(ran: CommandLine) -> None:
    found = {command: ran(command) for command in WRONG_OPTIONS}
    told = {command: (status, out, err.splitlines()[0]) for command, (status, out, err) in found.items()}
    assert told == {
        command: (2, "", f"retromaze {command.split()[0]}: error: {message}")
        for command, message in WRONG_OPTIONS.items()
    }
    assert sorted(os.listdir()) == ["-m.bas", "card", "card.html", "m.bas"]
