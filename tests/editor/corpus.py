"""Listings that tests of the language server read: shipped ones, games, those with expectations."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = (ROOT / "programs", ROOT / "tests" / "games", ROOT / "tests" / "listings")
PATHS = sorted(path for folder in FOLDERS for path in folder.rglob("*.bas"))
SHIPPED = [path for path in PATHS if path.parent == FOLDERS[0]]


def text_of(path: Path) -> str:
    return path.read_text("utf-8")
