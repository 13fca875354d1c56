"""The page's server: its files to this computer, conversations to who knows the token, nothing to others."""

from __future__ import annotations

import http.client
import logging
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from socket import create_connection
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.sync.server import serve
from websockets.typing import Origin
from websockets.version import version as websockets_version

from retromaze.recursion import deep_recursion
from retromaze.studio import messages as m
from retromaze.studio.channel import Gone, decoded, encoded
from retromaze.studio.prover_process import relay_to_prover
from retromaze.studio.server import LOG, SocketChannel, StudioServer
from tests.studio.conversation import agreed


def echo(channel: SocketChannel) -> None:
    """Says back what it hears."""
    while True:
        message = channel.receive(None)
        if message is not None:
            channel.send(message)


def prove(channel: SocketChannel) -> None:
    relay_to_prover(channel, None)


@pytest.fixture
def server() -> Iterator[StudioServer]:
    made = StudioServer({"/session": echo, "/proof": prove})
    yield made
    made.close()


def got(server: StudioServer, path: str, **headers: str) -> tuple[int, str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body, answer.headers


def socket(
    server: StudioServer, path: str = "/session", token: str | None = None, **others: Any
) -> ClientConnection:
    token = server.token if token is None else token
    others.setdefault("origin", f"http://127.0.0.1:{server.port}")
    return connect(f"ws://127.0.0.1:{server.port}{path}?token={token}", compression=None, **others)


def test_the_page_s_files(server: StudioServer) -> None:
    status, body, headers = got(server, "/")
    assert status == 200 and body.lower().startswith("<!doctype html>")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert server.token not in body
    for path in ("/studio.js", "/studio.css", "/icon.svg", "/licenses.txt"):
        assert got(server, path)[0] == 200


@pytest.mark.parametrize("path", ["/", "/studio.js", "/none", "/session"])
def test_every_answer_is_guarded(server: StudioServer, path: str) -> None:
    _, _, headers = got(server, path)
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "base-uri 'none'; form-action 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("site", "mode", "dest", "status"),
    [
        ("same-origin", "no-cors", "script", 200),
        ("none", "navigate", "document", 200),
        ("cross-site", "navigate", "document", 200),
        ("cross-site", "navigate", "iframe", 403),
        ("cross-site", "no-cors", "script", 403),
        ("same-site", "no-cors", "image", 403),
        ("same-site", "cors", "empty", 403),
    ],
)
def test_only_a_link_leads_in_from_another_page(
    server: StudioServer, site: str, mode: str, dest: str, status: int
) -> None:
    told = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
    assert got(server, "/", **told)[0] == status


EDITOR = ("vscode-webview:", "vscode-file:", "http://localhost:8080")


@pytest.fixture
def framed() -> Iterator[StudioServer]:
    """A server whose page these may show in a frame."""
    made = StudioServer({"/session": echo}, frames=EDITOR)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("site", "mode", "dest", "status"),
    [
        ("cross-site", "navigate", "document", 200),
        ("cross-site", "navigate", "iframe", 200),
        ("same-site", "navigate", "iframe", 200),
        ("cross-site", "navigate", "object", 403),
        ("cross-site", "no-cors", "script", 403),
        ("cross-site", "cors", "iframe", 403),
        ("cross-site", "websocket", "websocket", 403),
    ],
)
def test_a_frame_may_be_filled_where_one_is_allowed(
    framed: StudioServer, site: str, mode: str, dest: str, status: int
) -> None:
    told = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
    assert got(framed, "/", **told)[0] == status


@pytest.mark.parametrize("path", ["/", "/studio.js", "/none", "/session"])
def test_a_browser_is_told_whose_frames_these_are(framed: StudioServer, path: str) -> None:
    _, _, headers = got(framed, path)
    policy = headers["Content-Security-Policy"].split("; ")
    assert policy[-1] == "frame-ancestors vscode-webview: vscode-file: http://localhost:8080"
    assert "X-Frame-Options" not in headers
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_who_shows_the_page_has_no_part_in_its_conversations(framed: StudioServer) -> None:
    assert refusal(framed, origin="http://localhost:8080") == (403, b"another page may not come in\n")
    assert refusal(framed, token="")[0] == 403


@pytest.mark.parametrize(
    "path", ["/../server.py", "/built/index.html", "/%2e%2e/x", "/session.py", "//etc/passwd"]
)
def test_no_other_files(server: StudioServer, path: str) -> None:
    assert got(server, path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}"])
def test_another_host_is_refused(server: StudioServer, host: str) -> None:
    status, body, _ = got(server, "/", Host=host.format(port=server.port))
    assert (status, body) == (403, "this is no host of the studio\n")


def test_localhost_is_this_computer_too(server: StudioServer) -> None:
    assert got(server, "/", Host=f"localhost:{server.port}")[0] == 200


def refusal(server: StudioServer, **others: Any) -> tuple[int, bytes]:
    with pytest.raises(InvalidStatus) as caught:
        socket(server, **others)
    return caught.value.response.status_code, bytes(caught.value.response.body)


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1"]
)
def test_another_page_may_not_come_in(server: StudioServer, origin: str | None) -> None:
    assert refusal(server, origin=origin) == (403, b"another page may not come in\n")


@pytest.mark.parametrize("token", ["", "guess", "あ"])
def test_without_the_token_nobody_comes_in(server: StudioServer, token: str) -> None:
    assert refusal(server, token=token)[0] == 403
    assert refusal(server, token=token, path="/proof")[0] == 403


def test_another_host_does_not_come_in_with_a_token(server: StudioServer) -> None:
    with pytest.raises(InvalidStatus):
        connect(
            f"ws://evil.example:{server.port}/session?token={server.token}",
            sock=create_connection(("127.0.0.1", server.port)),
            origin=Origin(f"http://evil.example:{server.port}"),
        )


def test_a_conversation(server: StudioServer) -> None:
    with socket(server) as page:
        page.send(encoded(m.Go(5)))
        assert decoded(page.recv(timeout=60)) == m.Go(5)
        page.send("nonsense")
        assert decoded(page.recv(timeout=60)) == m.Failed("this is no JSON")
        page.send('{"type":[]}')
        assert decoded(page.recv(timeout=60)) == m.Failed("there is no such message")
        page.send(encoded(m.Play()))
        assert decoded(page.recv(timeout=60)) == m.Play()


def test_a_message_that_nests_deeply_while_a_listing_may_is_answered(server: StudioServer) -> None:
    levels = 79_000
    log = "[" * levels + "]" * levels
    with deep_recursion, socket(server) as page, socket(server, path="/proof") as proof:
        for each in (page, proof):
            each.send(f'{{"type":"Open","log":{{"buttons":{log}}}}}')
            reason = "this is no message: nested more than 16 levels deep"
            assert decoded(each.recv(timeout=60)) == m.Failed(reason)
        page.send(encoded(m.Go(5)))
        assert decoded(page.recv(timeout=60)) == m.Go(5)


def test_a_message_that_is_too_long_ends_it(server: StudioServer) -> None:
    with socket(server) as page:
        page.send("x" * (9 << 20))
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=60)


def test_the_address_keeps_its_token_in_the_browser(server: StudioServer) -> None:
    assert server.address == f"http://127.0.0.1:{server.port}/#token={server.token}"
    assert len(server.token) >= 32


LISTING = "GPSET 1,1\n"
KILLING = "import os, signal\ndef main(machine):\n    os.kill(os.getpid(), signal.SIGKILL)\n"
HONEST = "def main(machine):\n    machine.screen.point(1, 1)\n"


def verdict(page: ClientConnection, port: str) -> m.Proof:
    page.send(encoded(agreed(m.Open(listing=LISTING, port=port, seed=1))))
    while True:
        message = decoded(page.recv(timeout=60))
        if isinstance(message, m.Proof) and message.state != "running":
            return message


def test_a_port_that_kills_its_process_is_told_and_the_next_one_proved(server: StudioServer) -> None:
    with socket(server, path="/proof") as page:
        assert verdict(page, KILLING) == m.Proof("none", 0, 0, 0, "the process that ran the port was killed")
        assert verdict(page, HONEST).state == "equal"


LOUD = """\
import gc
from multiprocessing.connection import Connection
found = [each for each in gc.get_objects() if isinstance(each, Connection)]
assert found
for each in found:
    each.send_bytes(b"[" * 80_000)
    each.send_bytes(b"\\xff")
def main(machine):
    machine.screen.point(1, 1)
"""


def test_what_a_port_says_on_the_pipe_is_not_passed_on(server: StudioServer) -> None:
    with socket(server, path="/proof") as page:
        assert verdict(page, LOUD).state == "equal"


DEAF = "def main(machine):\n    10 ** 10**8 % 7\n"


def test_a_prover_that_does_not_hear_of_a_newer_port_is_replaced(
    server: StudioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retromaze.studio.prover_process.PATIENCE", 0.3)
    with socket(server, path="/proof") as page:
        page.send(encoded(m.Check(3)))
        page.send(encoded(agreed(m.Open(listing=LISTING, port=DEAF, seed=1))))
        found = verdict(page, HONEST)
        assert (found.state, found.seeds) == ("equal", 3)


def test_a_prover_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    server = StudioServer({"/proof": prove})
    with socket(server, path="/proof") as page:
        assert verdict(page, HONEST).state == "equal"
        assert len(list(tmp_path.iterdir())) == 1
    server.close()
    assert list(tmp_path.iterdir()) == []


HANDSHAKE = """\
GET /session?token={token} HTTP/1.1
Host: 127.0.0.1:{port}
Origin: http://127.0.0.1:{port}
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
Sec-WebSocket-Version: 13

"""


@pytest.mark.skipif(int(websockets_version.split(".")[0]) < 15, reason="before 15 no tab is pinged")
def test_a_tab_that_sleeps_is_let_go_without_a_word_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    soon = partial(serve, ping_interval=0.05, ping_timeout=0.05)
    monkeypatch.setattr("retromaze.studio.server.serve", soon)
    server = StudioServer({"/session": echo})
    with create_connection(("127.0.0.1", server.port), timeout=10) as tab:
        tab.sendall(HANDSHAKE.format(token=server.token, port=server.port).replace("\n", "\r\n").encode())
        heard = b""
        # It answers no ping, and not the farewell.
        while more := tab.recv(4096):
            heard += more
    for thread in threading.enumerate():
        if "keepalive" in thread.name:
            thread.join(10)
    server.close()
    assert b"keepalive ping timeout" in heard
    assert caplog.text == ""


@pytest.mark.parametrize(
    "parting",
    [ConnectionClosedError(None, None), TimeoutError("no pong"), EOFError(), Gone("the page was closed")],
)
def test_a_thread_that_loses_its_page_says_nothing(
    parting: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    try:
        raise parting
    except Exception:
        LOG.exception("keepalive ping failed")
    assert caplog.text == ""


def test_what_fails_in_a_conversation_is_told_in_the_terminal(caplog: pytest.LogCaptureFixture) -> None:
    def fail(channel: SocketChannel) -> None:
        raise PermissionError("a folder of the studio")

    server = StudioServer({"/session": fail})
    with socket(server) as page, pytest.raises(ConnectionClosed):
        page.recv(timeout=10)
    server.close()
    assert [each.levelno for each in caplog.records] == [logging.ERROR]
    assert "a folder of the studio" in caplog.text
