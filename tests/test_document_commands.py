"""Every command of a page is run: as it stands there, but without a window, with a seed, and to an end.

What goes on until it is stopped (a page that is served, `--watch`) is parsed here; its own tests run it.
"""

import io
import re
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_path
from retromaze.cli import COMMANDS, build_parser, main
from retromaze.lessons.lesson_reading import changed_listing, lesson_beside, read_lesson
from retromaze.studio import export
from tests.amounts import one_in
from tests.console_files import container
from tests.studio import pyodide_fake

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.S | re.M)
IN_TEXT = re.compile(r"`(?:\.venv/bin/)?retromaze ((?!log\b)[a-z]+\b[^`]*)`")
PROGRAM = re.compile(r"(?:\.venv/bin/)?retromaze ")
BEHIND = re.compile(r"\s+[#>|].*")
"""A comment, or where what is printed goes."""
MODULE = re.compile(r"python -m ((?:tests|docs|retromaze)[\w.]*)")

LISTING = 'M_W=4:TITLE$="T"\nFOR I=0 TO M_W-1\nGPSET I,RND(240)\nNEXT\nVSYNC\n'
PORT = """\
def main(machine, *, m_w=4):
    for x in range(m_w):
        machine.screen.point(x, machine.rng.below(240))
    machine.vsync()


dig = main
"""
GAME = "REPEAT\nVSYNC\nUNTIL BUTTON()\n"
GAME_PORT = """\
def main(machine):
    machine.vsync()
    while not machine.input.button():
        machine.vsync()
"""
PAIRS = {
    "maze": (LISTING, PORT),
    "mine": (LISTING, PORT),
    "one": (LISTING, PORT),
    "two": (LISTING, PORT),
    "mazes/own": (LISTING, PORT),
    "ports/own": (LISTING, PORT),
    "game": (GAME, GAME_PORT),
    "snake": (GAME, GAME_PORT),
}
ALONE = {"faster.bas": LISTING, "rewritten.py": PORT}
STUDY = (ROOT / "docs" / "study.md").read_text("utf-8")
MAKER = re.compile(r"```python\n(.*?def maker\(.*?)```", re.S)
"""The maker of mazes that the page shows."""
SEEDS, SEEDS_OF_BIAS = "1", "960"
RANGE = re.compile(r"(\d+)\.\.\d+")
FRAMES = ["--headless", "--frames", "120", "--press", "A@20"]
"""A run in a window, without one."""
GOES_ON = {"lsp"}
"""Commands that somebody else has to end, whatever they are told."""
LONG = {"bench"}
"""Commands that measure everything there is."""


def commands(page: Path) -> list[str]:
    """The commands in the blocks of a page, without what explains them."""
    lines = [line for block in BLOCK.findall(page.read_text("utf-8")) for line in block.splitlines()]
    parts = [part.strip() for line in lines for part in BEHIND.sub("", line).split("&&")]
    return [part for part in parts if PROGRAM.match(part)]


WRITTEN = {each.partition("retromaze ")[2]: page for page in reversed(PAGES) for each in commands(page)}
"""The first page of each command."""
MENTIONED = sorted(
    {
        (page.relative_to(ROOT).as_posix(), each)
        for page in PAGES
        for each in IN_TEXT.findall(page.read_text("utf-8"))
    }
)


@pytest.fixture
def place(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of, and a home of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(here / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("PRINT 1\n"))
    for folder in ("mazes", "ports", "sd"):
        Path(folder).mkdir()
    for name in ("TMENU", "TCAVE"):
        Path("sd", name).write_bytes(container(0, LISTING.encode(), icon=1))
    for name, (listing, port) in PAIRS.items():
        Path(f"{name}.bas").write_text(listing)
        Path(f"{name}.py").write_text(port)
    for name, text in ALONE.items():
        Path(name).write_text(text)
    for name in ("game.log", "other.log"):
        assert main(["run", "snake.bas", "--seed", "1", *FRAMES, "--record", name]) == 0
    return here


def made_small(words: list[str]) -> list[str]:
    """The same command with less to do, without a window."""
    command, *rest = words
    seeds = SEEDS_OF_BIAS if "--bias" in rest else SEEDS
    if "--seeds" in rest:
        rest[rest.index("--seeds") + 1] = seeds
    elif command in {"check", "study"} and not {"--replay", "--seed", "--costs", "--film"} & set(rest):
        rest += ["--seeds", seeds]
    if "--play" in rest:
        rest[rest.index("--play") + 1] = "1"
    if command == "run" and "--headless" not in rest and "--replay" not in rest:
        rest += FRAMES
    if command == "run" and "--replay" in rest:
        rest += ["--headless"]
    if command == "run" and "--gif" in rest and "--frames" not in rest:
        rest += ["--frames", "60"]
    if command == "direct" and "--headless" not in rest:
        rest += ["--headless"]
    if "--headless" in rest and "--speed" in rest:
        at = rest.index("--speed")  # only a window has a pace
        del rest[at : at + 2]
    return [command, *(RANGE.sub(lambda found: f"{found[1]}..{int(found[1]) + 2}", each) for each in rest)]


def ends(words: list[str]) -> bool:
    """Whether a command comes to an end by itself, and soon."""
    command, *rest = words
    served = command == "studio" and "--export" not in rest
    return not (served or "--watch" in rest or command in GOES_ON | LONG)


def test_a_command_of_a_page_is_one(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser, wrong = build_parser(), {}
    for command in WRITTEN:
        try:
            assert callable(parser.parse_args(shlex.split(command)).command)
        except SystemExit:
            wrong[command] = capsys.readouterr().err
    assert wrong == {}


@pytest.mark.parametrize("command", one_in(50, [each for each in WRITTEN if ends(shlex.split(each))]))
def test_a_command_of_a_page_does_what_it_says(
    command: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(command)
    prepare(words, place, monkeypatch)
    # where it wants a file of the reader's, `place` is to have it
    assert main(made_small(words)) == 0, capsys.readouterr().err


def prepare(words: list[str], place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command finds where it is given."""
    if words[0] == "studio":
        pyodide_fake.believed(monkeypatch)
        monkeypatch.setattr("retromaze.studio.export.package_files", lambda: {"retromaze/errors.py": b""})
        monkeypatch.setattr(export, "download_package", pyodide_fake.package)
        monkeypatch.setattr(export, "cache_folder_of_version", lambda: place / "cache")
    if words[0] == "debug":
        monkeypatch.setattr(sys, "stdin", io.StringIO("c\n"))
    if "--begin" in words:
        Path("mine.bas").unlink()
    if "--answer" in words:
        Path("mine.bas").write_text(answer_to(words))
    if words[0] == "study":
        Path("mine.py").write_text(MAKER.search(STUDY)[1] + "\n\nother = maker\n")  # type: ignore[index]
    if words == ["run", "game/MENU.bas"]:
        assert main(["convert", "sd/", "-o", "game/"]) == 0
    if words == ["check", "maze.bas", "faster.bas"] or words[0] == "port":
        # the page says so: no port lies beside the listing yet
        Path("maze.py").unlink()


def answer_to(words: list[str]) -> str:
    """The listing of a lesson's program, changed as the solution of that step says."""
    entry = CATALOGUE[words[1]]
    path = listing_path(entry)
    lesson = read_lesson(lesson_beside(path, "en").read_text("utf-8"))
    exercise = lesson.steps[int(words[words.index("--step") + 1]) - 1].exercise
    assert exercise
    return changed_listing(path.read_text("utf-8"), exercise.solutions[0], exercise.lesson_line)


def test_what_a_text_calls_a_command_has_these_options() -> None:
    (subparsers,) = (each for each in build_parser()._actions if each.choices)
    wrong = []
    for page, command in MENTIONED:
        name, *rest = command.split()
        known = subparsers.choices[name]._option_string_actions if name in COMMANDS else ()  # type: ignore[index]
        options = [
            re.split("[=\\]]", each)[0].lstrip("[") for each in rest if each.lstrip("[").startswith("--")
        ]
        wrong += [(page, command, each) for each in options if each not in known]
        wrong += [(page, command, name)] * (name not in COMMANDS)
    assert wrong == []


def test_the_modules_that_pages_run_are_there() -> None:
    named = {(page.name, each) for page in PAGES for each in MODULE.findall(page.read_text("utf-8"))}
    assert {(page, each) for page, each in named if find_spec(each) is None} == set()


def test_the_pages_name_their_commands() -> None:
    assert all(commands(ROOT / readme) for readme in ("README.md", "docs/README.ja.md"))
    assert len(WRITTEN) > 60
    assert len(MENTIONED) > 20
