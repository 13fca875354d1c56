"""From pages to a folder of HTML: Sphinx, the studio beside it, and the look at every link."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.website import interface, recipes
from docs.website.lessons import STUDIO, with_studio
from docs.website.links import dead_links
from docs.website.pages import DOCS, ROOT, gathered, pictures
from retromaze.studio.export import folder
from retromaze.studio.export_contents import ExportContents
from retromaze.studio.messages import Open
from retromaze.studio.pyodide_files import gathered as python_for_browsers

HERE = Path(__file__).parent
OPENED = Open("backtracker", seed=1, sizes={"width": 99, "height": 59}, moment=1)
"""What the studio opens where an address names nothing: what the command opens without a name."""
JOBS = "2"


class WebsiteError(Exception):
    """The website is not as it should be; the message has a line for each fault."""


def build(out: Path, pyodide: Path | None) -> int:
    """Writes the website; returns the number of its pages. Raises WebsiteError and NoPyodide."""
    out = out.resolve()
    studio = folder(ExportContents(OPENED), python_for_browsers(pyodide))
    pages = gathered(interface.pages())
    images = pictures() | interface.pictures() | recipes.pictures(pages[recipes.PAGE])
    pages[recipes.PAGE] = recipes.with_pictures(pages[recipes.PAGE])
    for name, text in pages.items():
        pages[name] = with_studio(name, text)
    with TemporaryDirectory(prefix="retromaze-website-") as place:
        written(pages, images, Path(place))
        faults = call_sphinx(Path(place), out)
    if faults:
        raise WebsiteError(faults)
    write_files({f"{STUDIO}{name}": data for name, data in studio.items()}, out)
    if dead := dead_links(out):
        raise WebsiteError("\n".join(dead))
    return len(pages)


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
