"""Lays the parts of the extension beside each other and has them packed as a .vsix."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tests.editors.extension import icon, manifest
from tests.editors.extension.configuration import configuration
from tests.editors.extension.grammar import grammar
from tests.editors.extension.manifest import ROOT, SOURCES
from tests.editors.extension.snippets import snippets


def made() -> dict[str, Any]:
    """The files that are made of our grammar, words and translations, by their names."""
    words, sentences = manifest.translated()
    return {
        "package.json": manifest.manifest(),
        "package.nls.json": manifest.words(),
        "package.nls.ja.json": words,
        "l10n/bundle.l10n.ja.json": sentences,
        "smilebasic.tmLanguage.json": grammar(),
        "language-configuration.json": configuration(),
        "snippets.json": snippets(),
    }


def lay_out(folder: Path) -> None:
    """Writes all files of the extension but the bundled code."""
    for name, content in made().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (folder / "icon.png").write_bytes(icon.icon())
    (folder / "README.md").write_text(manifest.readme(), encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    # vsce asks for it; there is nothing in the folder that is not meant to go in.
    (folder / ".vscodeignore").touch()


def pack(folder: Path, target: Path) -> None:
    """Makes the .vsix of a folder that is empty. Raises CalledProcessError where npm's packages refuse it."""
    lay_out(folder)
    node("build.mjs", str(folder))
    vsce = SOURCES / "node_modules" / "@vscode" / "vsce" / "vsce"
    packed = folder / ".vsix"
    node(str(vsce), "package", "--no-dependencies", "--out", str(packed), folder=folder)
    without_dates(packed, target)


def without_dates(packed: Path, target: Path) -> None:
    """Writes an archive anew, so that the same sources make the same bytes."""
    with ZipFile(packed) as found, ZipFile(target, "w", ZIP_DEFLATED) as written:
        for name in sorted(found.namelist()):
            written.writestr(ZipInfo(name), found.read(name), ZIP_DEFLATED)


def node(script: str, *arguments: str, folder: Path = SOURCES) -> None:
    """Runs a script of the extension or of its packages."""
    subprocess.run(["node", script, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
