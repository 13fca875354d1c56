"""Where Pyodide comes from, and that it is the one."""

from __future__ import annotations

import io
from pathlib import Path
from urllib.error import URLError

import pytest

from retromaze import system
from retromaze.studio import export
from retromaze.studio.export import ADDRESS, VERSION, WAY_OUT, NoPyodide, load_pyodide_files
from tests.studio import pyodide_fake


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the files would be kept."""
    pyodide_fake.believed(monkeypatch)
    monkeypatch.setattr(system, "cache_folder", lambda: tmp_path / "cache" / "retromaze")
    return tmp_path / "cache" / "retromaze" / f"pyodide-{VERSION}"


def network(monkeypatch: pytest.MonkeyPatch, answer: bytes | OSError) -> None:
    def opened(address: str, timeout: float) -> io.BytesIO:
        assert address == ADDRESS
        if isinstance(answer, OSError):
            raise answer
        return io.BytesIO(answer)

    monkeypatch.setattr(export, "urlopen", opened)


def test_a_folder_as_npm_unpacks_it(tmp_path: Path) -> None:
    pyodide_fake.laid(tmp_path / "npm" / "package")
    assert (
        load_pyodide_files(tmp_path / "npm")
        == load_pyodide_files(tmp_path / "npm" / "package")
        == pyodide_fake.FILES
    )


def test_another_file_is_refused(tmp_path: Path) -> None:
    folder = pyodide_fake.laid(tmp_path / "npm")
    (folder / "pyodide.js").write_bytes(b"evil()")
    with pytest.raises(NoPyodide) as caught:
        load_pyodide_files(folder)
    assert str(caught.value) == f"{folder}: pyodide.js is not that of Pyodide {VERSION}; {WAY_OUT}"


def test_an_empty_folder_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(NoPyodide) as caught:
        load_pyodide_files(tmp_path)
    assert str(caught.value) == (
        f"this folder does not hold Pyodide {VERSION} ({tmp_path / 'pyodide.js'}: No such file or directory);"
        f" fetch it where there is a network, by `npm pack pyodide@{VERSION}`, unpack it, and name its"
        " folder: --pyodide FOLDER"
    )


def test_it_is_fetched_once_and_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network(monkeypatch, pyodide_fake.package())
    assert load_pyodide_files(None) == pyodide_fake.FILES
    network(monkeypatch, URLError("no network"))
    assert load_pyodide_files(None) == pyodide_fake.FILES
    (kept / "pyodide.js").write_bytes(b"damaged")
    network(monkeypatch, pyodide_fake.package())
    assert load_pyodide_files(None) == pyodide_fake.FILES
    assert (kept / "pyodide.js").read_bytes() == pyodide_fake.FILES["pyodide.js"]


def test_where_nothing_can_be_kept_it_is_there_all_the_same(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.parent.parent.mkdir()
    kept.parent.touch()
    network(monkeypatch, pyodide_fake.package())
    assert load_pyodide_files(None) == pyodide_fake.FILES


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (URLError("no route"), f"Pyodide cannot be fetched from {ADDRESS} (no route)"),
        (TimeoutError("timed out"), f"Pyodide cannot be fetched from {ADDRESS} (timed out)"),
        (b"<html>", f"{ADDRESS} holds something else (not a gzip file)"),
    ],
)
def test_without_a_network_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, answer: bytes | OSError, reason: str
) -> None:
    network(monkeypatch, answer)
    with pytest.raises(NoPyodide) as caught:
        load_pyodide_files(None)
    assert str(caught.value) == f"{reason}; {WAY_OUT}"
