"""A game is saved as a file in the page and opened again: the file of `run --record` and `run --replay`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from retromaze.cli import main
from retromaze.input import LONGEST, digest_of
from tests.studio.browsing import expect
from tests.studio.visiting import Visit, packed

LISTING = """\
W=3
REPEAT:VSYNC:UNTIL BUTTON(0)
PRINT RND(100)*W
REPEAT:VSYNC:UNTIL BUTTON(0)==0
INPUT A$
PRINT A$
"""
LOG = f"""\
retromaze log 1
program "game.bas"
listing {digest_of(LISTING)}
seed 5
clock 2014-11-19T00:00:00
frames 40
20 press A
24 press NONE
answer "BOB"
"""


def open_file(visit: Visit, path: Path) -> None:
    """Chooses a file for "Open a game"."""
    visit.share()
    with visit.page.expect_file_chooser() as chooser:
        visit.at("open-game").click()
    chooser.value.set_files(path)
    visit.share()


def test_a_game_is_opened_and_saved_as_run_knows_it(visit: Visit, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "game.log"
    path.write_text(LOG, "utf-8")
    page = visit.open(listing=packed(LISTING), seed=1)
    open_file(visit, path)
    expect(visit.at("seed")).to_have_value("5")
    visit.at("speed").fill("14")
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    expect(visit.at("variables")).to_contain_text('"BOB"')
    visit.share()
    with page.expect_download() as download:
        visit.at("save-game").click()
    visit.share()
    saved = tmp_path / "saved.log"
    download.value.save_as(saved)
    text = saved.read_text("utf-8")
    assert download.value.suggested_filename == "retromaze.log"
    assert re.sub("frames [0-9]+", "frames 40", text).replace("listing.bas", "game.bas") == LOG
    (tmp_path / "listing.bas").write_text(LISTING)
    capsys.readouterr()
    assert main(["run", "--replay", str(saved), "--headless"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("BOB\n") and err == ""
    # What is none is told, and that of a program opens this.
    notice = visit.at("notice")
    (tmp_path / "bad.log").write_text("retromaze log 1\n3 jump\n")
    open_file(visit, tmp_path / "bad.log")
    expect(notice).to_have_text(re.compile("^bad.log:2: 'jump' is nothing that is done"))
    notice.click()
    (tmp_path / "long.log").write_text("#" * (LONGEST >> 2))
    open_file(visit, tmp_path / "long.log")
    expect(notice).to_have_text("The file is longer than a studio takes.")
    expect(visit.at("seed")).to_have_value("5")
    notice.click()
    (tmp_path / "sticks.log").write_text(
        f'retromaze log 1\nprogram "sticks"\nlisting {"0" * 64}\nseed 6\nset size=9\n'
    )
    open_file(visit, tmp_path / "sticks.log")
    expect(visit.at("program")).to_have_value("sticks")
    expect(visit.at("seed")).to_have_value("6")
    expect(notice).to_have_text("this game was played with another text of the listing")
