"""The language server as an editor meets it: a process asked over its pipes; what docs/editors.md sets."""

import asyncio
import json
import re
import signal
import subprocess
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from retromaze.cli import build_parser
from retromaze.display.argument_parser import INTERRUPTED
from retromaze.system import ON_WINDOWS
from tests.editor.editor import PATIENCE, SERVER, URI, Editor, editor

LISTING = """\
' 迷路 𝄞
@TOP
W=49:PRINT "𝄞迷路":GCLS
DEF DIG X
FOR I=0 TO X
 PRINT W
NEXT
END
DIG W:GOTO @TOP
"""
DOCUMENT = types.TextDocumentIdentifier(URI)


RICH = {
    "general": {"positionEncodings": ["utf-8", "utf-16"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"snippetSupport": True}},
    },
}
"""The capabilities of an editor that counts in UTF-8, shows Markdown and fills in gaps."""

Work = Callable[[Editor], Awaitable[None]]
Talk = Callable[[Work], None]


@contextmanager
def conversations(capabilities: dict[str, Any]) -> Iterator[Talk]:
    """A server in a process of its own. What is yielded has a conversation with it that begins anew."""
    with asyncio.Runner() as runner:
        server = editor(capabilities)

        async def begin() -> Editor:
            return await server.__aenter__()

        async def end() -> None:
            await server.__aexit__(None, None, None)

        here = runner.run(begin())

        async def converse(work: Work) -> None:
            try:
                await work(here)
            finally:
                await here.begin_anew()

        try:
            yield lambda work: runner.run(converse(work))
        finally:
            runner.run(end())


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    """Conversations of an editor that has no capabilities."""
    with conversations({}) as made:
        yield made


@pytest.fixture(scope="module")
def rich_talk() -> Iterator[Talk]:
    """Conversations of an editor that has those of RICH."""
    with conversations(RICH) as made:
        yield made


def span(line: int, start: int, end: int) -> types.Range:
    """A part of one line."""
    return types.Range(types.Position(line, start), types.Position(line, end))


def place(line: int, start: int, end: int) -> types.Location:
    return types.Location(URI, span(line, start, end))


def shown(given: types.PublishDiagnosticsParams) -> list[tuple[Any, ...]]:
    """Mistakes as (range, severity, number, message)."""
    return [(each.range, each.severity, each.code, each.message) for each in given.diagnostics]


def test_mistakes_come_while_a_listing_is_typed_and_go_with_it(talk: Talk) -> None:
    async def work(here: Editor) -> None:
        error = types.DiagnosticSeverity.Error
        here.open('PRINT "𝄞迷路":PRNT 1\r\nA=1+\nGOTO @NO\n')
        told = await here.mistakes()
        assert (told.uri, told.version) == ("file:///nowhere/maze.bas", 1)
        assert shown(told) == [
            (span(0, 13, 17), error, 16, "Undefined function in 0:1 (PRNT)\ndid you mean PRINT?"),
            (span(1, 3, 4), error, 3, "Syntax error in 0:2\na value is missing behind +"),
            (span(2, 5, 8), error, 14, "Undefined label in 0:3 (@NO)"),
        ]
        # of texts that follow quickly only the last is looked at
        here.change("PRINT 1+\n")
        here.change("PRINT 1\n")
        told = await here.mistakes()
        assert (told.version, shown(told)) == (3, [])
        here.change('TALK "A"\n')
        warning = types.DiagnosticSeverity.Warning
        assert shown(await here.mistakes()) == [
            (span(0, 0, 4), warning, None, "TALK: nothing is heard of it here")
        ]
        here.close()
        told = await here.mistakes()
        assert (told.version, shown(told)) == (None, [])

    talk(work)


def test_questions_about_a_place(talk: Talk) -> None:
    async def work(here: Editor) -> None:
        here.open(LISTING)
        client = here.client
        hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, types.Position(2, 18)))
        help_text = "GCLS [color] fills the whole page; without a color it becomes transparent."
        plain = types.MarkupContent(types.MarkupKind.PlainText, help_text)
        assert hover == types.Hover(plain, span(2, 18, 22))
        at = types.Position(8, 12)
        found = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, at))
        assert found == place(1, 1, 4)
        context = types.ReferenceContext(include_declaration=False)
        asked = types.ReferenceParams(context, DOCUMENT, types.Position(5, 7))
        assert list(await client.text_document_references_async(asked)) == [place(5, 7, 8), place(8, 4, 5)]
        marked = await client.text_document_document_highlight_async(
            types.DocumentHighlightParams(DOCUMENT, types.Position(5, 7))
        )
        read, write = types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write
        assert list(marked) == [
            types.DocumentHighlight(span(2, 0, 1), write),
            types.DocumentHighlight(span(5, 7, 8), read),
            types.DocumentHighlight(span(8, 4, 5), read),
        ]

    talk(work)


def test_markdown_and_blocks_for_an_editor_that_has_them(rich_talk: Talk) -> None:
    async def work(here: Editor) -> None:
        here.open(LISTING + "WHI")
        hover = await here.client.text_document_hover_async(types.HoverParams(DOCUMENT, types.Position(8, 1)))
        text = "`DIG`: DEF of this listing; line 4\n\n```smilebasic\nDEF DIG X\n```"
        assert hover == types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), span(8, 0, 3))
        found = await here.completions(9, 3)
        block = "WHILE ${1:A}\n\t$0\nWEND"
        assert list(found) == [
            types.CompletionItem(
                "WHILE … WEND",
                kind=types.CompletionItemKind.Snippet,
                sort_text="03WHILE … WEND",
                filter_text="WHILE … WEND",
                insert_text_format=types.InsertTextFormat.Snippet,
                text_edit=types.TextEdit(span(9, 0, 3), block),
            ),
            types.CompletionItem(
                "WHILE",
                kind=types.CompletionItemKind.Keyword,
                detail="WHILE condition … WEND repeats while the condition holds.",
                sort_text="04WHILE",
                filter_text="WHILE",
                text_edit=types.TextEdit(span(9, 0, 3), "WHILE"),
            ),
        ]

    rich_talk(work)


def test_a_label_is_offered_behind_goto_with_and_without_its_mark(talk: Talk) -> None:
    async def work(here: Editor) -> None:
        here.open(LISTING + "GOTO @t")
        (found,) = await here.completions(9, 7)
        assert (found.label, found.filter_text, found.text_edit) == (
            "@TOP",
            "@TOP",
            types.TextEdit(span(9, 5, 7), "@TOP"),
        )
        here.change(LISTING + "GOTO t")
        (found,) = await here.completions(9, 6)
        assert (found.label, found.filter_text, found.text_edit) == (
            "@TOP",
            "TOP",
            types.TextEdit(span(9, 5, 6), "@TOP"),
        )

    talk(work)


def test_renaming_says_what_changes_what_to_look_at_and_why_not(talk: Talk) -> None:
    async def work(here: Editor) -> None:
        here.open(LISTING + "L$=@TOP:GOTO L$\n")
        ready = types.PrepareRenameParams(DOCUMENT, types.Position(8, 13))
        found = await here.client.text_document_prepare_rename_async(ready)
        assert found == types.PrepareRenamePlaceholder(span(8, 12, 15), "TOP")
        nothing = types.PrepareRenameParams(DOCUMENT, types.Position(0, 3))
        assert await here.client.text_document_prepare_rename_async(nothing) is None
        edit = await here.rename(8, 13, "@Again")
        assert {uri: list(edits) for uri, edits in edit.changes.items()} == {
            URI: [
                types.TextEdit(span(1, 1, 4), "Again"),
                types.TextEdit(span(8, 12, 15), "Again"),
                types.TextEdit(span(9, 4, 7), "Again"),
            ]
        }
        assert [(each.type, each.message) for each in here.messages] == [
            (types.MessageType.Warning, "a text may name @TOP when the listing runs; look at: line 10")
        ]
        with pytest.raises(JsonRpcException, match=r"^PRINT is a word of the language$"):
            await here.rename(5, 7, "print")

    talk(work)


def test_outline_and_folds(talk: Talk) -> None:
    async def work(here: Editor) -> None:
        here.open(LISTING)
        symbols = await here.client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        assert list(symbols) == [
            types.DocumentSymbol(
                "@TOP",
                types.SymbolKind.Key,
                types.Range(types.Position(1, 0), types.Position(2, 22)),
                span(1, 1, 4),
                children=(),
            ),
            types.DocumentSymbol(
                "DIG",
                types.SymbolKind.Function,
                types.Range(types.Position(3, 0), types.Position(7, 3)),
                span(3, 4, 7),
                children=(),
            ),
        ]
        folds = await here.client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
        assert list(folds) == [types.FoldingRange(3, 6), types.FoldingRange(4, 5)]

    talk(work)


def test_columns_are_counted_as_the_editor_asks(talk: Talk, rich_talk: Talk) -> None:
    def asking(start: int) -> Work:
        async def work(here: Editor) -> None:
            here.open(LISTING)
            asked = types.HoverParams(DOCUMENT, types.Position(2, start))
            hover = await here.client.text_document_hover_async(asked)
            assert hover.range == span(2, start, start + 4)

        return work

    talk(asking(18))
    rich_talk(asking(24))


def test_a_file_that_is_not_open_is_never_read(talk: Talk, tmp_path: Path) -> None:
    listing = tmp_path / "secret.bas"
    listing.write_text("SECRET=1\nPRINT SECRET\n", "utf-8")
    document = types.TextDocumentIdentifier(listing.as_uri())

    async def work(here: Editor) -> None:
        with pytest.raises(JsonRpcException, match=r"secret\.bas is not open$"):
            await here.client.text_document_hover_async(types.HoverParams(document, types.Position(1, 8)))
        # nor run: what is open only counts as it was told
        here.open('SAVE "TXT:A"\n', listing.as_uri())
        assert shown(await here.mistakes()) == []

    talk(work)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.bas"]


def framed(**message: Any) -> bytes:
    """A message as the protocol sends it."""
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


@pytest.mark.slow
def test_it_ends_in_silence_when_the_editor_closes_its_pipe() -> None:
    command = [*SERVER, "--stdio"]
    ended = subprocess.run(command, check=False, input=b"", capture_output=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_refused_request_is_an_answer_and_leaves_nothing_in_the_log() -> None:
    asked = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}, "newName": "A"}
    messages = [
        framed(id=1, method="initialize", params={"capabilities": {}}),
        framed(id=2, method="textDocument/rename", params=asked),
    ]
    ended = subprocess.run(
        SERVER, input=b"".join(messages), check=True, capture_output=True, timeout=PATIENCE
    )
    assert f"{URI} is not open".encode() in ended.stdout
    assert ended.stderr == b""


@pytest.mark.slow
@pytest.mark.skipif(ON_WINDOWS, reason="Windows sends Ctrl-C to all processes of a terminal")
def test_ctrl_c_ends_it_at_once() -> None:
    with subprocess.Popen(SERVER, stdin=PIPE, stdout=PIPE, stderr=PIPE) as server:
        assert server.stdin and server.stdout
        server.stdin.write(framed(id=1, method="initialize", params={"capabilities": {}}))
        server.stdin.flush()
        server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == INTERRUPTED
        assert server.stderr and server.stderr.read() == b"retromaze: stopped\n"


PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "editors.md").read_text("utf-8")


def block(language: str) -> str:
    """The first block of code in that language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_every_editor_starts_the_command() -> None:
    helix = tomllib.loads(block("toml"))
    server = helix["language-server"]["retromaze"]
    neovim = re.search(r"cmd = \{ (.*?) \}", block("lua"))
    emacs = re.search(r"\(smilebasic-mode (.*?)\)", block("elisp"))
    assert neovim and emacs
    commands = [
        [server["command"], *server["args"]],
        re.findall(r'"(.*?)"', neovim[1]),
        re.findall(r'"(.*?)"', emacs[1]),
    ]
    assert commands == [["retromaze", "lsp"]] * 3
    assert build_parser(["lsp"]).parse_args(commands[0][1:]).command


@pytest.mark.slow
def test_helix_knows_the_language_by_the_server() -> None:
    (language,) = tomllib.loads(block("toml"))["language"]
    assert (language["name"], language["file-types"]) == ("smilebasic", ["bas"])
    assert language["language-servers"] == ["retromaze"]
