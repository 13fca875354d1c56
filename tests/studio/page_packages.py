"""The page's packages of npm: without them tests are skipped, and in CI they are fetched."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import retromaze.studio
from tests.amounts import REQUIRED

PAGE = Path(retromaze.studio.__file__).parent / "page"
SOURCES = ("package.json", "package-lock.json", "tsconfig.json", "build.mjs", "notices.mjs", "src")


def missing(reason: str) -> None:
    """Where CI runs, nothing may be missing."""
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


def installed(folder: Path) -> Path:
    """A copy of the page with its packages: those of the working copy, or such as npm fetches."""
    if shutil.which("npm") is None:
        missing("npm is not installed")
    for name in SOURCES:
        copy = shutil.copytree if (PAGE / name).is_dir() else shutil.copy
        copy(PAGE / name, folder / name)
    packages = PAGE / "node_modules"
    if packages.is_dir():
        (folder / "node_modules").symlink_to(packages, target_is_directory=True)
    elif not REQUIRED:
        pytest.skip("npm ci in studio/page fetches what the page is built and tried with")
    elif npm(folder, "ci", "--no-audit", "--no-fund").returncode:
        missing("npm cannot fetch the page's packages")
    return folder


def npm(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["npm", *arguments], cwd=folder, capture_output=True, text=True, check=False)
