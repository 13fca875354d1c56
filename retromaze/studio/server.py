"""Serves the page on this computer only: its files, and one socket for each conversation."""

from __future__ import annotations

import html
import json
import logging
import os
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from retromaze.studio.channel import LONGEST, Gone, encoded, heard

HOST = "127.0.0.1"
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
FILES: Mapping[str, str] = {
    "/": "index.html",
    "/studio.js": "studio.js",
    "/studio.css": "studio.css",
    "/icon.svg": "icon.svg",
    "/licenses.txt": "licenses.txt",
}
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)
GUARDS: Mapping[str, str] = {
    # Whoever has opened the page from elsewhere holds no window of it, and nobody else reads or finds a part.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
OWN_SITES: tuple[list[str], ...] = (["same-origin"], ["none"], [])
"""What a browser says of a request that no other page has made; an old one says nothing."""

FAREWELL = 2.0
"""Seconds in which conversations come to their end."""

PARTINGS = (Gone, WebSocketException, EOFError, ConnectionError, TimeoutError)
"""What is raised where a page is gone, or what is connected is none."""

LOG = logging.getLogger(__name__)
"""Hears of what goes wrong in a conversation; not of pages that sleep or went away without a word."""
LOG.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], PARTINGS)))

Conversation = Callable[["SocketChannel"], None]


class SocketChannel:
    """A conversation over a socket."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    def send(self, message: Any) -> None:
        self.send_text(encoded(message))

    def send_text(self, text: str) -> None:
        """Says what is JSON already. Raises Gone."""
        try:
            self._connection.send(text)
        except ConnectionClosed:
            raise Gone("the page was closed") from None

    def receive(self, seconds: float | None) -> Any:
        text = self.receive_text(seconds)
        return None if text is None else heard(text, self.send)

    def receive_text(self, seconds: float | None) -> str | bytes | None:
        """Returns the next message as text, or None after the timeout. Raises Gone."""
        try:
            return self._connection.recv(timeout=seconds)
        except TimeoutError:
            return None
        except ConnectionClosed:
            raise Gone("the page was closed") from None


class StudioServer:
    """Serves the page's own files to this computer, and conversations to who knows the token.

    `conversations` are what is held at `/session` and the like. `port` 0 takes any that is free. `frames` are
    the origins of the pages that may show the page in a frame: no page may, if there are none.
    Raises OSError for a port that is taken.
    """

    def __init__(
        self, conversations: Mapping[str, Conversation], port: int = 0, frames: Sequence[str] = ()
    ) -> None:
        self._guards = {**GUARDS, "Content-Security-Policy": POLICY + (" ".join(frames) or "'none'")}
        if not frames:
            # for browsers that do not know frame-ancestors; it cannot name anybody
            self._guards["X-Frame-Options"] = "DENY"
        self._visits = ["document", "iframe"] if frames else ["document"]
        self.token = secrets.token_urlsafe(24)
        self._conversations = conversations
        self._talking: dict[ServerConnection, threading.Thread] = {}
        self._server: Server = serve(
            self._converse,
            HOST,
            port,
            process_request=self._answer,
            compression=None,
            max_size=LONGEST,
            server_header=None,
            logger=LOG,
        )
        self.port: int = self._server.socket.getsockname()[1]
        self._hosts = [f"{name}:{self.port}" for name in (HOST, "localhost")]
        # A daemon's threads are daemons too: nothing keeps the command alive that is told to end.
        self._thread = threading.Thread(target=self._server.serve_forever, name="studio", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The URL to open; the token after # is never sent over the network."""
        return f"http://{HOST}:{self.port}/#token={self.token}"

    def wait(self) -> None:
        while self._thread.is_alive():
            self._thread.join(1.0)

    def close(self) -> None:
        """Closes every connection, waiting a moment for each, and stops the server."""
        ending = threading.Thread(target=self._end, name="studio's end", daemon=True)
        ending.start()
        ending.join(FAREWELL)

    def _end(self) -> None:
        """Ends all conversations at once and waits for them; websockets does so from 17 on alone."""
        talking = self._talking.copy()
        for connection in talking:
            threading.Thread(target=connection.close, args=(CloseCode.GOING_AWAY,), daemon=True).start()
        self._server.shutdown()
        for thread in talking.values():
            thread.join()

    # --- requests

    def _converse(self, connection: ServerConnection) -> None:
        request = connection.request
        assert request is not None
        self._talking[connection] = threading.current_thread()
        try:
            self._conversations[urlsplit(request.path).path](SocketChannel(connection))
        finally:
            del self._talking[connection]

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Returns a file, a refusal, or None where a conversation may begin."""
        if request.headers.get_all("Host") not in [[each] for each in self._hosts]:
            return self._refused(HTTPStatus.FORBIDDEN, "this is no host of the studio")
        if request.headers.get_all("Sec-Fetch-Site") not in OWN_SITES and not self._is_visit(request):
            return self._refused(HTTPStatus.FORBIDDEN, "another page may not come in")
        path = urlsplit(request.path).path
        if path in self._conversations:
            return self._refusal(request)
        if path in FILES:
            name = FILES[path]
            body = resources.files("retromaze.studio").joinpath("page", "built", name).read_bytes()
            return self._response(HTTPStatus.OK, TYPES[name.rpartition(".")[2]], body)
        return self._refused(HTTPStatus.NOT_FOUND, "there is no such file")

    def _refusal(self, request: Request) -> Response | None:
        """Returns why a conversation may not begin, None if it may."""
        if request.headers.get_all("Origin") not in [[f"http://{each}"] for each in self._hosts]:
            return self._refused(HTTPStatus.FORBIDDEN, "another page may not come in")
        given = parse_qs(urlsplit(request.path).query).get("token", [""])[0]
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return self._refused(
                HTTPStatus.FORBIDDEN, "the token is missing: open the address that was printed"
            )
        return None

    def _is_visit(self, request: Request) -> bool:
        """Whether it fills a window or tab of its own, as a link does, or a frame where there may be one."""
        mode, target = (request.headers.get_all(f"Sec-Fetch-{name}") for name in ("Mode", "Dest"))
        return mode == ["navigate"] and target in [[each] for each in self._visits]

    # --- answers

    def _refused(self, status: HTTPStatus, reason: str) -> Response:
        return self._response(status, "text/plain; charset=utf-8", f"{reason}\n".encode())

    def _response(self, status: HTTPStatus, kind: str, body: bytes) -> Response:
        """Makes an HTTP answer that is not cached and whose page may load from this server only."""
        headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), **self._guards})
        return Response(status.value, status.phrase, headers, body)


NAME = "studio.html"
PAGE = """\
<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>retromaze studio</title>
<script>location.replace({target});</script>
<p><a href="{link}">retromaze studio</a></p>
"""


def write_redirect_page(folder: Path, address: str) -> str:
    """Writes the page into `folder`, which only the user can read; returns its file: address."""
    file = folder / NAME
    target = json.dumps(address).replace("<", "\\u003c")
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as page:
        page.write(PAGE.format(target=target, link=html.escape(address)))
    return file.resolve().as_uri()
