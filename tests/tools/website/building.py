"""Builds the website: pages to HTML by Sphinx, the studio beside them, and every link checked."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote, urlsplit

from PIL import Image

from retromaze.catalogue import CATALOGUE
from retromaze.studio.export import folder
from retromaze.studio.export import load_pyodide_files as python_for_browsers
from retromaze.studio.messages import Open
from retromaze.studio.session import ExportContents
from tests.tools.website import interface
from tests.tools.website.pages import (
    DOCS,
    FIRST,
    PORTRAIT,
    ROOT,
    STUDIO,
    gathered,
    pictures,
    programs,
    with_door,
    with_studio,
)

HERE = Path(__file__).parent
OPENED = Open("backtracker", seed=1, sizes={"width": 99, "height": 59}, moment=1)
"""What the studio opens where an address names nothing: what the command opens without a name."""
JOBS = "2"


class WebsiteError(Exception):
    """The website is not as it should be; the message has a line for each fault."""


def build(out: Path, pyodide: Path | None) -> int:
    """Writes the website; returns the number of its pages. Raises WebsiteError and NoPyodide."""
    out = out.resolve()
    studio = folder(ExportContents(OPENED), python_for_browsers(pyodide), CATALOGUE)
    portrait, size = first_picture(ROOT / DOCS / "studio.gif")
    pages = gathered({**interface.pages(), "programs.md": programs()})
    pages[FIRST] = with_door(pages[FIRST], size)
    pages[interface.PAGE], drawn = interface.illustrated(pages[interface.PAGE])
    images = pictures() | interface.pictures() | drawn
    for name, text in pages.items():
        pages[name] = with_studio(name, text)
    with TemporaryDirectory(prefix="retromaze-website-") as place:
        written(pages, images, Path(place))
        faults = call_sphinx(Path(place), out)
    if faults:
        raise WebsiteError(faults)
    write_files({f"{STUDIO}{name}": data for name, data in (*studio.items(), (PORTRAIT, portrait))}, out)
    if dead := dead_links(out):
        raise WebsiteError("\n".join(dead))
    return len(pages)


def first_picture(film: Path) -> tuple[bytes, tuple[int, int]]:
    """The first picture of a film as a PNG, half as large, and its size in pixels."""
    with Image.open(film) as picture:
        small = picture.convert("RGB").resize(
            (picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS
        )
    data = io.BytesIO()
    small.quantize(64).save(data, "PNG", optimize=True)
    return data.getvalue(), small.size


def written(pages: Mapping[str, str], images: Mapping[str, bytes], place: Path) -> None:
    """The sources laid out for Sphinx."""
    write_files({name: text.encode() for name, text in pages.items()}, place)
    write_files(images, place)


def write_files(files: Mapping[str, bytes], place: Path) -> None:
    for name, data in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def call_sphinx(sources: Path, out: Path) -> str:
    """Builds the pages; returns what was wrong, by the paths of docs/, "" for nothing.

    In a process of its own, as Sphinx keeps things for the whole of one.
    """
    trees = sources / ".doctrees"
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-n", "-q", "-N", "-j", JOBS, "-c", str(HERE)]
    done = subprocess.run(
        [*command, "-d", str(trees), str(sources), str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    shutil.rmtree(trees, ignore_errors=True)
    (out / ".buildinfo").unlink(missing_ok=True)
    told = done.stderr.replace(f"{sources}/", DOCS).strip()
    return told or ("" if done.returncode == 0 else f"Sphinx has ended with status {done.returncode}")


NAMED = {"href", "src", "data-studio", "poster"}
"""The attributes that lead somewhere."""
IN_THE_STUDIO = ("program=", "step=")
"""What stands behind the `#` of an address of the studio is told to it, and no place in its page."""


class PageLinks(HTMLParser):
    """The names of places in a page, and what it leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.leads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in {"id", "name"} and value:
                self.places.add(value)
            elif name in NAMED and value is not None:
                self.leads.append(value)


def dead_links(out: Path) -> list[str]:
    """`page: link` for each that leads nowhere; links to other hosts are not followed."""
    read = {path: PageLinks(path.read_text("utf-8")) for path in sorted(out.rglob("*.html"))}
    return [
        f"{path.relative_to(out).as_posix()}: {link}"
        for path, page in read.items()
        for link in page.leads
        if not leads_somewhere(link, path, read)
    ]


def leads_somewhere(link: str, page: Path, read: dict[Path, PageLinks]) -> bool:
    scheme, host, way, _, anchor = urlsplit(link)
    if scheme or host:
        return True
    target = (page.parent / unquote(way)).resolve() if way else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    if not anchor or anchor.startswith(IN_THE_STUDIO) or target not in read:
        return True
    return unquote(anchor) in read[target].places
