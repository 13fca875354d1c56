"""The page's packages of npm, as `npm ci` in the page's folder puts them there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import retromaze.studio
from tests.amounts import REQUIRED

PAGE = Path(retromaze.studio.__file__).parent / "page"
SOURCES = ("package.json", "package-lock.json", "tsconfig.json", "build.mjs", "notices.mjs", "src")


def packages() -> Path:
    """Their folder. Without it tests are skipped, and fail where nothing may be missing."""
    found = PAGE / "node_modules"
    if not found.is_dir():
        reason = f"there is no {found}: run `npm ci` in {PAGE}"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def installed(folder: Path) -> Path:
    """A copy of the page with its packages."""
    for name in SOURCES:
        copy = shutil.copytree if (PAGE / name).is_dir() else shutil.copy
        copy(PAGE / name, folder / name)
    (folder / "node_modules").symlink_to(packages(), target_is_directory=True)
    return folder


def npm(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["npm", *arguments], cwd=folder, capture_output=True, text=True, check=False)
