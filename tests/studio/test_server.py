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

from retromaze.studio import messages as m
from retromaze.studio.channel import PageClosed, decode_message, encode_message
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


EDITOR = ("vscode-webview:", "vscode-file:", "http://localhost:8080")


@pytest.fixture
def framed() -> Iterator[StudioServer]:
    """A server whose page these may show in a frame."""
    made = StudioServer({"/session": echo}, frames=EDITOR)
    yield made
    made.close()


def test_every_answer_is_guarded(server: StudioServer, framed: StudioServer) -> None:
    for each in (server, framed):
        for path in ("/", "/studio.js", "/none", "/session"):
            _, _, headers = got(each, path)
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert headers["X-Frame-Options"] == ("DENY" if each is server else None)
            assert headers["Referrer-Policy"] == "no-referrer"
            policy = headers["Content-Security-Policy"].split("; ")
            assert policy[-3:-1] == ["base-uri 'none'", "form-action 'none'"]
            assert policy[-1] == "frame-ancestors " + ("'none'" if each is server else " ".join(EDITOR))


VISITS = {
    ("same-origin", "no-cors", "script"): (200, 200),
    ("none", "navigate", "document"): (200, 200),
    ("cross-site", "navigate", "document"): (200, 200),
    ("cross-site", "navigate", "iframe"): (403, 200),
    ("same-site", "navigate", "iframe"): (403, 200),
    ("cross-site", "navigate", "object"): (403, 403),
    ("cross-site", "no-cors", "script"): (403, 403),
    ("same-site", "no-cors", "image"): (403, 403),
    ("same-site", "cors", "empty"): (403, 403),
    ("cross-site", "cors", "iframe"): (403, 403),
    ("cross-site", "websocket", "websocket"): (403, 403),
}
"""Site, mode and destination of a request, and its answers: where no page may show ours in a frame, and where
some may.
"""


def test_only_a_link_leads_in_from_another_page_and_a_frame_where_one_is_allowed(
    server: StudioServer, framed: StudioServer
) -> None:
    found = {}
    for told in VISITS:
        names = ("Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest")
        headers = dict(zip(names, told, strict=True))
        found[told] = (got(server, "/", **headers)[0], got(framed, "/", **headers)[0])
    assert found == VISITS


def test_no_other_files(server: StudioServer) -> None:
    for path in ("/../server.py", "/built/index.html", "/%2e%2e/x", "/session.py", "//etc/passwd"):
        assert got(server, path)[0] == 404, path


def test_another_host_is_refused_and_localhost_is_this_computer(server: StudioServer) -> None:
    for host in ("evil.example", "127.0.0.1", "127.0.0.1:1", f"evil.example:{server.port}"):
        status, body, _ = got(server, "/", Host=host)
        assert (status, body) == (403, "this is no host of the studio\n"), host
    assert got(server, "/", Host=f"localhost:{server.port}")[0] == 200


def refusal(server: StudioServer, **others: Any) -> tuple[int, bytes]:
    with pytest.raises(InvalidStatus) as caught:
        socket(server, **others)
    return caught.value.response.status_code, bytes(caught.value.response.body)


def test_another_page_may_not_come_in(server: StudioServer, framed: StudioServer) -> None:
    refused = (403, b"another page may not come in\n")
    for origin in (None, "null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1"):
        assert refusal(server, origin=origin) == refused, origin
    # who shows the page has no part in its conversations
    assert refusal(framed, origin="http://localhost:8080") == refused


def test_without_the_token_nobody_comes_in(server: StudioServer, framed: StudioServer) -> None:
    for token in ("", "guess", "あ"):
        assert refusal(server, token=token)[0] == 403
        assert refusal(server, token=token, path="/proof")[0] == 403
        assert refusal(framed, token=token)[0] == 403


def test_another_host_does_not_come_in_with_a_token(server: StudioServer) -> None:
    with pytest.raises(InvalidStatus):
        connect(
            f"ws://evil.example:{server.port}/session?token={server.token}",
            sock=create_connection(("127.0.0.1", server.port)),
            origin=Origin(f"http://evil.example:{server.port}"),
        )


def test_a_conversation(server: StudioServer) -> None:
    answers = {
        encode_message(m.Go(5)): m.Go(5),
        "nonsense": m.Failed("this is no JSON"),
        '{"type":[]}': m.Failed("there is no such message"),
        '{"type":"Open","edition":7,"seed":[]}': m.Failed("Open: [] does not belong there", edition=7),
        encode_message(m.Play()): m.Play(),
    }
    with socket(server) as page:
        for text, answer in answers.items():
            page.send(text)
            assert decode_message(page.recv(timeout=60)) == answer


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
    page.send(encode_message(agreed(m.Open(listing=LISTING, port=port, seed=1))))
    while True:
        message = decode_message(page.recv(timeout=60))
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


DEAF_LATER = """\
import sys
def main(machine):
    sys.ran = getattr(sys, "ran", 0) + 1
    if sys.ran > 1:
        10 ** 10**8 % 7
    machine.screen.point(1, 1)
"""


def test_a_prover_that_does_not_hear_of_a_newer_port_is_replaced_and_an_answer_judged(
    server: StudioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retromaze.studio.prover_process.PATIENCE", 0.3)
    with socket(server, path="/proof") as page:
        page.send(encode_message(m.Check(3)))
        page.send(encode_message(agreed(m.Open(listing=LISTING, port=DEAF_LATER, seed=1))))
        found = [decode_message(page.recv(timeout=60)) for _ in range(2)]
        assert [type(each) for each in found] == [m.PortLines, m.Proof]
        page.send(encode_message(m.JudgeAnswer(1, HONEST)))
        page.send(encode_message(agreed(m.Open(listing=LISTING, port=HONEST, seed=1))))
        first = decode_message(page.recv(timeout=60))
        assert isinstance(first, m.Failed) and first.words.startswith("there is no lesson"), first
        found = [decode_message(page.recv(timeout=60)) for _ in range(4)]
    assert (found[-1].state, found[-1].seeds) == ("equal", 3)


def test_a_prover_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    server = StudioServer({"/proof": prove})
    with socket(server, path="/proof") as page:
        assert verdict(page, HONEST).state == "equal"
        # tests start processes from a server, which has a folder of its own
        assert len(list(tmp_path.glob("retromaze*"))) == 1
    server.close()
    assert [each for each in tmp_path.iterdir() if not each.name.startswith("pymp-")] == []


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


def test_a_thread_that_loses_its_page_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    for parting in (
        ConnectionClosedError(None, None),
        TimeoutError("no pong"),
        EOFError(),
        PageClosed("closed"),
    ):
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
