"""What an installation carries."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "retromaze"


def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_package_is_installed() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    names = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    assert sorted(settings()["packages"]) == sorted(names | {"retromaze.programs"})


def test_every_file_that_is_no_module_is_package_data() -> None:
    data = settings()["package-data"]
    declared = {
        path
        for package, patterns in data.items()
        if package != "retromaze.programs"
        for pattern in patterns
        for path in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    others = {
        path
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"} and "__pycache__" not in path.parts
    }
    assert declared == others


def test_every_listing_is_package_data() -> None:
    (pattern,) = settings()["package-data"]["retromaze.programs"]
    listings = ROOT / settings()["package-dir"]["retromaze.programs"]
    found = {path.name for path in listings.glob(pattern)}
    assert found
    assert found == {path.name for path in listings.iterdir() if path.is_file()} - {"__init__.py"}
