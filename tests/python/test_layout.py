"""Margins beside lines, remarks above them, and lines folded to 110 columns."""

import ast
import re
import textwrap

from retromaze.python.layout import (
    Margin,
    Numbering,
    branch_and_statement_counts,
    column_width,
    docstring_statement,
    hide_numbers,
    mark_long_functions,
    set_margin,
    text_rows,
)
from tests.python.trees import text, tree


def rows(code: str, margin: Margin, depth: int = 0) -> list[str]:
    """The rows of a statement."""
    (node,) = tree(code)
    set_margin(node, margin)
    return text([node], depth).splitlines()


def test_kana_are_two_columns_wide() -> None:
    assert column_width("めいろ maze") == 11


def test_a_call_is_broken_behind_its_bracket() -> None:
    arguments = [f"self.left + self.width * {number}" for number in range(1, 4)]
    assert rows(f"machine.screen.fill({', '.join(arguments)})", Margin(7), 1) == [
        "    machine.screen.fill(  # 7",
        f"        {', '.join(arguments)}",
        "    )",
    ]
    longer = [f"{each} + self.width * 12345" for each in arguments]
    assert rows(f"machine.screen.fill({', '.join(longer)})", Margin(7), 1) == [
        "    machine.screen.fill(  # 7",
        *(f"        {each}," for each in longer),
        "    )",
    ]


def test_brackets_and_operators_in_texts_are_none() -> None:
    said = "([{ and or + | " * 4
    assert rows(f'draw("{said}", "{said}")', Margin(7)) == [
        "draw(  # 7",
        f'    "{said}",',
        f'    "{said}",',
        ")",
    ]


def test_a_condition_is_broken_at_its_operators() -> None:
    terms = [f"self.rooms[x + {number}][y + {number}] == {number}" for number in range(4)]
    condition = " and ".join(terms)
    folded = [f"    {terms[0]}", *(f"    and {each}" for each in terms[1:])]
    assert rows(f"if {condition}:\n    pass", Margin(3)) == ["if (  # 3", *folded, "):", "    pass"]
    assert rows(f"while {condition}:\n    pass", Margin(3)) == ["while (  # 3", *folded, "):", "    pass"]
    assert rows(f"x = {condition}", Margin(3)) == ["x = (  # 3", *folded, ")"]
    assert rows(f"draw({condition})", Margin(3)) == ["draw(  # 3", *folded, ")"]


def test_a_sum_of_more_than_two_is_broken_at_its_signs() -> None:
    terms = [f"self.rooms[x + {number}][y + {number}]" for number in range(5)]
    assert rows(f"s = {' + '.join(terms[:-1])} - {terms[-1]}", Margin(3)) == [
        "s = (  # 3",
        f"    {terms[0]}",
        *(f"    + {each}" for each in terms[1:-1]),
        f"    - {terms[-1]}",
        ")",
    ]


def test_values_side_by_side_are_broken_at_their_commas() -> None:
    values = [f"machine.sprites.last_meeting.x{number}" for number in range(4)]
    assert rows(f"a, b, c, d = {', '.join(values)}", Margin(2)) == [
        "a, b, c, d = (  # 2",
        *(f"    {each}," for each in values),
        ")",
    ]


def test_two_cells_exchanged_are_broken_at_their_comma() -> None:
    one, other = "self.board[self.column][self.row]", "self.board[self.column][self.row - 1]"
    assert rows(f"{one}, {other} = {other}, {one}", Margin(3)) == [
        f"{one}, {other} = (  # 3",
        f"    {other},",
        f"    {one},",
        ")",
    ]


def test_in_brackets_a_single_operator_breaks_a_line() -> None:
    one, other = "basic.power(self.left - self.first, 2)", "basic.power(self.top - self.last_one, 2)"
    assert rows(f"self.radius = basic.root({one} + {other}, self.other)", Margin(3)) == [
        "self.radius = basic.root(  # 3",
        f"    {one} + {other}, self.other",
        ")",
    ]
    assert rows(f"draw(left, math.sqrt({one} + {other} + {one}), {one})", Margin(3)) == [
        "draw(  # 3",
        "    left,",
        "    math.sqrt(",
        f"        {one}",
        f"        + {other}",
        f"        + {one}",
        "    ),",
        f"    {one},",
        ")",
    ]


def test_a_comparison_ends_with_the_bracket_that_breaks_it_or_stands_in_parentheses() -> None:
    call = f"self.cell_of_pixel(1, {' + '.join(['self.column[i]'] * 5)})"
    assert rows(f"while {call} == self.tree:\n    pass", Margin(3))[:3] == [
        "while (  # 3",
        f"    {call}",
        "    == self.tree",
    ]
    assert rows(f"while self.tree == {call}:\n    pass", Margin(3))[0] == (
        "while self.tree == self.cell_of_pixel(  # 3"
    )


def test_what_cannot_be_broken_stays_and_ruff_is_told() -> None:
    long = "a" * 120
    assert rows(f"x = {long}", Margin(2)) == ["x = (  # 2", f"    {long}  # noqa: E501, RUF100", ")"]
    assert rows(f"for x in {long}:\n    pass", Margin(2))[0] == f"for x in {long}:  # 2  # noqa: E501, RUF100"


def test_a_long_remark_stands_above() -> None:
    note = "words " * 18 + "end"
    assert rows("x = 1", Margin(2, note)) == [f"# {'words ' * 17}words", "# end", "x = 1  # 2"]


def test_a_table_has_rows_of_its_own() -> None:
    (node,) = tree(f"data = Data({', '.join(map(str, range(100, 140)))})")
    assert isinstance(node, ast.Assign)
    vars(node.value)["data_rows"] = [(5, 2), (6, 38)]
    found = text([node]).splitlines()
    assert found[:2] == ["data = Data(", "    100, 101,  # 5"]
    assert found[2].startswith("    102, 103,")
    assert found[2].endswith("121,  # 6")
    assert found[3].endswith("138, 139,")
    assert found[4:] == [")  # fmt: skip"]


def test_remarks_docstrings_and_elses() -> None:
    (function,) = tree(
        """\
        def f(a):  # 1
            if a:  # 2
                b()
            elif b:  # 3
                c()
            else:
                d()  # 4
        """
    )
    assert isinstance(function, ast.FunctionDef)
    (choice,) = function.body
    assert isinstance(choice, ast.If)
    inner = choice.orelse[0]
    assert isinstance(inner, ast.If)
    vars(inner)["comments_above"] = ["before 3"]
    vars(function)["comments_at_end"] = ["behind"]
    function.body.insert(0, docstring_statement(["About", "more"]))
    assert text([function]).splitlines() == [
        "def f(a):  # 1",
        '    """About',
        "    more",
        '    """',
        "    if a:  # 2",
        "        b()",
        "    # before 3",
        "    elif b:  # 3",
        "        c()",
        "    else:",
        "        d()  # 4",
        "    # behind",
    ]
    assert [row.number for row in text_rows([function])] == [1, 0, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0]


def test_blank_lines_are_those_of_a_module() -> None:
    module = """\
import math

from retromaze import basic
from retromaze.ports import other

RED, GREEN = 1, 2
BLUE = 3


def main():
    pass


class Walker:
    x = 1

    def run(self):
        pass

    def stop(self):
        pass"""
    assert text(tree(module)) == module


TEXT = '''\
def f(n):
    """A few of everything."""
    for i in range(n):
        if i:
            print(1)
        elif n:
            print(2)
        else:
            print(3)
    while n:
        n -= 1
    else:
        print(4)
    match n:
        case 1:
            print(5)
        case _:
            return
    with n:
        print(6)
'''


def test_counts_are_those_of_ruff() -> None:
    (function,) = ast.parse(TEXT).body
    assert isinstance(function, ast.FunctionDef)
    # ruff --select PLR0912,PLR0915 with limits of 0 says so
    assert branch_and_statement_counts(function.body) == (8, 16)


def test_long_functions_are_marked() -> None:
    long = "def f(n):  # 1  noted\n    n = 1" + "\n    n += 1" * 50
    module = ast.Module(tree(long), [])
    mark_long_functions(module)
    assert text(module.body) == long.replace("noted", "noted  # noqa: PLR0915, RUF100")
    method = f"class A:\n{textwrap.indent(long, '    ')}"
    module = ast.Module(tree(method), [])
    mark_long_functions(module)
    assert text(module.body) == method.replace("noted", "noted  # noqa: PLR0915, RUF100")
    short = long.removesuffix("\n    n += 1")
    module = ast.Module(tree(short), [])
    mark_long_functions(module)
    assert text(module.body) == short


# ---- numbers in the margin

NUMBERED = """\
def first():  # 1-9
    if a:  # 2
        b()  # 2
    elif c:  # 2  more
        b()  # 3
    else:
        b()  # 3
    for i in row:  # 2
        b()  # @LABEL
        match a:  # 2
            case 1:  # 2
                b()  # 2
def second():
    b()  # 2
    c()  # 2
"""


def numbered(numbering: Numbering) -> str:
    """The rows of NUMBERED, as they are with that numbering."""
    body = tree(NUMBERED)
    head = body[0]
    assert isinstance(head, ast.FunctionDef)
    set_margin(head, Margin(1, until=9))
    hide_numbers(body, numbering)
    return text(body).replace("\n\n\n", "\n") + "\n"


def test_a_number_holds_up_to_the_next_one_in_the_same_function() -> None:
    assert numbered("all") == NUMBERED
    expected = """\
def first():  # 1-9
    if a:  # 2
        b()
    elif c:  # 2  more
        b()  # 3
    else:
        b()
    for i in row:  # 2
        b()  # @LABEL
        match a:
            case 1:
                b()
def second():
    b()  # 2
    c()
"""
    assert numbered("first") == expected


def test_without_numbers_notes_stay() -> None:
    hidden = re.sub(r"  # (?!@)[-0-9]+(?=\n)", "", NUMBERED).replace("# 2  more", "# more")
    assert numbered("none") == hidden


def test_a_table_carries_numbers_of_its_own() -> None:
    items = ", ".join(["123456"] * 8)
    code = f"a()  # 1\ndata = f({items}, {items})\nb()  # 1"
    found = []
    numberings: list[Numbering] = ["first", "none"]
    for numbering in numberings:
        body = tree(code)
        assert isinstance(body[1], ast.Assign)
        vars(body[1].value)["data_rows"] = [(5, 8), (6, 8)]
        hide_numbers(body, numbering)
        found.append(text(body))
    table = f"data = f(\n    {items},  # 5\n    {items},  # 6\n)  # fmt: skip"
    assert found == [f"a()  # 1\n{table}\nb()  # 1", f"a()\n{re.sub('  # [56]', '', table)}\nb()"]


def test_a_note_is_no_number() -> None:
    notes = ["5", "12-20", "@A, 3", "5 lives", "@A"]
    assert [f"{Margin(0, each)}" for each in notes] == [
        "  # '5",
        "  # '12-20",
        "  # '@A, 3",
        "  # 5 lives",
        "  # @A",
    ]
    assert f"{Margin(7, '5')}" == "  # 7  5"
    assert f"{Margin(7, '5', shown=False)}" == "  # '5"
