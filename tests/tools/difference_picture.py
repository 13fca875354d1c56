"""Draws what `check` says of a port with one mistake: docs/difference.png, shown in the README."""

import html
import io
import os
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

import retromaze.ports.hexagonal
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_path
from tests.studio.browsing import driver, launched_chromium

RIGHT = "(0, t) if y0 == y1 else (t, 0)"
WRONG = "(0, t)"
"""Lines to a room below lie under each other, where the listing's lie side by side."""
BOX = (178, 12, 228, 50)
"""The part of the screen that is shown: left, top, right, bottom, in pixels."""
SCALE = 6
STYLE = """
body { margin: 0; padding: 16px; width: 1000px; background: #16181d; color: #d8dee9 }
body { font: 15px/1.45 monospace }
pre { margin: 0; white-space: pre-wrap }
.pictures { display: flex; gap: 16px; margin-top: 14px }
figure { margin: 0 }
figcaption { margin-bottom: 4px; color: #8fbcbb }
img { display: block; image-rendering: pixelated }
"""


def checked(folder: Path) -> str:
    """What check prints of hexagonal.bas beside a port with one mistake; its pictures lie in the folder."""
    shutil.copy(listing_path(CATALOGUE["hexagonal"]), folder / "hexagonal.bas")
    port = Path(retromaze.ports.hexagonal.__file__).read_text("utf-8")
    assert port.count(RIGHT) == 1
    (folder / "hexagonal.py").write_text(port.replace(RIGHT, WRONG), "utf-8")
    words = [sys.executable, "-m", "retromaze", "check", "hexagonal.bas", "hexagonal.py", "--seeds", "1"]
    env = {**os.environ, "COLUMNS": "120", "LANGUAGE": "en"}
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=env)
    _, begins, difference = done.stderr.partition("hexagonal: seed 1,")
    return f"{done.stdout}\n{begins}{difference}"


def figure(path: Path) -> str:
    """One of the pictures that check has left, its part enlarged."""
    written = io.BytesIO()
    with Image.open(path) as picture:
        part = picture.convert("RGB").crop(BOX)
    part.resize((part.width * SCALE, part.height * SCALE), Image.Resampling.NEAREST).save(written, "PNG")
    data = b64encode(written.getvalue()).decode()
    return f'<figure><figcaption>{path.name}</figcaption><img src="data:image/png;base64,{data}"></figure>'


def subject() -> str:
    """What check prints there."""
    with tempfile.TemporaryDirectory() as folder:
        return checked(Path(folder))


def make(target: Path) -> None:
    """Runs the check and photographs what it says and leaves."""
    with tempfile.TemporaryDirectory() as folder, driver() as playwright:
        said = checked(Path(folder))
        left = Path(folder, "retromaze-differences", "hexagonal")
        pictures = "".join(figure(left / f"{name}.png") for name in ("listing", "port", "difference"))
        words = "$ retromaze check hexagonal.bas hexagonal.py --seeds 1"
        browser = launched_chromium(playwright)
        page = browser.new_page(viewport={"width": 1032, "height": 400})
        text = html.escape(f"{words}\n{said}")
        page.set_content(f"<style>{STYLE}</style><pre>{text}</pre><div class=pictures>{pictures}</div>")
        with Image.open(io.BytesIO(page.screenshot(full_page=True))) as shot:
            info = PngInfo()
            info.add_itxt("comment", said)
            shot.save(target, pnginfo=info, optimize=True)
        browser.close()
