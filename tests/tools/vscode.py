"""Packs the extension for VS Code: its manifest, snippets, icon and settings, made from the package.

python -m tests.tools.vscode OUT.vsix

`npm ci --ignore-scripts` in retromaze/editors/vscode fetches what it is built and packed with.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from PIL import Image, ImageChops

import retromaze
from retromaze.builtins import load_all
from retromaze.builtins.form import Builtin, Form
from retromaze.builtins.reference import FORMS
from retromaze.builtins.registry import BUILTINS
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.display.pictures import pillow_image
from retromaze.display.translation import catalogue
from retromaze.language.lexer import span_patterns
from tests.tools.vscode_grammar import grammar

ROOT = Path(__file__).resolve().parents[2]
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
        "version": retromaze.__version__,
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


CLOSERS = {"FOR": "NEXT", "WHILE": "WEND", "REPEAT": "UNTIL", "DEF": "END"}
"""What closes the block that a word opens. An IF opens one where THEN ends its line."""

CODE = r"""(?:[^"']|"[^"]*(?:"|$))"""
"""A character of a line, or a text: all that stands before a comment."""


def configuration() -> dict[str, Any]:
    """language-configuration.json."""
    pairs = [["(", ")"], ["[", "]"]]
    quoted = {"open": '"', "close": '"', "notIn": ["string", "comment"]}
    return {
        "comments": {"lineComment": "'"},
        "brackets": pairs,
        "autoClosingPairs": [*({"open": left, "close": right} for left, right in pairs), quoted],
        "surroundingPairs": [*pairs, ['"', '"']],
        "wordPattern": f"{span_patterns()['label']}|{span_patterns()['constant']}|{span_patterns()['name']}",
        "indentationRules": {
            "increaseIndentPattern": {"pattern": opening(), "flags": "i"},
            "decreaseIndentPattern": {"pattern": closing(), "flags": "i"},
        },
        "folding": {"markers": {"start": r"^\s*'\s*#?region\b", "end": r"^\s*'\s*#?endregion\b"}},
    }


def word(choices: str) -> str:
    """A whole word, or one of several."""
    return rf"(?<![a-z_@#])(?:{choices})(?![a-z0-9_%#$])"


def opening() -> str:
    """A line behind which one more blank begins the lines."""
    unclosed = [f"{word(opener)}(?!{CODE}*{word(closer)})" for opener, closer in CLOSERS.items()]
    unfinished = rf"{word('THEN|ELSE')}\s*(?:'.*)?$"
    branch = rf"^\s*{word('ELSE|ELSEIF')}(?!{CODE}*{word('ENDIF')})"
    return f"^{CODE}*?(?:{'|'.join([*unclosed, unfinished])})|{branch}"


def closing() -> str:
    """A line that begins with one blank less than the one before; END where it stands alone."""
    return rf"^\s*(?:{word('NEXT|WEND|UNTIL|ENDIF|ELSE|ELSEIF')}|{word('END')}\s*(?:'.*)?$)"


MANY = 3
"""From so many arguments on, their order is hard to remember."""

BLOCKS: dict[str, tuple[str, ...]] = {
    "DEF": ("DEF ${1:NAME} ${2:A}", "\t$0", "END"),
    "DEF()": ("DEF ${1:NAME}(${2:A})", "\t$0", "\tRETURN ${2:A}", "END"),
    "FOR": ("FOR ${1:I}=${2:0} TO ${3:9}", "\t$0", "NEXT"),
    "IF": ("IF ${1:A==0} THEN", "\t$0", "ENDIF"),
    "IF ELSE": ("IF ${1:A==0} THEN", "\t$2", "ELSE", "\t$0", "ENDIF"),
    "ON GOSUB": ("ON ${1:N} GOSUB ${2:@A},${3:@B}$0",),
    "ON GOTO": ("ON ${1:N} GOTO ${2:@A},${3:@B}$0",),
    "REPEAT": ("REPEAT", "\t$0", "UNTIL ${1:A==0}"),
    "WHILE": ("WHILE ${1:A==0}", "\t$0", "WEND"),
}
"""The lines of each block; the word that it begins with tells what it is for, as HELP does."""


class Snippet(TypedDict):
    """One snippet as VS Code reads it."""

    prefix: str
    body: list[str]
    description: str


def snippets() -> dict[str, Snippet]:
    """All snippets by their names."""
    return {each["prefix"]: each for each in (*blocks(), *calls())}


def blocks() -> Iterator[Snippet]:
    """The blocks, and ON with its labels."""
    for name, lines in BLOCKS.items():
        word = name.split()[0].removesuffix("()")
        yield {"prefix": name, "body": list(lines), "description": FORMS[word]}


def calls() -> Iterator[Snippet]:
    """A call of each word whose first form without OUT takes many arguments."""
    load_all()
    for entry in BUILTINS.values():
        for form in entry.forms:
            if form.fewest >= MANY and not form.outputs:
                yield {"prefix": entry.name, "body": [call(entry, form)], "description": form.doc}
                break


def call(entry: Builtin, form: Form) -> str:
    """A call with a place for each argument that may not be left out."""
    names = [each.name.upper() for each in form.parameters if not each.optional]
    places = ",".join(f"${{{number}:{name}}}" for number, name in enumerate(names, start=1))
    spelling = entry.name.replace("$", r"\$")
    return f"{spelling}({places})$0" if form.result else f"{spelling} {places}$0"


ROOMS = 7
CELLS = 2 * ROOMS + 1
"""A room is one pixel wide, and so is each wall."""
SCALE = 8
SIZE = 128
SEED = 3
FRAMES = 400
"""By then it is dug, and the listing waits for a button."""
WALL, FLOOR = (0x2B, 0x21, 0x66), (0xFF, 0xE0, 0x8A)


def icon() -> bytes:
    """The PNG, 128 × 128 pixels."""
    listing = listing_source(CATALOGUE["backtracker"], width=ROOMS, height=ROOMS)
    page = pillow_image(retromaze.run(listing, seed=SEED, frames=FRAMES).pixels).convert("1")
    # The frame of the listing's own page is its first row and column.
    maze = page.crop((1, 1, 1 + CELLS, 1 + CELLS)).resize((CELLS * SCALE,) * 2, Image.Resampling.NEAREST)
    margin = (SIZE - CELLS * SCALE) // 2
    picture = Image.new("RGB", (SIZE, SIZE), WALL)
    picture.paste(Image.new("RGB", maze.size, FLOOR), (margin, margin), ImageChops.invert(maze.convert("L")))
    written = BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()


def made() -> dict[str, Any]:
    """The files that are made of our grammar, words and translations, by their names."""
    named, told = translated()
    return {
        "package.json": manifest(),
        "package.nls.json": words(),
        "package.nls.ja.json": named,
        "l10n/bundle.l10n.ja.json": told,
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
    (folder / "icon.png").write_bytes(icon())
    (folder / "README.md").write_text(readme(), encoding="utf-8")
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


if __name__ == "__main__":
    match sys.argv[1:]:
        case [target]:
            with TemporaryDirectory() as folder:
                pack(Path(folder), Path(target))
        case _:
            sys.exit("usage: python -m tests.tools.vscode OUT.vsix")
