"""`retromaze gallery`: one page of valid HTML that needs nothing else."""

import base64
import io
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from retromaze.catalogue import CATALOGUE, find
from retromaze.cli import main
from retromaze.comparison.pairs import Pair, pair_of_entry
from retromaze.entry import listing_source
from retromaze.study.exhibits import exhibit
from tests.command_line import ran

NAMES = ["binary_tree", "digging", "console_game"]
VOID = {"meta", "img", "br"}
WORDS = ["--seeds", "1", "--size", "6x4"]
SEED = 5


class Reader(HTMLParser):
    """Checks that elements are closed in order; keeps attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "code":
            self.texts.append(("code", ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "code" in self.open:
            self.texts[-1] = ("code", self.texts[-1][1] + data)
        else:
            self.texts.append((self.open[-1] if self.open else "", data))


@pytest.fixture(autouse=True)
def in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The gallery of a few programs."""
    folder = tmp_path_factory.mktemp("gallery")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("retromaze.commands.gallery.CATALOGUE", {name: CATALOGUE[name] for name in NAMES})
        patch.chdir(folder)
        assert main(["gallery", "out.html", "--seed", str(SEED), *WORDS]) == 0
    assert [path.name for path in folder.iterdir()] == ["out.html"]
    return (folder / "out.html").read_text("utf-8")


@pytest.fixture
def dots() -> list[str]:
    """A pair of one's own, which takes no time."""
    Path("dots.bas").write_text("GCLS\nGPSET 5,5\n")
    Path("dots.py").write_text(
        "def main(machine):\n    machine.screen.clear()\n    machine.screen.point(5, 5)\n"
    )
    return ["dots.bas", "dots.py"]


def pair_of(name: str) -> Pair:
    return pair_of_entry(find(name))


def test_the_page_is_whole_and_self_contained(page: str) -> None:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert (reader.tags["html"], reader.tags["title"], reader.tags["h1"], reader.tags["script"]) == (
        1,
        1,
        1,
        0,
    )
    ids = [value for _, name, value in reader.attributes if name == "id"]
    assert ids == [*NAMES, "study"]
    links = {value for _, name, value in reader.attributes if name == "href"}
    assert links == {f"#{name}" for name in ids}
    sources = [value for _, name, value in reader.attributes if name == "src"]
    assert len(sources) == 2 * len(NAMES) + 2
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert "url(" not in page
    assert "http" not in page
    codes = [code for tag, code in reader.texts if tag == "code"]
    for name in NAMES:
        assert {line for line in listing_source(find(name)).splitlines() if line} <= set(codes)


def test_the_pictures_are_those_of_the_listings(page: str) -> None:
    reader = Reader()
    reader.feed(page)
    data = [value for _, name, value in reader.attributes if name == "src"][len(NAMES)]
    with Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))) as picture:
        shown = picture.convert("RGBA").tobytes("raw", "BGRA")
    assert shown == exhibit(pair_of("binary_tree"), SEED).picture.tobytes()
    assert shown != exhibit(pair_of("binary_tree"), 1).picture.tobytes()


def test_a_pair_of_ones_own_has_a_page_without_a_study(dots: list[str]) -> None:
    assert main(["gallery", "out.html", *dots]) == 0
    reader = Reader()
    reader.feed(Path("out.html").read_text(encoding="utf-8"))
    reader.close()
    assert reader.open == []
    assert [value for _, name, value in reader.attributes if name == "id"] == ["dots"]
    assert [value for _, name, value in reader.attributes if name == "href"] == ["#dots"]
    texts = [text for _, text in reader.texts]
    assert {"retromaze check dots.bas dots.py", "GPSET 5,5", "    machine.screen.point(5, 5)"} <= set(texts)


def test_a_port_begins_with_its_code(page: str) -> None:
    for name, pair in zip(NAMES, page.split('<div class="pair">')[1:], strict=True):
        first, *_, last = pair.partition("</details>")[0].split('<div class="side">')[2::2]
        docstring = '<div class="line"><i>1</i><code><span class="string">&quot;&quot;&quot;'
        assert last.startswith(docstring), name
        assert "import" not in first
        assert "<h4>docstring and imports</h4>" in pair


def test_a_file_is_not_written_over_without_force(dots: list[str], capsys: Any) -> None:
    Path("out.html").write_text("mine")
    assert main(["gallery", "out.html", *dots]) == 2
    assert capsys.readouterr().err == "retromaze: out.html exists; --force writes over it\n"
    assert Path("out.html").read_text() == "mine"
    assert main(["gallery", "out.html", *dots, "--force"]) == 0
    assert Path("out.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_page_is_html_in_a_folder_that_exists(capsys: Any) -> None:
    paths = ("out.txt", "missing/out.html")
    assert [ran(f"gallery {path}", capsys)[0] for path in paths] == [2, 2]


def test_a_program_that_waits_is_shown_before_it_clears_the_screen() -> None:
    shown = exhibit(pair_of("backtracker_def"))
    assert shown.error == ""
    assert len(set(shown.picture)) == 2


def test_a_page_that_cannot_be_written_gives_exit_1(
    dots: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(temporary: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("retromaze.machine.folder.os.replace", full)
    assert main(["gallery", "out.html", *dots]) == 1
    assert capsys.readouterr().err == "retromaze: out.html cannot be written: No space left on device\n"
    assert sorted(path.name for path in Path().iterdir()) == dots
