"""The ports of our own programs: two of them whole, and what is true of all."""

import subprocess
import sys
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import Entry, listing_source
from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.input_script import script_of
from retromaze.machine.machine import Machine
from retromaze.porting.writing import write_port
from tests.amounts import many, one_in
from tests.porting.bodies import loaded

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SEEDS = range(1, many(2, 4))
CHAIN = "X=0\nIF {0}=={1} THEN X=5\nIF {0}=={2} THEN X=7\nIF {0}=={3} THEN X=9\nPRINT X\n"
TYPED = (
    "B=BUTTON()\nINPUT A\nK$=INKEY$()\nN=RND(9)\n"
    f"{CHAIN.format('B', 1, 2, 4)}{CHAIN.format('A', 1, 2, 3)}{CHAIN.format('N', 1, 2, 3)}"
    f"""{CHAIN.format("K$", '"A"', '"B"', '"C"')}FOR I=0 TO N:READ A$,C#:NEXT\nPRINT A$;C#\n"""
    'PRINT D(1,2)\nEND\nDEF D(A,B)\nRETURN POW(A,3)+POW(B,3)\nEND\nDATA "X",1,"Y",2.5'
)
"""Values chosen by buttons, numbers, texts and from DATA; a DEF returns what two functions of `basic` add."""


def ported(entry: Entry) -> str:
    return write_port(listing_source(entry), f"programs/{entry.name}.bas")


@pytest.mark.parametrize("name", ["backtracker", "backtracker_def"])
def test_a_port_as_it_is_written(name: str) -> None:
    assert ported(CATALOGUE[name]) == (HERE / "ports" / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", one_in(12, [*CATALOGUE]))
def test_a_port_agrees_with_its_listing_at_once(name: str) -> None:
    entry = CATALOGUE[name]
    listing, main = Listing(listing_source(entry), f"{entry.name}.bas"), loaded(ported(entry))
    found = [compare_programs(listing, main, seed=seed, script=script_of(entry)).difference for seed in SEEDS]
    assert found == [None] * len(SEEDS)


def test_a_listing_s_own_numbers_are_keywords() -> None:
    entry = CATALOGUE["backtracker"]
    main = loaded(ported(entry))

    def port(machine: Machine) -> None:
        main(machine, m_w=21, m_h=9)

    source = listing_source(entry).replace("M_W=199", "M_W=21").replace("M_H=119", "M_H=9")
    assert compare_programs(Listing(source), port, seed=1, script=script_of(entry)).difference is None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ports")
    for entry in CATALOGUE.values():
        (folder / f"{entry.name}.py").write_text(ported(entry), "utf-8")
    (folder / "typed.py").write_text(write_port(TYPED), "utf-8")
    return folder


def run(*command: str, folder: Path) -> str:
    words = [sys.executable, "-m", *command]
    done = subprocess.run(words, check=False, cwd=folder, capture_output=True, text=True)
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("settings", [("--config", str(ROOT / "pyproject.toml")), ("--isolated",)])
def test_ruff_has_nothing_to_say(folder: Path, settings: tuple[str, ...]) -> None:
    assert run("ruff", "check", "--no-cache", *settings, ".", folder=folder) == "All checks passed!\n"


@pytest.mark.slow
def test_mypy_has_nothing_to_say(folder: Path) -> None:
    cache = ["--cache-dir", str(folder / "cache"), "--follow-imports", "silent"]
    found = run("mypy", "--strict", *cache, ".", folder=folder)
    assert found == f"Success: no issues found in {len(CATALOGUE) + 1} source files\n"
