"""A Pyodide for tests of what a page is made of: tiny, and nothing of it runs."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from retromaze.studio import export


def library() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("os.py", "import sys\n" * 99)
        archive.writestr("json/__init__.py", "")
    return file.getvalue()


FILES = {
    export.LOADER: b"var loadPyodide=1;\n//# sourceMappingURL=pyodide.js.map\n",
    export.MODULE: b"async function _createPyodideModule(){import.meta.url}"
    b"export default _createPyodideModule;\n",
    export.WASM: b"\0asm",
    export.LIBRARY: library(),
    export.LOCK: json.dumps({"info": {"python": "3.14.2"}, "packages": {"numpy": 1}}).encode(),
}


def believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has these files taken for the true ones."""
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in FILES.items()}
    monkeypatch.setattr(export, "HASHES", hashes)


def laid(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    return folder


def package() -> bytes:
    """The files as npm packs them."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, data in FILES.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()
