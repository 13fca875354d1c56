"""Writes the studio's page with Python (Pyodide) and a program in it, as one file or as a folder.

Pyodide, Python compiled for the browser, is one version, each file known by its hash. Its files come from a
folder that the user names, or from our cache, into which they are fetched once from the registry of npm.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from retromaze import system
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_path
from retromaze.display.front_end import Headless
from retromaze.errors import RetromazeError, Stopped
from retromaze.language import lalr
from retromaze.language.lalr import GRAMMAR, listing_tables
from retromaze.lessons.lesson_moments import end_at_input
from retromaze.lessons.lesson_reading import lessons_beside
from retromaze.machine.machine import Machine
from retromaze.machine.storage import MemoryFiles, replace_file
from retromaze.runner import run_source
from retromaze.studio.channel import encode_message
from retromaze.studio.lesson_messages import has_lesson, lesson_text
from retromaze.studio.messages import At, LessonText, Open, Picture
from retromaze.studio.open_program import Workspace, open_workspace
from retromaze.studio.opening_pace import opening_pace
from retromaze.studio.output_messages import PictureFeed
from retromaze.studio.session import ExportContents, storage_from_json, welcome, write_user_files

VERSION = "314.0.7"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
PATIENCE = 30.0
"""Seconds without a byte after which the download is given up."""
LARGEST = 64 << 20
"""The most bytes of the package that are read."""

LOADER, MODULE, WASM = "pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm"
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
HASHES: Mapping[str, str] = {
    LOADER: "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c",
    MODULE: "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    WASM: "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    LIBRARY: "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    LOCK: "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of each file that a page needs."""
WAY_OUT = (
    f"fetch it where there is a network, by `npm pack pyodide@{VERSION}`, unpack it,"
    " and name its folder: --pyodide FOLDER"
)


class NoPyodide(RetromazeError):
    """Raised if Pyodide's files cannot be found; the message says what to do."""


def load_pyodide_files(folder: Path | None) -> dict[str, bytes]:
    """Returns the files by name: from this folder, or from the cache or the registry. Raises NoPyodide."""
    if folder is not None:
        return read_folder(folder)
    cache = cache_folder_of_version()
    try:
        return read_folder(cache)
    except NoPyodide:
        files = unpack_package(download_package())
    # where that is not allowed, they are downloaded again the next time
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            replace_file(cache / name, data)
    return files


def cache_folder_of_version() -> Path:
    """Returns the folder in which the files of this version are cached."""
    return system.cache_folder() / f"pyodide-{VERSION}"


def read_folder(folder: Path) -> dict[str, bytes]:
    """Returns the files in a folder, or in `package` inside it, as npm packs them. Raises NoPyodide."""
    inner = folder / "package"
    place = inner if inner.is_dir() else folder
    try:
        return require_hashes({name: (place / name).read_bytes() for name in HASHES}, str(place))
    except OSError as reason:
        words = f"{reason.filename}: {reason.strerror}"
        raise NoPyodide(f"this folder does not hold Pyodide {VERSION} ({words}); {WAY_OUT}") from None


def require_hashes(files: dict[str, bytes], source: str) -> dict[str, bytes]:
    """Returns `files` (contents by name). Raises NoPyodide, with their `source`, if one has another hash."""
    for name, data in files.items():
        if hashlib.sha256(data).hexdigest() != HASHES[name]:
            raise NoPyodide(f"{source}: {name} is not that of Pyodide {VERSION}; {WAY_OUT}")
    return files


def download_package() -> bytes:
    """Downloads Pyodide's package from the registry of npm and returns it. Raises NoPyodide."""
    try:
        with urlopen(ADDRESS, timeout=PATIENCE) as answer:
            data: bytes = answer.read(LARGEST)
    except (URLError, OSError) as reason:
        words = str(getattr(reason, "reason", reason))
        raise NoPyodide(f"Pyodide cannot be fetched from {ADDRESS} ({words}); {WAY_OUT}") from None
    return data


def unpack_package(package: bytes) -> dict[str, bytes]:
    """Returns the files out of npm's package. Raises NoPyodide for another one."""
    files = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(package), mode="r:gz") as archive:
            for name in HASHES:
                member = archive.extractfile(f"package/{name}")
                files[name] = member.read() if member else b""
    except (tarfile.TarError, KeyError, EOFError, OSError) as reason:
        raise NoPyodide(f"{ADDRESS} holds something else ({reason}); {WAY_OUT}") from None
    return require_hashes(files, ADDRESS)


# ---- the page


PACKAGE = Path(__file__).resolve().parents[1]
LEFT_OUT = ("commands", "testing", "studio/page")
"""Folders of the package that no exported page contains."""
SUFFIXES = frozenset({".py", ".lark", ".bin", ".txt", ".css", ".mo", ".mml"})
LISTINGS = "programs"


def package_files() -> dict[str, bytes]:
    """Returns the files that Python needs in a page, by path ("retromaze/…"), in a fixed order.

    Of the folder LISTINGS only the catalogue's listings and their lessons are included.
    """
    files = {}
    left_out = (*(f"{name}/" for name in LEFT_OUT), LISTINGS)
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in SUFFIXES and not name.startswith(left_out):
            files[name] = path.read_bytes()
    for entry in CATALOGUE.values():
        for path in (listing_path(entry), *lessons_beside(listing_path(entry))):
            files[f"{LISTINGS}/{path.name}"] = path.read_bytes()
    # a page gets the parser's tables ready made, under the path where the parser looks for them
    tables = lalr.pack_tables(GRAMMAR.read_text("utf-8"), listing_tables(), lalr.STEADY)
    files[lalr.EXPORTED_TABLES.relative_to(PACKAGE).as_posix()] = tables
    return {f"{PACKAGE.name}/{name}": data for name, data in sorted(files.items())}


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Packs files into one, which the page fetches: a table's length, the table as JSON, then each file.

    The length has 32 bits, low byte first. The table has [path, length] for each file.
    """
    table = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    return b"".join((len(table).to_bytes(4, "little"), table, *files.values()))


INDEX, STYLE, SCRIPT, BEGINNING, WORKER = "index.html", "studio.css", "studio.js", "exported.js", "worker.js"
ISOLATION = "isolation.js"
"""A service worker, in a folder only: browsers load one from a server, but not out of a page."""
ICON, LICENSES = "icon.svg", "licenses.txt"
STYLE_TAG = '<link rel="stylesheet" href="studio.css">'
SCRIPT_TAG = '<script src="studio.js" defer></script>'
CHARSET_TAG = '<meta charset="utf-8">'
END = "</body>"

FilesByName = dict[str, bytes]
Lessons = dict[str, list[LessonText]]
"""The lesson next to a listing by language: a list of one lesson or none."""

DOCTYPE = "<!doctype html>\n"
NOTICE = f"""\
<!-- Made by retromaze studio --export. Inside: Pyodide {VERSION} (MPL-2.0, its source is at
https://github.com/pyodide/pyodide), and in it Python with its standard library (PSF-2.0). -->
"""

POLICY = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; worker-src {own}blob:; "
    "connect-src {reached}; style-src {own}'unsafe-inline'; img-src {own}data: blob:; "
    "form-action 'none'; base-uri 'none'"
)
"""The page and its workers, with a port in them, may run and load only what belongs to the page."""

NO_IMPORT_SCRIPTS = "self.importScripts = undefined;\n"
"""Pyodide recognizes a classic worker by this function and refuses it; a page from a disk has no others."""
MODULE_URL, DEFAULT_EXPORT = "import.meta.url", "export default _createPyodideModule"
GLOBAL_ASSIGNMENT = "self.retromazePyodideModule = _createPyodideModule"
SOURCE_MAP = "//# sourceMappingURL="
INVALID_URL = '"https://pyodide.invalid/"'

SURROGATE = re.compile("[\ud800-\udfff]")
"""A lone surrogate: a string of JSON may hold it, a page in UTF-8 may not."""

LANGUAGES = ("en", "ja")
POSTER_FRAMES = 1800
"""The most frames of the run whose picture is shown until Python has started: half a minute."""


def one_file(contents: ExportContents, files: Mapping[str, bytes]) -> bytes:
    """Returns the page with all its parts inside, which runs from a disk; `files` are Pyodide's, by name."""
    pieces = "\n".join(
        f'<script type="text/plain" id="piece-{name}">{base64.b64encode(data).decode()}</script>'
        for name, data in pieces_of(files).items()
    )
    notices = f'<script type="text/plain" id="licenses">\n{built_text(LICENSES)}</script>'
    data = data_element(contents, files, {}, [])
    own = [script_text(name) for name in (BEGINNING, SCRIPT)]
    scripts = "\n".join([notices, data, *(f"<script>{each}</script>" for each in own), pieces])
    page = replace_once(page_with_notice(), STYLE_TAG, f"<style>\n{built_text(STYLE)}</style>")
    icon = f"data:image/svg+xml;base64,{base64.b64encode(built_file(ICON)).decode()}"
    page = page.replace(f'href="{ICON}"', f'href="{icon}"')
    # a script inside the page cannot be deferred: it comes after the page's elements
    page = replace_once(replace_once(page, SCRIPT_TAG + "\n", ""), END, f"{scripts}\n{END}")
    # the page's own scripts are allowed by their hashes
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in own]
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return with_policy(page, POLICY.format(scripts=allowed, own="", reached="'none'")).encode()


def folder(contents: ExportContents, files: Mapping[str, bytes], linked: Iterable[str] = ()) -> FilesByName:
    """Returns the page as files for any server, by their names; the one that is opened comes last.

    `contents` is what the page opens, `files` are Pyodide's by name. `linked` are programs to which other
    pages link: files with what they show before Python has started are added.
    """
    pieces, prepared = pieces_of(files), dict(prepared_messages(linked))
    # only a page to which others link has a progress bar
    sizes = {name: len(data) for name, data in pieces.items()} if prepared else {}
    data = data_element(contents, files, sizes, list(prepared))
    tags = f'{data}\n<script src="{BEGINNING}" defer></script>\n{SCRIPT_TAG}'
    policy = POLICY.format(scripts="'self'", own="'self' ", reached="'self'")
    page = with_policy(replace_once(page_with_notice(), SCRIPT_TAG, tags), policy)
    built = {name: built_file(name) for name in (ICON, LICENSES, STYLE, BEGINNING, ISOLATION, SCRIPT)}
    return pieces | prepared | built | {INDEX: page.encode()}


def pieces_of(files: Mapping[str, bytes]) -> FilesByName:
    """Returns the pieces that the page loads last: worker, Python, its library and retromaze, compressed.

    The same files of Pyodide give the same bytes.
    """
    pieces = {
        "worker.js": worker_script(files).encode(),
        "python.wasm": files[WASM],
        "library.zip": uncompressed(files[LIBRARY]),
        "retromaze.files": pack_files(package_files()),
    }
    return {name: gzip.compress(data, mtime=0) for name, data in pieces.items()}


# ---- parts


def worker_script(files: Mapping[str, bytes]) -> str:
    """Returns the worker's script: Pyodide's loader, Pyodide's module and our part, as one classic script.

    A page on a disk can start no module: two expressions that only a module may contain are replaced.
    """
    loader, module = files[LOADER].decode(), files[MODULE].decode()
    module = replace_once(module.replace(MODULE_URL, INVALID_URL), DEFAULT_EXPORT, GLOBAL_ASSIGNMENT)
    # the source maps that the scripts name are not in the page
    lines = [line for line in f"{loader}\n{module}".split("\n") if not line.startswith(SOURCE_MAP)]
    return NO_IMPORT_SCRIPTS + "\n".join(lines) + "\n" + built_text(WORKER)


def uncompressed(library: bytes) -> bytes:
    """Returns the standard library's zip without compression.

    It is compressed as a whole afterwards, which makes it smaller and quicker to read.
    """
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as source, zipfile.ZipFile(result, "w") as target:
        for each in source.infolist():
            target.writestr(zipfile.ZipInfo(each.filename), source.read(each))
    return result.getvalue()


def data_element(
    contents: ExportContents, files: Mapping[str, bytes], sizes: Mapping[str, int], prepared: Sequence[str]
) -> str:
    """Returns the HTML element with the data that the page reads first: Python's input and first messages.

    `sizes` are the lengths of the pieces that it fetches then, for a progress bar; `prepared` names files
    with the first messages of other programs.
    """
    messages, lessons = first_messages(contents)
    # Pyodide's list of packages, none of which is needed
    lock = json.loads(files[LOCK]) | {"packages": {}}
    data = {
        "given": asdict(contents),
        "first": as_json(messages),
        "lessons": {language: as_json(lesson) for language, lesson in lessons.items()},
        "lock": lock,
        "sizes": sizes,
        "prepared": prepared,
    }
    text = json.dumps(data, ensure_ascii=False)
    # a lone surrogate cannot be written as UTF-8, and "</script" in a text would end this element
    text = SURROGATE.sub(lambda match: f"\\u{ord(match[0]):x}", text).replace("<", "\\u003c")
    return f'<script type="application/json" id="brought">{text}</script>'


def first_messages(contents: ExportContents) -> tuple[list[Any], Lessons]:
    """Returns the messages shown before Python has started, and the lesson in each language.

    The messages are the welcome, the open program and a picture of its run. The page adds the lesson in its
    language.
    """
    with TemporaryDirectory(prefix="retromaze-studio-") as place:
        workspace = open_workspace(contents.opens, write_user_files(contents, Path(place)), Path(place))
        messages = [welcome(contents.opens), *messages_at_start(workspace, contents)]
        return messages, lessons_of(workspace, moments=False)


def prepared_messages(programs: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yields (name, data) of files for each program and language: what is open, a picture, and the lesson."""
    for name in programs:
        contents = ExportContents(Open(name, seed=1))
        with TemporaryDirectory(prefix="retromaze-studio-") as place:
            workspace = open_workspace(contents.opens, None, Path(place))
            shown = messages_at_start(workspace, contents)
            for language, lesson in lessons_of(workspace, moments=True).items():
                data = json.dumps(as_json([*shown, *lesson]), ensure_ascii=False).encode()
                yield f"first-{name}-{language}.json", gzip.compress(data, mtime=0)


def messages_at_start(workspace: Workspace, contents: ExportContents) -> list[Any]:
    """Returns the messages about a program paused at its start, with its pace, and a picture of its run."""
    pace = opening_pace(workspace, storage_from_json(contents.stored), None)
    opened = replace(workspace.opened(), pace=pace)
    return [opened, At("paused", 0, 0, 1, 0, 0), *poster_pictures(workspace, contents)]


def lessons_of(workspace: Workspace, *, moments: bool) -> Lessons:
    """Returns the lesson of the listing in each language, if there is one. Raises UsageError for a mistake.

    `moments`: whether the lesson is run now; if not, the page asks for its moments once a step is opened.
    """
    lessons: Lessons = {language: [] for language in LANGUAGES}
    if has_lesson(workspace.pair):
        for language in LANGUAGES:
            lessons[language].append(lesson_text(workspace.pair, language, moments=moments))
    return lessons


def as_json(messages: Iterable[Any]) -> list[Any]:
    """Returns messages as JSON values."""
    return [json.loads(encode_message(each)) for each in messages]


def poster_pictures(workspace: Workspace, contents: ExportContents) -> list[Picture]:
    """Returns the screens after POSTER_FRAMES frames without a player, or where the run ends before.

    The page shows them until Python has started. At INPUT the run ends, as nobody answers.
    """
    machine = Machine(seed=workspace.seed)
    machine.storage.backend = MemoryFiles(storage_from_json(contents.stored))
    Headless().attach(machine)
    machine.input.ask = end_at_input
    with suppress(Stopped):
        run_source(workspace.listing, machine, path=workspace.pair.path, frames=POSTER_FRAMES)
    return PictureFeed().pictures(machine)


# ---- the built page


def built_file(name: str) -> bytes:
    """Returns a file of the built page."""
    return resources.files("retromaze.studio").joinpath("page", "built", name).read_bytes()


def built_text(name: str) -> str:
    return built_file(name).decode()


def page_with_notice() -> str:
    """Returns the page with a comment at its top about the software of others that it will contain."""
    return replace_once(built_text(INDEX), DOCTYPE, DOCTYPE + NOTICE)


def with_policy(page: str, policy: str) -> str:
    """Returns the page with its content security policy, which applies only to elements after it."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return replace_once(page, CHARSET_TAG, f"{CHARSET_TAG}\n{tag}")


def script_text(name: str) -> str:
    """Returns a script of the built page with the two strings escaped that would end or hide it in HTML."""
    return built_text(name).replace("</script", "<\\/script").replace("<!--", "<\\!--")


def replace_once(text: str, old: str, new: str) -> str:
    """Replaces a part of a text that occurs exactly once; the assertion finds a page built differently."""
    before, found, after = text.partition(old)
    assert found and old not in after, f"{old} stands there once"
    return before + new + after
