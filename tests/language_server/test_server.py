"""The language server as an editor meets it: a process, asked over its pipes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from lsprotocol import types

from tests.language_server.editor import Editor, editor


def talk(work: Callable[[Editor], Awaitable[None]], capabilities: dict[str, Any] | None = None) -> None:
    """A conversation with a server of its own."""

    async def run() -> None:
        async with editor(capabilities) as here:
            await work(here)

    asyncio.run(run())


def shown(given: types.PublishDiagnosticsParams) -> list[tuple[Any, ...]]:
    """Mistakes as (line, from, to, severity, number, message)."""
    return [
        (
            each.range.start.line,
            each.range.start.character,
            each.range.end.character,
            each.severity.name if each.severity else "",
            each.code,
            each.message,
        )
        for each in given.diagnostics
    ]


def test_mistakes_come_while_a_listing_is_typed_and_go_with_it() -> None:
    async def work(here: Editor) -> None:
        here.open('PRINT "𝄞迷路":PRNT 1\nA=1+\nGOTO @NO\n')
        told = await here.mistakes()
        assert (told.uri, told.version) == ("file:///nowhere/maze.bas", 1)
        assert shown(told) == [
            (0, 13, 17, "Error", 16, "Undefined function in 0:1 (PRNT)\ndid you mean PRINT?"),
            (1, 3, 4, "Error", 3, "Syntax error in 0:2"),
            (2, 5, 8, "Error", 14, "Undefined label in 0:3 (@NO)"),
        ]
        here.change("PRINT 1\n")
        assert shown(await here.mistakes()) == []

    talk(work)
