"""What an installation carries."""

import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "retromaze"


def test_the_wheel_holds_the_package_and_in_it_the_listings() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": ["retromaze"], "force-include": {"programs": "retromaze/programs"}}
    assert {path.suffix for path in (ROOT / "programs").iterdir() if path.is_file()} == {".bas", ".md"}


def test_a_browser_is_asked_for_nothing_but_lark() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        each for each in settings["project"]["dependencies"] if "sys_platform != 'emscripten'" not in each
    ]
    assert wanted == ["lark>=1.1.9,<2"]


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_no_data_file_is_ignored_by_git_and_so_left_out_of_the_wheel() -> None:
    files = [
        str(path)
        for path in PACKAGE.rglob("*")
        if path.is_file()
        and path.suffix not in {".py", ".pyc"}
        and {"__pycache__", "node_modules"}.isdisjoint(path.parts)
    ]
    assert {
        PACKAGE / "language" / "grammar.lark",
        *(PACKAGE / "locale" / "ja" / "LC_MESSAGES" / f"retromaze.{kind}" for kind in ("po", "mo")),
    } <= set(map(Path, files))
    ignored = subprocess.run(
        ["git", "check-ignore", *files], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ignored.stdout == ""
