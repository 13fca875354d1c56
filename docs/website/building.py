"""From pages to a folder of HTML: Sphinx, the studio beside it, and the look at every link."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.application import Sphinx

from docs.website import interface, recipes
from docs.website.lessons import STUDIO, with_studio
from docs.website.links import dead_links
from docs.website.pages import DOCS, gathered, pictures
from retromaze.studio.export import folder
from retromaze.studio.export_contents import ExportContents
from retromaze.studio.messages import Open
from retromaze.studio.pyodide_files import gathered as python_for_browsers

HERE = Path(__file__).parent
OPENED = Open("backtracker", seed=1, sizes={"width": 99, "height": 59}, moment=1)
"""What the studio opens where an address names nothing: what the command opens without a name."""
JOBS = 2
COLOR = re.compile("\x1b\\[[0-9;]*m")
"""What colors a warning in a terminal."""


class WebsiteError(Exception):
    """The website is not as it should be; the message has a line for each fault."""


def build(out: Path, pyodide: Path | None) -> int:
    """Writes the website; returns the number of its pages. Raises WebsiteError and NoPyodide."""
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
    """Builds the pages; returns what was wrong, by the paths of docs/, "" for nothing."""
    warnings = io.StringIO()
    trees = sources / ".doctrees"
    app = Sphinx(sources, HERE, out, trees, "html", status=None, warning=warnings, parallel=JOBS)
    app.build()
    shutil.rmtree(trees, ignore_errors=True)
    (out / ".buildinfo").unlink(missing_ok=True)
    return COLOR.sub("", warnings.getvalue()).replace(f"{sources}/", DOCS).strip()
