"""`retromaze studio`: what it opens, and that it is told to end."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from socket import socket

import pytest

from retromaze.cli import main
from retromaze.commands.studio import page_language, wish
from retromaze.display.headless import Headless
from retromaze.display.translation import VARIABLES
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from retromaze.runner import play
from retromaze.studio.export_contents import ExportContents, ExportedText
from retromaze.studio.json_form import made
from retromaze.studio.messages import Open
from retromaze.studio.run_recording import RunRecording, attach, shows
from retromaze.studio.workspace import OwnFiles, open_workspace
from tests.studio import pyodide_fake


def asked(listing: str | None, other: str | None = None) -> tuple[Open, OwnFiles | None]:
    return wish(Namespace(listing=listing, other=other, seed=3, numbers={"w": 5}))


def test_a_program_begins_where_it_draws() -> None:
    assert asked("sticks") == (Open("sticks", seed=3, sizes={"w": 5}, moment=1), None)


def test_alone_it_opens_a_maze_that_is_done_in_half_a_minute(tmp_path: Path) -> None:
    opens, own = wish(Namespace(listing=None, other=None, seed=1, numbers={}))
    assert own is None and opens.program == "backtracker" and opens.pace and opens.pace.unit == "draw"
    recording = RunRecording(1)
    machine = Machine(seed=1)
    attach(machine, recording.add)
    Headless().attach(machine)
    with suppress(Stopped):
        play(open_workspace(opens, None, tmp_path).listing, machine, path="backtracker.bas", frames=600)
    assert 15 < sum(map(shows, recording.trace.names)) / opens.pace.rate < 30


def test_alone_it_takes_numbers_and_a_seed() -> None:
    opens, _ = wish(Namespace(listing=None, other=None, seed=3, numbers={"width": 5}))
    assert (opens.seed, opens.sizes) == (3, {"width": 5, "height": 59})


@pytest.mark.parametrize(
    ("settings", "exported", "wanted"),
    [
        ({"LANGUAGE": "ja"}, True, "ja"),
        ({"LANGUAGE": "ja"}, False, "ja"),
        ({"LANGUAGE": "en", "LANG": "ja_JP.UTF-8"}, False, "en"),
        ({"LANG": "ja_JP.UTF-8"}, False, "ja"),
        ({"LANG": "ja_JP.UTF-8"}, True, ""),
        ({"LANG": "en_US.UTF-8"}, False, ""),
    ],
)
def test_the_language_that_the_page_begins_in(
    settings: dict[str, str], exported: bool, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert page_language(exported=exported) == wanted


def test_a_listing_with_the_port_beside_it(tmp_path: Path) -> None:
    listing, port = tmp_path / "m.bas", tmp_path / "m.py"
    listing.write_text("CLS\n")
    assert asked(str(listing)) == (Open(seed=3, sizes={"w": 5}), OwnFiles(listing))
    port.write_text("def main(machine): ...\n")
    assert asked(str(listing))[1] == OwnFiles(listing, port)
    assert asked(str(listing), f"{port}:dig")[1] == OwnFiles(listing, port, "dig")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nonsense"], "no program and no file is called nonsense"),
        (["none.bas"], "none.bas does not exist"),
        (["sticks", "port.py"], "sticks brings its own port"),
        (["sticks", "--set", "nonsense=3"], "sticks has no size called nonsense; it has "),
        (["sticks", "--set", "nonsense=3", "--export", "out.html"], "sticks has no size called nonsense"),
        (["--pyodide", "."], "--pyodide is for --export, which writes it into the page"),
        (["--force"], "--force is for --export, which writes a file"),
    ],
)
def test_what_is_not_there(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio", "--no-browser", *words]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "reason"),
    [("65536", "65536 is above 65535"), ("-1", "'-1' is no whole number from 0 on")],
)
def test_what_is_no_port(number: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["studio", "--listen", number])
    assert f"argument --listen: {reason}\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "origin",
    [
        "http:",
        "*",
        "https:",
        "'self'",
        "http://a.example; script-src *",
        "vscode-webview",
        "http://a/b",
        "http://*",
    ],
)
def test_what_is_no_origin_for_a_frame(origin: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["studio", "--frame", origin])
    schemes = "vscode-webview: or vscode-file:"
    words = f"argument --frame: {origin!r} is no origin: http://localhost:8080, or {schemes}\n"
    assert words in capsys.readouterr().err


def test_an_editor_s_pages_may_show_it_in_a_frame() -> None:
    frames = ["--frame", "vscode-webview:", "--frame", "https://code.example:8443"]
    command = [sys.executable, "-m", "retromaze", "studio", "kruskal", "--no-browser", *frames]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().strip()
            with urllib.request.urlopen(address.partition("#")[0], timeout=10) as answer:
                policy = answer.headers["Content-Security-Policy"]
        finally:
            process.send_signal(signal.SIGINT)
    assert policy.endswith("; frame-ancestors vscode-webview: https://code.example:8443")


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert main(["studio", "--no-browser", "--listen", str(number)]) == 2
    assert capsys.readouterr().err == (
        f"retromaze: nothing can be served at port {number}: Address already in use\n"
    )


def test_what_is_no_listing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "maze.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    assert main(["studio", "--no-browser", str(picture)]) == 1
    assert capsys.readouterr().err.startswith(f"retromaze: {picture}")


def test_it_serves_until_it_is_interrupted() -> None:
    command = [sys.executable, "-m", "retromaze", "studio", "kruskal", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(address.partition("#")[0], timeout=10) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=10) == 0
        finally:
            process.kill()
        assert process.stderr.read().splitlines()[-1] == "retromaze: stopped"


def exported(target: Path, *more: str) -> int:
    pyodide = pyodide_fake.laid(target.parent / "pyodide")
    return main(["studio", *more, "--export", str(target), "--pyodide", str(pyodide)])


def given_in(page: Path) -> ExportContents:
    found = re.search(r'id="brought">(.*?)</script>', page.read_text("utf-8"))
    assert found
    given: ExportContents = made(ExportContents, json.loads(found[1])["given"])
    return given


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
    pyodide_fake.believed(monkeypatch)
    listing, storage = tmp_path / "m.bas", tmp_path / "kept"
    listing.write_text("CLS\n")
    (tmp_path / "m.py").write_text("def main(machine): ...\n")
    monkeypatch.setattr(
        "retromaze.machine.storage.files_in", lambda folder: {("P", "TXT", folder.name): b"1"}
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


@pytest.mark.parametrize("name", ["new/", "there"])
def test_a_page_is_written_as_a_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyodide_fake.believed(monkeypatch)
    (tmp_path / "there").mkdir()
    pyodide = pyodide_fake.laid(tmp_path / "pyodide")
    words = ["studio", "binary_tree", "--export", f"{tmp_path}/{name}", "--pyodide", str(pyodide)]
    assert main(words) == 0
    assert {"index.html", "python.wasm", "worker.js"} < {each.name for each in (tmp_path / name).iterdir()}


def test_a_page_that_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pyodide_fake.believed(monkeypatch)
    (tmp_path / "out.html").write_text("old")
    monkeypatch.setattr("os.replace", refuse)
    assert exported(tmp_path / "out.html", "binary_tree", "--force") == 1
    assert capsys.readouterr().err == f"retromaze: {tmp_path / 'out.html'} cannot be written: no room\n"
    assert (tmp_path / "out.html").read_text() == "old"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out.html", "pyodide"]


def refuse(*paths: object) -> None:
    raise OSError(28, "no room")


def test_a_folder_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "no room")

    pyodide_fake.believed(monkeypatch)
    pyodide = pyodide_fake.laid(tmp_path / "pyodide")
    monkeypatch.setattr("pathlib.Path.mkdir", full)
    words = ["studio", "binary_tree", "--export", f"{tmp_path}/new/", "--pyodide", str(pyodide)]
    assert main(words) == 1
    assert capsys.readouterr().err == f"retromaze: {tmp_path}/new cannot be made: no room\n"


@pytest.mark.parametrize("name", ["m.bas", "m.py", "m.txt", "nodir/m.html"])
def test_a_page_is_html_in_a_folder_that_exists(name: str, tmp_path: Path) -> None:
    (tmp_path / "m.bas").write_text("CLS\n")
    with pytest.raises(SystemExit) as caught:
        main(["studio", str(tmp_path / "m.bas"), "--export", str(tmp_path / name)])
    assert caught.value.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["m.bas"]


def test_a_page_is_not_written_over_without_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.html"
    target.write_text("mine")
    assert main(["studio", "--export", str(target)]) == 2
    assert capsys.readouterr().err == f"retromaze: {target} exists; --force writes over it\n"
    assert target.read_text() == "mine"


@pytest.mark.parametrize("name", ["m.html", "port.html"])
def test_a_page_never_takes_the_place_of_what_is_in_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.html").write_text("CLS\n")
    Path("port.html").write_text("def main(machine): ...\n")
    assert main(["studio", "m.html", "port.html", "--export", name, "--force"]) == 2
    said = f"retromaze: {name} is what goes into the page: name another file for it\n"
    assert capsys.readouterr().err == said
    assert Path("m.html").read_text() == "CLS\n"


def test_without_pyodide_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["studio", "--export", str(tmp_path / "out.html"), "--pyodide", str(tmp_path)]
    assert main(words) == 1
    assert "npm pack pyodide@" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
