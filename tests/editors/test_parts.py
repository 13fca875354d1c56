"""The parts of the extension that are made of our grammar, words and translations, each by itself."""

import json
import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.errors import BasicError
from retromaze.language.block_pairing import pair
from retromaze.language.block_tree import Block, Choice, CountedLoop, RepeatLoop, WhileLoop
from retromaze.language.lexer import keywords, spans
from retromaze.language.parser import parse
from tests.tools.vscode import (
    BLOCKS,
    CLOSERS,
    SOURCES,
    configuration,
    icon,
    japanese,
    made,
    manifest,
    messages,
    readme,
    sentences,
    snippets,
    words,
)
from tests.tools.vscode_grammar import DECLARING, SCOPES, SEPARATORS, WORD_OPERATORS, grammar

FILLED = re.compile(r"\$\{\d+:([^}]+)\}|\$\d")
KEY = re.compile(r"%([\w.]+)%")


def typed(body: list[str]) -> str:
    """A snippet as it stands once nothing of it was changed."""
    return FILLED.sub(lambda found: found[1] or "", "\n".join(body)).replace(r"\$", "$")


def test_a_snippet_is_a_listing() -> None:
    for name, snippet in snippets().items():
        text = typed(snippet["body"])
        try:
            statements = parse(f"PRINT {text}" if "(" in text and name not in BLOCKS else text)
            pair(statements, [1] * len(statements))
        except BasicError as error:
            pytest.fail(f"{name}: {text!r}: {error}")


def test_what_a_snippet_looks_like() -> None:
    found = snippets()
    assert found["GLINE"] == {
        "prefix": "GLINE",
        "body": ["GLINE ${1:X1},${2:Y1},${3:X2},${4:Y2}$0"],
        "description": "GLINE x1,y1,x2,y2[,color] draws a straight line, both ends included.",
    }
    assert found["MID$"]["body"] == [r"MID\$(${1:TEXT},${2:START},${3:COUNT})$0"]
    assert found["WHILE"]["description"] == "WHILE condition … WEND repeats while the condition holds."
    assert found["FOR"]["body"] == ["FOR ${1:I}=${2:0} TO ${3:9}", "\t$0", "NEXT"]
    assert "BGCOORD" not in found
    assert 50 < len(found) < 70


# ---- the grammar and what is known while somebody types


def test_every_word_that_is_named_is_one_of_the_language() -> None:
    assert {*WORD_OPERATORS, *DECLARING, *CLOSERS, *CLOSERS.values()} <= keywords()
    assert {each.kind for mark in SEPARATORS for each in spans(mark)} == {"mark"}
    assert len(grammar()["patterns"]) == len(SCOPES) + 10


def depths(block: Block, depth: int = 0) -> Iterator[tuple[int, int]]:
    """(line, depth) of all statements in a block; the last one of a line is told first."""
    for step in block.statements:
        match step:
            case Choice():
                for inner in (*(body for _, body in step.branches), step.otherwise):
                    yield from depths(inner, depth + 1)
            case CountedLoop() | WhileLoop() | RepeatLoop():
                yield from depths(step.body, depth + 1)
        yield step.line, depth


def depths_of(source: str) -> dict[int, int]:
    """How deep the first statement of each line stands, where it is no closing word."""
    statements = parse(source)
    found = pair(statements, [1] * len(statements))
    known: dict[int, int] = {}
    blocks = [(each.body, 1 if each.define else 0) for each in found.routines]
    for body, depth in blocks:
        for line, deep in depths(body, depth):
            known[line] = min(deep, known.get(line, deep))
    return known


def indents(source: str) -> Iterator[tuple[int, int]]:
    """(line, blanks) as VS Code sets them while the lines are typed one after the other."""
    rules = configuration()["indentationRules"]
    patterns = (rules[f"{kind}IndentPattern"] for kind in ("increase", "decrease"))
    opens, closes = (re.compile(each["pattern"], re.IGNORECASE) for each in patterns)
    at = 0
    for number, line in enumerate(source.split("\n"), start=1):
        at = max(at - bool(closes.search(line)), 0)
        yield number, at
        at += bool(opens.search(line))


def test_lines_are_set_in_as_deep_as_they_stand() -> None:
    wrong = [
        (name, line)
        for name, entry in CATALOGUE.items()
        for known in [depths_of(listing_source(entry))]
        for line, blanks in indents(listing_source(entry))
        if known.get(line, blanks) != blanks
    ]
    # END in an IF of the main program, where nothing but the whole listing tells it from that of a DEF
    assert wrong == [("walker_by_hand", 15)]


def test_what_opens_and_closes_a_block() -> None:
    blanks = {
        "for I=0 TO 3:?I:NEXT\n?I": [0, 0],
        "FOR I=0 TO 3:?I 'NEXT\n?I\nNEXT": [0, 1, 0],
        'REPEAT:?"UNTIL\n?I\nUNTIL I': [0, 1, 0],
        "IF A THEN ?1 ELSE ?2\n?3": [0, 0],
        "IF A THEN 'on\n?1\nELSEIF B THEN ?2\n?3\nELSE\n?4\nENDIF": [0, 1, 0, 1, 0, 1, 0],
        "IF A THEN\nIF B THEN ?1 ENDIF\nENDIF": [0, 1, 0],
        '?"FOR\n@FOR\n#FOR\nFORM=1\nXFOR=2': [0] * 5,
        "DEF F A\n?A\nEND": [0, 1, 0],
        "DEF F(A):RETURN A:END\n?F(1)": [0, 0],
        "WHILE A\nINC A\nWEND": [0, 1, 0],
    }
    assert {lines: [each for _, each in indents(lines)] for lines in blanks} == blanks


def test_a_word_is_what_the_lexer_takes_for_one() -> None:
    pattern = re.compile(configuration()["wordPattern"])
    assert pattern.findall("A$=@LOOP+#RED:GCLS 2") == ["A$", "@LOOP", "#RED", "GCLS"]


def test_the_manifest_has_the_version_and_the_addresses_of_the_package() -> None:
    own = json.loads((SOURCES / "package.json").read_text("utf-8"))
    assert {"version", "homepage", "repository", "bugs"}.isdisjoint(own)
    found = manifest()
    assert re.fullmatch(r"\d+\.\d+\.\d+", found["version"])
    assert found["homepage"].endswith("/docs/editors.md#vs-code")


def test_nothing_runs_in_a_folder_that_is_not_trusted() -> None:
    found = manifest()
    trust = found["capabilities"]["untrustedWorkspaces"]
    settings = found["contributes"]["configuration"]["properties"]
    assert (trust["supported"], trust["restrictedConfigurations"]) == ("limited", list(settings))
    commands = found["contributes"]["commands"]
    assert {each["enablement"] for each in commands} == {"isWorkspaceTrusted"}


def test_commands_are_declared_and_each_has_its_function() -> None:
    contributes = manifest()["contributes"]
    declared = [each["command"] for each in contributes["commands"]]
    code = (SOURCES / "src" / "extension.ts").read_text("utf-8")
    table = code.partition("commands: Record<string, Command> = {")[2].partition("};")[0]
    assert declared == [f"retromaze.{name}" for name in re.findall(r"^ +(\w+)(?::|,)", table, re.MULTILINE)]
    shown = {each["command"] for menu in contributes["menus"].values() for each in menu}
    assert shown <= set(declared)


def test_every_text_of_the_manifest_has_its_words() -> None:
    named = set(KEY.findall((SOURCES / "package.json").read_text("utf-8")))
    assert named == set(words())


def test_every_text_is_translated() -> None:
    assert len(list(sentences())) > 15
    assert [each for each in messages() if japanese(each) == each] == []
    parts = made()
    assert parts["package.nls.json"] == words()
    assert parts["package.nls.ja.json"]["command.run"] == japanese("Run Listing")
    assert parts["l10n/bundle.l10n.ja.json"].keys() == set(sentences())


def test_the_page_of_the_extension_is_its_section_of_the_documentation() -> None:
    text = readme()
    assert text.startswith("# SmileBASIC 3 (retromaze)\n")
    assert "retromaze.command" in text and "Neovim" not in text
    assert re.findall(r"\]\((?!https://|#)[^)]*\)", text) == []


def test_the_icon_is_a_small_maze() -> None:
    picture = Image.open(BytesIO(icon()))
    assert (picture.format, picture.size) == ("PNG", (128, 128))
    assert len(picture.convert("RGB").getcolors() or ()) == 2
    assert icon() == icon()
