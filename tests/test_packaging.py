"""What an installation carries."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "retromaze"


def package_data() -> dict[str, list[str]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    data: dict[str, list[str]] = settings["tool"]["setuptools"]["package-data"]
    return data


def test_every_folder_of_modules_is_a_package_that_is_found() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_every_file_that_is_no_module_is_package_data() -> None:
    declared = {
        path
        for package, patterns in package_data().items()
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
    (pattern,) = package_data()["retromaze.programs"]
    found = {path.name for path in (ROOT / "programs").glob(pattern)}
    assert found
    assert found == {path.name for path in (ROOT / "programs").iterdir() if path.is_file()} - {"__init__.py"}
