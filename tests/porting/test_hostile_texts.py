"""Whatever the texts of a listing hold, its port has the statements that were written, and no others."""

import ast
import io
import os
import re
import tokenize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from retromaze.comparison import Listing, Script, compare_programs
from retromaze.porting.port_text import finish_module
from retromaze.porting.preparing import NAME, CannotPort
from retromaze.porting.writing import port, write_port
from retromaze.python import layout
from retromaze.python.layout import Margin, set_margin
from tests.amounts import many
from tests.porting.bodies import loaded
from tests.refusals import message_of

HOSTILE = [
    "\0", "\t", "\x0b", "\x0c", "\x1b[2J", "\x1c", "\x1d", "\x1e", "\x7f", "\x85", "\u2028", "\u2029",
    "\ud800", "\udc00", "\udfff\ud800", "\u202e", "\u2066", "\ufeff", "\u200d", "\U000e0001", "\ue200",
    "\u3000", '"""', "'''", "'", "\\", "\\\\", '\\"', "\\N{DASH}", "\\N{", "\\x", "\\u20", "{", "}", "{{",
    "{x}", "{0}", "%s", "# noqa", "noqa: E501", "type: ignore", "ruff: noqa", "fmt: off",
    "-*- coding: utf-7 -*-", "+AGE-", "!r", ">>> exit()", ";import os", ")#", "]", ", ", " if ", " and ",
    " for ", "pass", "__import__('os')", "a" * 90,
]  # fmt: skip
ANY = st.characters(categories=["L", "M", "N", "P", "S", "Z", "C"])
TEXTS = st.lists(st.sampled_from(HOSTILE) | ANY | st.text("ab 1#'\\{}", max_size=8), min_size=1, max_size=6)
"""Texts in pieces; what would end a line of the listing, or a string in it, is left out where one is made."""

EXAMPLES = int(os.environ.get("HOSTILE_TEXTS", many(6, 25)))
"""Times that each test tries others; thousands by hand."""

# Each %s is a place for a text: a comment, or what stands between quotes.
COMMENTS = """\
'%s
REM %s
NUMBER=3 '%s
'%s
FOR I=1 TO NUMBER '%s
 'a loop
 '%s
 F I '%s
NEXT:'%s
GOSUB @SUB '%s
@LOOP '%s
INC K
IF K<3 GOTO @LOOP ELSE PRINT K '%s
'%s
END
'%s
'%s
DEF F X '%s
 PRINT X*2 '%s
 '%s
END
'%s
@SUB '%s
 PRINT K:RETURN '%s
'%s"""

STRINGS = """\
T$="%s"
PRINT T$
PRINT "%s"
PRINT "%s";T$;"%s",N
PRINT MID$("%s",0,N+9);T$
PRINT "%s"+T$;STR$(N*99999999)+"%s";"%s"
DATA "%s",7,"%s"
READ A$,B
PRINT A$;B
IF T$=="%s" THEN PRINT LEN("%s")
GPUTCHR 0,0,"%s"
DIM S$[2]
S$[0]="%s":PUSH S$,"%s"
SWAP S$[0],S$[2]
PRINT S$[0]
U$=T$:INC U$,"%s"
F "%s" OUT V$
PRINT V$
SAVE "TXT:NAME","%s"
PRINT LOAD("TXT:NAME")
INPUT "%s";Q
INPUT "%s",Q,R
LINPUT "%s";L$
PRINT L$;Q
'after all
DEF F X$ OUT Y$
 Y$=X$+"%s"
END"""

REFUSED = [
    'GOTO "@%s"',
    'GOSUB "@%s"',
    'DATA 1\nRESTORE "@%s"',
    'CALL "%s"',
    'VAR("%s")=1',
    'SAVE "TXT:%s/","X"',
]


NAMING = {"id", "attr", "name", "module", "arg"}


def filled(listing: str, texts: list[str]) -> str:
    """The listing with the texts in its places, in turn."""
    return listing % tuple(texts[at % len(texts)] for at in range(listing.count("%s")))


def named(text: str) -> set[str]:
    """Whatever a port calls, imports, looks into or stores into."""
    names = set()
    for node in ast.walk(ast.parse(text.encode())):
        names |= {value for key, value in ast.iter_fields(node) if key in NAMING}
    return names


def statements(text: str) -> list[tuple[str, int]]:
    """The kinds of a port's statements and how deeply they stand, docstrings and all."""
    nodes = ast.walk(ast.parse(text.encode()))
    return [(type(each).__name__, each.col_offset) for each in nodes if isinstance(each, ast.stmt)]


def comments(text: str) -> list[str]:
    tokens = tokenize.tokenize(io.BytesIO(text.encode()).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


@settings(max_examples=EXAMPLES)
@given(st.lists(TEXTS, min_size=1, max_size=24))
def test_comments_are_comments(texts: list[list[str]]) -> None:
    given_texts = ["".join(each).replace("\n", "").replace("\r", "").strip() or "x" for each in texts]
    plain, port = (write_port(filled(COMMENTS, each), "a.bas") for each in (["harmless"], given_texts))
    assert ast.dump(without_documents(port)) == ast.dump(without_documents(plain))
    said = comments(port)
    assert all(each.startswith("# ") for each in said)
    assert port.splitlines() == port.split("\n")[:-1], "another line end"


def without_documents(text: str) -> ast.Module:
    tree = ast.parse(text.encode())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return tree


@settings(max_examples=EXAMPLES)
@given(st.lists(TEXTS, min_size=1, max_size=24))
def test_strings_are_strings(texts: list[list[str]]) -> None:
    given_texts = ["".join(each).translate({10: "", 13: "", 34: ""}) or "x" for each in texts]
    source = filled(STRINGS, given_texts)
    plain, port = write_port(filled(STRINGS, ["harmless"]), "a.bas"), write_port(source, "a.bas")
    assert statements(port) == statements(plain)
    assert named(port) <= named(plain)
    # what is long has its row to itself, with the number of its line
    more = {*comments(port)} - {*comments(plain), "# noqa: E501, RUF100", "# fmt: skip"}
    assert all(re.fullmatch("# [0-9]+", each) for each in more)
    answers = Script(answers=("1", "2,3", given_texts[0]))
    assert compare_programs(Listing(source), loaded(port), seed=1, script=answers).difference is None


@settings(max_examples=EXAMPLES)
@given(TEXTS, st.sampled_from(REFUSED))
def test_a_refusal_is_one_line_that_can_be_written(texts: list[str], listing: str) -> None:
    text = "".join(texts).translate({10: "", 13: "", 34: ""})
    assume(not NAME.fullmatch(text))
    written = port(filled(listing, [text]), "a.bas")
    assert all(len(each.encode().splitlines()) == len(each.splitlines()) == 1 for each in written.not_ported)
    known = {*named(write_port(filled(listing, ["A"]))), "nothing", "retromaze.ports", "basic"}
    assert named(written.text) <= known | {"not_ported", "NotPorted"}


# ---- the door, and the second lock behind it


def test_a_comment_s_line_ends_are_none_of_python_s() -> None:
    source = "PRINT 1 'x\0\x0b\x0c\x1c\x85\u2028\ud800\u202e\tz\nPRINT 2"
    assert """\
    machine.console.print("1")  # 1  x\\x00\\x0b\\x0c\\x1c\\x85\\u2028\\ud800\\u202e z
    machine.console.print("2")  # 2
""" in write_port(source)


def test_a_bare_carriage_return_ends_a_line_of_the_listing() -> None:
    """It ended Python's line alone, and what came behind it was run."""
    source = "PRINT 1 'x\r    open('opened','w')"
    refused = port(source.replace("open('opened','w')", "NOSUCH 1")).not_ported
    assert refused == ["line 2: NOSUCH is defined nowhere"]


def test_no_comment_is_an_order_to_a_tool() -> None:
    source = "'ruff: noqa\n'type: (int) -> str\nPRINT 1 'fmt: skip # noqa: F401\n'>>> exit()\nPRINT 2\n"
    expected = '''\
"""ruff: noqa

type: (int) -> str

Written by `retromaze port`; the margin names the listing's lines.
"""

from retromaze.machine.machine import Machine


def main(machine: Machine) -> None:
    machine.console.print("1")  # 3  'fmt: skip #' noqa: F401
    # >>> exit()
    machine.console.print("2")  # 5
'''
    assert write_port(source, "a.bas") == expected
    assert "    # 'type: x\n" in write_port("PRINT 1\n'type: x\nPRINT 2\n")
    assert '"""\'>>> exit()\n' in write_port("'>>> exit()\nPRINT 2\n")


def test_a_file_s_name() -> None:
    firsts = {
        "\udcff.bas": "\\\\udcff.bas",
        '"""\n.bas': "'''\\\\n.bas",
        "迷\u202e.bas": "迷\\\\u202e.bas",
    }
    found = {name: write_port("PRINT 1", name).encode().splitlines()[0] for name in firsts}
    rest = " in Python, as `retromaze port` writes it; the margin names its lines."
    assert found == {name: f'"""{first}{rest}"""'.encode() for name, first in firsts.items()}


def test_a_class_has_no_name_that_means_something_else() -> None:
    source, found = "GOSUB @S:END\n@S VAR A:A=#RED:PRINT A:RETURN", {}
    for name in ["any", "machine", "None", "RED", "True", "Suppress"]:
        port = loaded(write_port(source, f"{name}.bas"))
        found[name] = compare_programs(Listing(source), port, seed=1).difference
    assert found == dict.fromkeys(found)


def test_what_ports_import_is_no_variable() -> None:
    source = "CHANNELS=5:RGBREAD #RED OUT R,G,B:PRINT CHANNELS;R"
    assert compare_programs(Listing(source), loaded(write_port(source)), seed=1).difference is None


def module(*rows: tuple[int, str]) -> ast.Module:
    """A module of statements, each with the listing's line that it was written of."""
    tree = ast.Module([], [])
    for number, text in rows:
        (node,) = ast.parse(text).body
        set_margin(node, Margin(number))
        tree.body.append(node)
    return tree


EVIL = [
    "x = open",
    "x = machine.__class__",
    "import os",
    "from machine import os",
    "def open(): ...",
    "x = lambda open: x",
    "x = [y for y in f'{open}']",
]


def test_what_no_port_holds_is_refused() -> None:
    assert finish_module(module((1, "x = y = 1")), {"x", "y"}, 9) == "x = y = 1  # 1\n"
    trees = {code: module((1, "x = y = 1"), (7, code)) for code in EVIL}
    found = {code: message_of(CannotPort, finish_module, tree, {"x", "y"}, 9) for code, tree in trees.items()}
    assert found == dict.fromkeys(EVIL, MISREAD)


SPELLED = ast.Constant(1)
vars(SPELLED)["spelled"] = "x()"
FORGED: list[ast.stmt] = [
    ast.Expr(SPELLED),
    ast.Expr(ast.Attribute(ast.Name("x"), "y.__class__")),
    ast.Expr(ast.Call(ast.Name("x"), [], [ast.keyword("y=x(), x", ast.Name("y"))])),
    ast.ImportFrom("x import y; from x", [ast.alias("y")], 0),
    ast.Import([ast.alias("x", "print")]),
    ast.Expr(ast.BoolOp(ast.Or(), [ast.Name("x")])),
    ast.Expr(ast.Tuple([ast.Name("x"), SPELLED])),
]
"""Statements whose text would be others."""


def test_a_tree_that_python_reads_otherwise_is_refused() -> None:
    for node in FORGED:
        set_margin(node, Margin(7))
        found = message_of(CannotPort, finish_module, ast.Module([node], []), {"x", "y"}, 9)
        assert found == MISREAD, ast.dump(node)


@pytest.mark.parametrize("door", ["margin", "remarks", "folded", "document", "surrogate"])
def test_a_broken_door_is_found_out(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("in_comment", "in_docstring", "visible_text"):
        monkeypatch.setattr(layout, name, str)
    long = 'x = ["%s"]' % ("long" * 30)
    tree = module((7, long if door == "folded" else "x = 1"), (7, "x = 3"))
    texts = {"margin": "a\rx = 2", "folded": "a\nx = 2", "surrogate": "\ud800"}
    set_margin(tree.body[0], Margin(7, texts.get(door, "")))
    if door == "remarks":
        vars(tree.body[0])["comments_above"] = ["a\nx = 2"]
    if door == "document":
        tree.body[0] = layout.docstring_statement(["a", 'b"""', "x = 2", '"""'])
        set_margin(tree.body[0], Margin(7))
    assert message_of(CannotPort, finish_module, tree, {"x"}, 9) == MISREAD


MISREAD = (
    "line 7: Python would read what is written of it otherwise than it is meant: a defect of `retromaze port`"
)
