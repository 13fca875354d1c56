"""What the extension says of itself: its own package.json, with what other files of the repository know."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import retromaze
from retromaze.display.translation import catalogue

ROOT = Path(__file__).resolve().parents[3]
SOURCES = Path(retromaze.__path__[0], "editors", "vscode")
DOCUMENTATION = "editors.md"

TOLD = re.compile(r'\bl10n\.t\(\s*"([^"]+)"')
"""A message in the extension's TypeScript."""


def manifest() -> dict[str, Any]:
    """package.json with the version and the addresses that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    own: dict[str, Any] = json.loads((SOURCES / "package.json").read_text("utf-8"))
    del own["scripts"], own["devDependencies"], own["private"]
    urls = project["urls"]
    return own | {
        "version": project["version"],
        "homepage": f"{urls['Documentation']}/{DOCUMENTATION}#vs-code",
        "repository": {"type": "git", "url": urls["Repository"]},
        "bugs": {"url": urls["Issues"]},
    }


def readme() -> str:
    """The page of the extension: the section on VS Code, with links that lead into the repository."""
    text = (ROOT / "docs" / DOCUMENTATION).read_text("utf-8")
    section = text.partition("\n## VS Code\n")[2].partition("\n## ")[0]
    documentation = manifest()["homepage"].rpartition("/")[0]
    return "# SmileBASIC 3 (retromaze)\n" + re.sub(r"(?<=\]\()(?=[\w/]+\.md)", f"{documentation}/", section)


def words() -> dict[str, str]:
    """The texts of the manifest in English, by their keys."""
    own: dict[str, str] = json.loads((SOURCES / "package.nls.json").read_text("utf-8"))
    return own


def sentences() -> Iterator[str]:
    """What the extension says while it runs."""
    for path in sorted((SOURCES / "src").glob("*.ts")):
        yield from TOLD.findall(path.read_text("utf-8"))


def messages() -> list[str]:
    """All of these in English, each once."""
    return list(dict.fromkeys([*words().values(), *sentences()]))


def japanese(english: str) -> str:
    """The translation of a text in the package's own catalogue."""
    return catalogue(("ja",)).gettext(english)


def translated() -> tuple[dict[str, str], dict[str, str]]:
    """package.nls.ja.json and l10n/bundle.l10n.ja.json."""
    return (
        {key: japanese(english) for key, english in words().items()},
        {english: japanese(english) for english in sentences()},
    )
