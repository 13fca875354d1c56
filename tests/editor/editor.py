"""An editor's side of the language server, for tests: pygls's client over the pipes of a real process."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SERVER = [sys.executable, "-m", "retromaze", "lsp"]
URI = "file:///nowhere/maze.bas"
PATIENCE = 60
"""Seconds that an answer may take on a busy machine."""


class Editor:
    """One open text, the server, and the mistakes that it told last."""

    def __init__(self, client: LanguageClient) -> None:
        # its answers may be None, which a test finds out soon enough
        self.client: Any = client
        self.told: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[types.ShowMessageParams] = []
        self.version = 0
        self.opened = ""

    def open(self, text: str, uri: str = URI) -> None:
        self.version, self.opened = 1, uri
        item = types.TextDocumentItem(uri, "smilebasic", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, text: str) -> None:
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, self.opened)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def close(self) -> None:
        document = types.TextDocumentIdentifier(self.opened)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        self.opened = ""

    async def begin_anew(self) -> None:
        """Closes what is open, and forgets all that the server has told."""
        if self.opened:
            self.close()
            while (await self.mistakes()).version is not None:
                pass
        self.messages.clear()

    async def completions(self, line: int, character: int) -> Any:
        """What is offered there."""
        document, position = types.TextDocumentIdentifier(URI), types.Position(line, character)
        return await self.client.text_document_completion_async(types.CompletionParams(document, position))

    async def rename(self, line: int, character: int, wish: str) -> Any:
        """The changes that give the name there another one."""
        document, position = types.TextDocumentIdentifier(URI), types.Position(line, character)
        return await self.client.text_document_rename_async(types.RenameParams(document, position, wish))

    async def mistakes(self) -> types.PublishDiagnosticsParams:
        """The next that the server tells."""
        return await asyncio.wait_for(self.told.get(), PATIENCE)


@asynccontextmanager
async def editor(capabilities: dict[str, Any] | None = None) -> AsyncIterator[Editor]:
    """An editor with these capabilities, and the server that it has started."""
    client = LanguageClient("test", "1")
    here = Editor(client)

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def take(given: types.PublishDiagnosticsParams) -> None:
        here.told.put_nowait(given)

    @client.feature(types.WINDOW_SHOW_MESSAGE)
    def hear(given: types.ShowMessageParams) -> None:
        here.messages.append(given)

    await client.start_io(*SERVER, env={**os.environ, "LANGUAGE": "en"})
    given = client.protocol._converter.structure(capabilities or {}, types.ClientCapabilities)
    await client.initialize_async(types.InitializeParams(given))
    client.initialized(types.InitializedParams())
    try:
        yield here
    finally:
        await asyncio.wait_for(client.shutdown_async(None), PATIENCE)
        client.exit(None)
        assert client._server and await asyncio.wait_for(client._server.wait(), PATIENCE) == 0
        await client.stop()
