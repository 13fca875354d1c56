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
from urllib.parse import parse_qs, urlsplit

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from retromaze.studio.channel import LONGEST, JsonChannel, PageClosed

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
    # pages of other origins get no handle of the page's window, and cannot read or embed its files
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
OWN_SITES: tuple[list[str], ...] = (["same-origin"], ["none"], [])
"""Sec-Fetch-Site of a request that no other page has made; old browsers do not send it."""

CLOSING_SECONDS = 2.0
"""The longest time that closing all connections may take."""

DISCONNECTIONS = (PageClosed, WebSocketException, EOFError, ConnectionError, TimeoutError)
"""The errors that mean that a page has gone away, or that the client is no browser."""

LOG = logging.getLogger(__name__)
"""Logs errors in a conversation, except DISCONNECTIONS."""
LOG.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], DISCONNECTIONS)))

SocketHandler = Callable[["SocketChannel"], None]


class SocketChannel(JsonChannel):
    """A channel over a web socket."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    def send_text(self, text: str) -> None:
        try:
            self._connection.send(text)
        except ConnectionClosed:
            raise PageClosed("the page was closed") from None

    def receive_text(self, seconds: float | None) -> str | bytes | None:
        try:
            return self._connection.recv(timeout=seconds)
        except TimeoutError:
            return None
        except ConnectionClosed:
            raise PageClosed("the page was closed") from None


class StudioServer:
    """A web server on this computer: the page's files, and web sockets for clients that know the token.

    `socket_handlers` has the function that serves a socket for each path, such as `/session`. `port` 0
    takes any that is free. `frames` are the origins of the pages that may show the page in a frame.
    `_threads` has the thread that serves each open socket, `_hosts` the values of the Host header by which
    this server is addressed, `_page_destinations` the values of Sec-Fetch-Dest with which its page may be
    opened. Raises OSError for a port that is taken.
    """

    def __init__(
        self, socket_handlers: Mapping[str, SocketHandler], port: int = 0, frames: Sequence[str] = ()
    ) -> None:
        self._headers = {**GUARDS, "Content-Security-Policy": POLICY + (" ".join(frames) or "'none'")}
        if not frames:
            # for browsers that do not know frame-ancestors; this header cannot allow single origins
            self._headers["X-Frame-Options"] = "DENY"
        self._page_destinations = ["document", "iframe"] if frames else ["document"]
        self.token = secrets.token_urlsafe(24)
        self._socket_handlers = socket_handlers
        self._threads: dict[ServerConnection, threading.Thread] = {}
        self._server: Server = serve(
            self._serve_socket,
            HOST,
            port,
            process_request=self._handle_request,
            compression=None,
            max_size=LONGEST,
            server_header=None,
            logger=LOG,
        )
        self.port: int = self._server.socket.getsockname()[1]
        self._hosts = [f"{name}:{self.port}" for name in (HOST, "localhost")]
        # a daemon thread starts daemon threads: no open socket keeps an ending command alive
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
        """Closes every connection and stops the server; waits CLOSING_SECONDS at most."""
        closing = threading.Thread(target=self._close_connections, name="studio's end", daemon=True)
        closing.start()
        closing.join(CLOSING_SECONDS)

    def _close_connections(self) -> None:
        """Closes all connections at once and waits for their threads.

        From version 17 on, websockets does this itself.
        """
        threads = self._threads.copy()
        for connection in threads:
            threading.Thread(target=connection.close, args=(CloseCode.GOING_AWAY,), daemon=True).start()
        self._server.shutdown()
        for thread in threads.values():
            thread.join()

    # --- requests

    def _serve_socket(self, connection: ServerConnection) -> None:
        """Serves one web socket, in a thread of its own, by the function for its path."""
        request = connection.request
        assert request is not None
        self._threads[connection] = threading.current_thread()
        try:
            self._socket_handlers[urlsplit(request.path).path](SocketChannel(connection))
        finally:
            del self._threads[connection]

    def _handle_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answers an HTTP request by a file or a refusal; None if it may become a web socket."""
        # `get_all` returns a list, as a header may be repeated: exactly one allowed value is accepted.
        # a foreign name that leads to this address belongs to another page (DNS rebinding)
        if request.headers.get_all("Host") not in [[host] for host in self._hosts]:
            return self._error_response(HTTPStatus.FORBIDDEN, "this is no host of the studio")
        is_own = request.headers.get_all("Sec-Fetch-Site") in OWN_SITES
        if not is_own and not self._is_page_navigation(request):
            return self._error_response(HTTPStatus.FORBIDDEN, "another page may not come in")
        path = urlsplit(request.path).path
        if path in self._socket_handlers:
            return self._socket_refusal(request)
        if path in FILES:
            name = FILES[path]
            body = resources.files("retromaze.studio").joinpath("page", "built", name).read_bytes()
            return self._response(HTTPStatus.OK, TYPES[name.rpartition(".")[2]], body)
        return self._error_response(HTTPStatus.NOT_FOUND, "there is no such file")

    def _socket_refusal(self, request: Request) -> Response | None:
        """Returns an error for a web socket of a foreign origin or without the token, None if it may open."""
        if request.headers.get_all("Origin") not in [[f"http://{each}"] for each in self._hosts]:
            return self._error_response(HTTPStatus.FORBIDDEN, "another page may not come in")
        given = parse_qs(urlsplit(request.path).query).get("token", [""])[0]
        # a comparison that takes equally long for all tokens: the time tells nothing about the right one
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return self._error_response(
                HTTPStatus.FORBIDDEN, "the token is missing: open the address that was printed"
            )
        return None

    def _is_page_navigation(self, request: Request) -> bool:
        """Whether a request opens the page in a tab, as a link does, or in a frame if frames are allowed."""
        mode, target = (request.headers.get_all(f"Sec-Fetch-{name}") for name in ("Mode", "Dest"))
        return mode == ["navigate"] and target in [[each] for each in self._page_destinations]

    # --- answers

    def _error_response(self, status: HTTPStatus, reason: str) -> Response:
        return self._response(status, "text/plain; charset=utf-8", f"{reason}\n".encode())

    def _response(self, status: HTTPStatus, kind: str, body: bytes) -> Response:
        """Returns an HTTP response with the security headers: not cached, loads from this server only."""
        headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), **self._headers})
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
    """Writes a page, readable by the user only, that redirects to `address`; returns its file: URL.

    A browser can be started with this URL, and the token does not appear in the list of processes.
    """
    file = folder / NAME
    # a string in JavaScript, which must not end the script
    target = json.dumps(address).replace("<", "\\u003c")
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as page:
        page.write(PAGE.format(target=target, link=html.escape(address)))
    return file.resolve().as_uri()
