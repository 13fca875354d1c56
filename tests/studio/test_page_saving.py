"""What is taken away as a file: a game, which `run --replay` plays too, and a span of a run as a GIF."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from retromaze.cli import main
from retromaze.input_log import LONGEST, digest_of
from tests.studio.browsing import expect, shows
from tests.studio.visiting import SMALL, Visit, packed, picture_at
from tests.tools.page_texts import TEXTS

# ---- a game


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


# ---- a span of a run as a GIF


def test_a_span_is_taken_away_as_an_animation(visit, tmp_path):
    """It is given up where another program is chosen meanwhile."""
    visit.context.add_init_script("delete WebAssembly.Suspending")
    page = visit.open_at(123, **SMALL)
    visit.share()
    # What the browser lacks for an exported page is told there too.
    expect(visit.at("no-jspi")).to_be_visible()
    expect(visit.at("no-jspi")).to_have_text(TEXTS["noJspi"])
    visit.at("mark-a").click()
    visit.at("timeline").focus()
    page.keyboard.press("Home")
    visit.stands(0)
    shows(page, picture_at(0))
    visit.at("mark-b").click()
    visit.at("gif-frames").fill("5")
    with page.expect_download() as download:
        visit.at("save-gif").click()
    download.value.save_as(tmp_path / "span.gif")
    assert shades(tmp_path / "span.gif") == (5, 5)
    expect(visit.at("gif-progress")).to_be_hidden()
    visit.at("gif-frames").fill("120")
    visit.at("save-gif").click()
    expect(visit.at("gif-progress")).to_be_visible()
    visit.at("program").select_option("sticks")
    expect(visit.at("gif-progress")).to_be_hidden()
    expect(visit.at("notice")).to_have_text(TEXTS["gifGivenUp"])
    expect(visit.at("state")).to_have_text(re.compile("^running"))


def shades(path: Path) -> tuple[int, int]:
    """How many pictures a GIF has, and how many of them are different."""
    from PIL import Image

    with Image.open(path) as image:
        frames = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            frames.append(image.convert("RGB").tobytes())
    return len(frames), len(set(frames))
