"""`retromaze studio`: what it opens, and that it is told to end."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from argparse import Namespace
from pathlib import Path
from socket import socket

import pytest

from retromaze.cli import main
from retromaze.commands.studio import page_language, requested_workspace
from retromaze.display.translation import VARIABLES
from retromaze.studio.channel import instance_from_object
from retromaze.studio.messages import Open
from retromaze.studio.open_program import UserFiles
from retromaze.studio.session import ExportContents, ExportedText
from tests.command_line import CommandLine
from tests.studio import pyodide_fake


def asked(listing: str | None, other: str | None = None) -> tuple[Open, UserFiles | None]:
    return requested_workspace(Namespace(listing=listing, port_file=other, seed=3, set={"w": 5}))


def test_alone_it_opens_the_published_listing() -> None:
    opens, own = requested_workspace(Namespace(listing=None, port_file=None, seed=1, set={}))
    assert (opens, own) == (Open("backtracker", seed=1, moment=1), None)


def test_the_language_that_the_page_begins_in(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {
        ("LANGUAGE=ja", True): "ja",
        ("LANGUAGE=ja", False): "ja",
        ("LANGUAGE=en LANG=ja_JP.UTF-8", False): "en",
        ("LANG=ja_JP.UTF-8", False): "ja",
        ("LANG=ja_JP.UTF-8", True): "",
        ("LANG=en_US.UTF-8", False): "",
    }
    found = {}
    for settings, exported in wanted:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for setting in settings.split():
            monkeypatch.setenv(*setting.split("="))
        found[settings, exported] = page_language(exported=exported)
    assert found == wanted


def test_a_listing_with_the_port_beside_it(tmp_path: Path) -> None:
    listing, port = tmp_path / "m.bas", tmp_path / "m.py"
    listing.write_text("CLS\n")
    assert asked(str(listing)) == (Open(seed=3, sizes={"w": 5}), UserFiles(listing))
    port.write_text("def main(machine): ...\n")
    assert asked(str(listing))[1] == UserFiles(listing, port)
    assert asked(str(listing), f"{port}:dig")[1] == UserFiles(listing, port, "dig")


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert main(["studio", "--no-browser", "--listen", str(number)]) == 2
    assert capsys.readouterr().err == (
        f"retromaze: nothing can be served at port {number}: Address already in use\n"
    )


def test_what_is_no_listing_is_refused(tmp_path: Path, ran: CommandLine) -> None:
    picture = tmp_path / "maze.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    assert ran(f"studio --no-browser {picture}", 1).err.startswith(f"retromaze: {picture}")
    assert ran(f"studio --no-browser {tmp_path}", 1).err == (
        f"retromaze: {tmp_path} is a folder; `retromaze doctor {tmp_path}` says what to run in it\n"
    )


@pytest.mark.slow
def test_it_serves_until_it_is_interrupted_and_editors_may_show_it_in_a_frame() -> None:
    frames = ["--frame", "vscode-webview:", "--frame", "https://code.example:8443"]
    command = [sys.executable, "-m", "retromaze", "studio", "kruskal", "--no-browser", *frames]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        try:
            address = process.stdout.readline().strip()
            with urllib.request.urlopen(address.partition("#")[0], timeout=60) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert answer.status == 200
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
        assert policy.endswith("; frame-ancestors vscode-webview: https://code.example:8443")
        assert process.stderr.read().splitlines()[-1] == "retromaze: stopped"


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the page hold a file of the package instead of all, and takes the tiny Pyodide for the true one."""
    monkeypatch.setattr("retromaze.studio.export.package_files", lambda: {"retromaze/errors.py": b""})
    pyodide_fake.believed(monkeypatch)


def exported(target: Path, *more: str) -> int:
    pyodide = pyodide_fake.laid(target.parent / "pyodide")
    return main(["studio", *more, "--export", str(target), "--pyodide", str(pyodide)])


def given_in(page: Path) -> ExportContents:
    found = re.search(r'id="brought">(.*?)</script>', page.read_text("utf-8"))
    assert found
    given: ExportContents = instance_from_object(ExportContents, json.loads(found[1])["given"])
    return given


@pytest.mark.slow
def test_a_page_is_written_as_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyodide_fake.believed(monkeypatch)
    assert exported(tmp_path / "out.html", "binary_tree", "--set", "width=9") == 0
    assert given_in(tmp_path / "out.html") == ExportContents(
        Open("binary_tree", seed=1, sizes={"width": 9}, moment=1, language="en")
    )
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out.html", "pyodide"]


def test_one_s_own_listing_goes_with_it_and_a_storage_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch)
    listing, storage = tmp_path / "m.bas", tmp_path / "kept"
    listing.write_text("CLS\n")
    (tmp_path / "m.py").write_text("def main(machine): ...\n")
    monkeypatch.setattr(
        "retromaze.commands.studio.stored_files", lambda folder: {("P", "TXT", folder.name): b"1"}
    )
    storage.mkdir()
    assert exported(tmp_path / "out.html", str(listing), "--storage", str(storage), "--seed", "7") == 0
    assert given_in(tmp_path / "out.html") == ExportContents(
        Open(seed=7, language="en"),
        ExportedText("m.bas", "CLS\n"),
        ExportedText("m.py", "def main(machine): ...\n"),
        stored=[["P", "TXT", "kept", "MQ=="]],
    )
    assert exported(tmp_path / "out.html", str(listing), "--force") == 0
    assert given_in(tmp_path / "out.html").stored == []


def test_a_page_is_written_as_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    (tmp_path / "there").mkdir()
    pyodide = pyodide_fake.laid(tmp_path / "pyodide")
    for name in ("new/", "there"):
        words = ["studio", "binary_tree", "--export", f"{tmp_path}/{name}", "--pyodide", str(pyodide)]
        assert main(words) == 0
        written = {each.name for each in (tmp_path / name).iterdir()}
        assert {"index.html", "python.wasm", "worker.js"} < written, name


def test_a_folder_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "no room")

    small(monkeypatch)
    pyodide = pyodide_fake.laid(tmp_path / "pyodide")
    monkeypatch.setattr("pathlib.Path.mkdir", full)
    words = ["studio", "binary_tree", "--export", f"{tmp_path}/new/", "--pyodide", str(pyodide)]
    assert ran(words) == (1, "", f"retromaze: {tmp_path}/new cannot be made: no room\n")


def test_a_page_never_takes_the_place_of_what_is_in_it(here: Path, ran: CommandLine) -> None:
    Path("m.html").write_text("CLS\n")
    Path("port.html").write_text("def main(machine): ...\n")
    for name in ("m.html", "port.html"):
        said = f"retromaze: {name} is what goes into the page: name another file for it\n"
        assert ran(f"studio m.html port.html --export {name} --force") == (2, "", said)
    assert Path("m.html").read_text() == "CLS\n"


def test_without_pyodide_nothing_is_written(tmp_path: Path, ran: CommandLine) -> None:
    words = ["studio", "--export", str(tmp_path / "out.html"), "--pyodide", str(tmp_path)]
    assert "npm pack pyodide@" in ran(words, 1).err
    assert list(tmp_path.iterdir()) == []
