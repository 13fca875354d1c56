"""Makes the pictures of docs/ anew, those of the README among them.

    python -m tests.tools.pictures            # all: a minute and a half, with Chromium
    python -m tests.tools.pictures trees.png  # only these

Pictures of lessons are not among them: `retromaze lesson NAME --page docs/lessons` writes those.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops, ImageSequence

from retromaze.cli import main as retromaze
from tests.tools import build_sheets, difference_picture, studio_film

DOCS = Path(__file__).resolve().parents[2] / "docs"
MOST_OTHER = 0.01
"""The part of a picture that may be other pixels: libraries draw letters and lines a little differently."""


def call(words: str, path: Path) -> None:
    """Calls retromaze; {} in its words is the picture's path."""
    if retromaze([str(path) if each == "{}" else each for each in words.split()]):
        raise SystemExit(f"retromaze {words} has failed")


COMMANDS: Mapping[str, str] = {
    "backtracker.png": "run backtracker --seed 1 --headless --picture {}",
    "costs.png": "study --costs --picture {}",
    "growing.gif": "study --film {} --seed 7",
    "hexagonal.gif": "run hexagonal --seed 1 --headless --gif {} --every 4",
    "overlays.png": "study kruskal --seed 7 --overlay distance,solution,dead-ends --picture {}",
    "trees.png": "study backtracker binary_tree short_branches short_solution --rooms 16x10 --seed 7"
    " --overlay strings,tree --picture {}",
}
MAKERS: Mapping[str, Callable[[Path], object]] = {
    **{name: partial(call, words) for name, words in COMMANDS.items()},
    "sheets.png": lambda path: build_sheets.main([str(path)]),
    "difference.png": difference_picture.make,
    "studio.gif": studio_film.make,
}
SUBJECTS: Mapping[str, Callable[[], str]] = {
    "difference.png": difference_picture.subject,
    "studio.gif": studio_film.subject,
}
"""What a browser has photographed; the comment in the picture says it, so that a test needs no browser."""


def is_stale(name: str) -> bool:
    """Whether a picture of docs/ is not what its maker would make now."""
    with Image.open(DOCS / name) as old:
        if name in SUBJECTS:
            comment = old.info.get("comment", "")
            return (comment.decode() if isinstance(comment, bytes) else comment) != SUBJECTS[name]()
        with TemporaryDirectory() as folder:
            MAKERS[name](Path(folder, name))
            with Image.open(Path(folder, name)) as new:
                return not alike(old, new)


def alike(old: Image.Image, new: Image.Image) -> bool:
    """Whether two pictures or films have the same size and, but for MOST_OTHER, the same pixels."""
    olds, news = ([each.convert("RGB") for each in ImageSequence.Iterator(picture)] for picture in (old, new))
    if [each.size for each in olds] != [each.size for each in news]:
        return False
    return all(part_that_differs(*pair) <= MOST_OTHER for pair in zip(olds, news, strict=True))


def part_that_differs(one: Image.Image, other: Image.Image) -> float:
    """The part of the pixels that are not the same, 0 to 1."""
    gray = ImageChops.difference(one, other).convert("L")
    return 1 - gray.histogram()[0] / (one.width * one.height)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.pictures")
    parser.add_argument("names", metavar="NAME", nargs="*", choices=[*MAKERS, []], help="a file of docs/")
    for name in parser.parse_args(arguments).names or MAKERS:
        MAKERS[name](DOCS / name)
        print(DOCS / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
