"""Pyodide's files, Python compiled for the browser: one version, each file known by its hash.

They come from a folder that the user names, or from our cache, into which they are fetched once from the
registry of npm.
"""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from retromaze import system
from retromaze.errors import RetromazeError
from retromaze.machine.folder import replace_file

VERSION = "314.0.7"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
PATIENCE = 30.0
"""Seconds without a byte after which the download is given up."""
LARGEST = 64 << 20
"""The most bytes of the package that are read."""

SCRIPT, MODULE, WASM = "pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm"
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
HASHES: Mapping[str, str] = {
    SCRIPT: "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c",
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
