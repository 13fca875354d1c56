"""Generated Python beside its listing: every statement with its line, every line with a function."""

import ast

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.compiler.compiling import FunctionKind, WrittenFunction, written_functions
from retromaze.compiler.settings import Settings
from retromaze.sources.compiled_lines import pair_with_python
from tests.amounts import one_in


def written(
    kind: FunctionKind, names: tuple[str, ...], added: int, code: str, line: int = 1
) -> WrittenFunction:
    """A function in which the comment on each line is the number of the listing's."""
    function = ast.parse(code).body[0]
    assert isinstance(function, ast.FunctionDef)
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and node is not function:
            node.lineno = int(code.splitlines()[node.lineno - 1].partition("#")[2] or 0)
    function.lineno = line
    return WrittenFunction(kind, names, function, added)


LISTING = """\
' NOTE
FOR I=0 TO 1
 IF A THEN B=1 ELSE IF C THEN B=2 ELSE B=3
NEXT

@DEAD
END

' DIGS
DEF DIG
 A=1
END
"""
MAIN = """\
def main(entry):
    work = budget
    for I in range(2):  # 2
        if A:  # 3
            B = 1  # 3
        elif C:  # 3
            B = 2  # 3
        else:
            B = 3  # 3
    else:
        I += 1  # 2
    try:  # 7
        end()  # 7
    except failures:
        raise  # 7
"""
DIG = """\
def DIG(cells):
    nonlocal A
    A = 1  # 11
"""


def test_each_function_has_its_lines_and_each_line_its_python() -> None:
    rows, parts = pair_with_python(
        LISTING, [written("main", (), 1, MAIN), written("DEF", ("DIG",), 1, DIG, 10)]
    )
    pages = [
        [([item.lines[0] for item in block.items], list(block.port)) for block in part.blocks]
        for part in parts
    ]
    assert [part.name for part in parts] == ["main program", "DEF DIG"]
    assert pages == [
        [
            ([], [1, 2]),
            ([1], []),
            ([2], [3]),
            ([3], [4, 5, 6, 7, 8, 9]),
            ([], [10, 11]),
            ([4], []),
            ([5], []),
            ([6], []),
            ([7], [12, 13, 14, 15]),
        ],
        [([8], []), ([9], []), ([10], [16]), ([], [17]), ([11], [18]), ([12], [])],
    ]
    assert "\n".join(row.text for row in rows[:15]) == ast.unparse(ast.parse(MAIN))


@pytest.mark.parametrize("listing", ["", "' NOTHING\n\n@HERE\n"])
def test_a_listing_that_does_nothing_is_the_main_program_s(listing: str) -> None:
    _, parts = pair_with_python(listing, written_functions(listing))
    shown = [item.lines[0] for part in parts for block in part.blocks for item in block.items]
    assert shown == list(range(1, listing.count("\n") + 1))


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("name", one_in(6, [*CATALOGUE]))
def test_the_rows_are_the_whole_functions_and_no_line_is_missing(name: str, traced: bool) -> None:
    listing = listing_source(CATALOGUE[name])
    functions = written_functions(listing, Settings(traced=traced))
    rows, parts = pair_with_python(listing, functions)
    whole = "\n".join(ast.unparse(each.function) for each in functions)
    assert "\n".join(row.text for row in rows) == whole
    blocks = [block for part in parts for block in part.blocks]
    assert [number for block in blocks for number in block.port] == list(range(1, len(rows) + 1))
    shown = {item.lines[0] for block in blocks for item in block.items}
    assert shown == set(range(1, len(listing.splitlines()) + 1))


def test_functions_have_titles() -> None:
    listing = "@A\nGOSUB @B\nF\nEND\n@B\n@C\nGOSUB @C\nGOSUB @A\nRETURN\nDEF F\nEND\n"
    _, parts = pair_with_python(listing, written_functions(listing))
    assert [part.name for part in parts] == [
        "main program, GOSUB @A",
        "GOSUB @B, GOSUB @C",
        "DEF F",
    ]


def test_what_stands_for_nothing_in_a_routine_is_not_the_first_line_s() -> None:
    listing = "GOSUB @END\nEND\n@END"
    _, (main, routine) = pair_with_python(listing, written_functions(listing))
    assert [[item.lines[0] for item in block.items] for block in main.blocks] == [[], [1], [2], [3]]
    assert not any(block.items for block in routine.blocks)


def test_else_stands_beside_its_own_line() -> None:
    listing = "IF A THEN\n B=1\nELSE\n\n' NOTE\n FOR I=0 TO A:C=I:NEXT\nENDIF\nIF A THEN B=2 ELSE B=3\n"
    rows, _ = pair_with_python(listing, written_functions(listing))
    found = [row.line for row in rows if row.text.lstrip() == "else:"]
    assert found == [3, 6, 8]
