"""The packed extension: what is in the file. What it does is tried by retromaze/editors/vscode/test."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.editors.packages import needs_packages
from tests.tools.vscode import SOURCES, made, manifest, pack

pytestmark = needs_packages

FILES = {
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/README.md",
    "extension/extension.js",
    "extension/icon.png",
    "extension/licenses.txt",
    *(f"extension/{name}" for name in made()),
}
LARGEST = 160_000
"""Bytes: an extension is fetched and read at every start of the editor."""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    folder = tmp_path_factory.mktemp("parts")
    target = folder.parent / "retromaze.vsix"
    pack(folder, target)
    with ZipFile(target) as archive:
        yield archive


def test_it_holds_what_it_needs_and_nothing_else(packed: ZipFile) -> None:
    assert set(packed.namelist()) == FILES
    assert packed.filename and Path(packed.filename).stat().st_size < LARGEST
    assert {each.date_time for each in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert json.loads(packed.read("extension/package.json")) == manifest()
    # VS Code reads what an extension runs and shows from this list.
    about = packed.read("extension.vsixmanifest").decode()
    assert f'Version="{manifest()["version"]}" Publisher="retromaze"' in about


def test_the_notices_of_all_that_is_bundled_go_with_it(packed: ZipFile) -> None:
    notices = packed.read("extension/licenses.txt").decode()
    assert "vscode-languageclient" in notices and "Permission is hereby granted" in notices


def test_its_code_has_the_types_that_vs_code_declares() -> None:
    subprocess.run(["npx", "--no-install", "tsc", "--noEmit"], cwd=SOURCES, check=True)
