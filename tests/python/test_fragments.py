"""A template becomes nodes that Python itself would make of the text."""

import ast

import pytest

from retromaze.python.fragments import (
    INT,
    Filling,
    Piece,
    as_float,
    as_store_target,
    call,
    expr_from_template,
    function_definition,
    name_node,
    number_literal,
    same_tree,
    statements_from_template,
)
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import mentioned_names, nodes_in


def read(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def test_holes_take_nodes_names_and_rows() -> None:
    found = {
        "self.a.append(b + 1)": expr_from_template(
            "{owner}.append({value})", owner="self.a", value=read("b + 1")
        ),
        "f(0, a, b, c=d)": expr_from_template(
            "f(0, {rest}, {name}={value})", rest=[read("a"), read("b")], name="c", value="d"
        ),
        "f()": expr_from_template("f({rest})", rest=[]),
        "machine.screen.line(a)": expr_from_template("machine.{group}.line(a)", group="screen"),
        "rest(a)": expr_from_template("rest({rest})", rest=[read("a")]),
    }
    for text, node in found.items():
        assert ast.dump(node) == ast.dump(read(text))


def test_statements_are_new_ones_and_what_is_assigned_to_is_a_target() -> None:
    template = "for {name} in range({count}):\n    {body}\n    {place} = 0"
    given: dict[str, Filling] = {"name": "i", "count": number_literal(3), "place": read("a[i]")}
    one, other = (
        statements_from_template(template, **given, body=statements_from_template("pass\nbreak"))
        for _ in range(2)
    )
    assert ast.dump(ast.Module(one, [])) == ast.dump(
        ast.parse("for i in range(3):\n pass\n break\n a[i] = 0")
    )
    assert same_tree(one, other)
    assert one[0] is not other[0]
    assert not same_tree(
        one, statements_from_template(template, **given, body=statements_from_template("pass"))
    )


def test_nodes_without_a_template_are_what_python_reads() -> None:
    texts = {
        "-5": number_literal(-5),
        "-0.0": number_literal(-0.0),
        'float("-inf")': number_literal(float("-inf")),
        "2.5": number_literal(2.5),
        "f.g(a, b=c)": call("f.g", name_node("a"), b=name_node("c")),
    }
    for text, piece in texts.items():
        assert expression_text(piece.node) == text
        assert ast.dump(piece.node) == ast.dump(read(text))
    for text in ("a", "a.b", "a[0]", "a, b.c"):
        (assigned,) = ast.parse(f"{text} = 0").body
        assert isinstance(assigned, ast.Assign)
        assert ast.dump(as_store_target(read(text))) == ast.dump(assigned.targets[0])


def test_an_argument_with_a_hole_that_is_given_nothing_is_left_out() -> None:
    template = "f({x}, ({y}, 1), {flag} != 0, color={color})"
    given: dict[str, Filling] = {
        "x": number_literal(1),
        "y": "y",
        "flag": number_literal(2),
        "color": Piece(read("c"), "int"),
    }
    found = {
        "f(1, (y, 1), True, color=c)": expr_from_template(template, **given),
        "f(1, n != 0)": expr_from_template(template, **{**given, "y": None, "flag": "n", "color": None}),
    }
    for text, node in found.items():
        assert ast.dump(node) == ast.dump(read(text))
    with pytest.raises(KeyError):
        expr_from_template(template, x="x")


def test_a_function_has_parameters_by_place_and_by_name() -> None:
    text = "def f(self, a: int, *, b: str = 'x') -> None:\n pass"
    given = [ast.arg("self"), ast.arg("a", name_node("int"))]
    made = function_definition(
        "f", given, statements_from_template("pass"), options=[(ast.arg("b", name_node("str")), read("'x'"))]
    )
    assert ast.dump(made) == ast.dump(ast.parse(text).body[0])


def test_the_names_in_nodes_are_those_that_stand_before_a_dot() -> None:
    assert mentioned_names(ast.parse("a.b = f(c.d[e] + g, h=i)\nif j: k()").body) == {*"afcegijk"}


def test_all_nodes_but_operators_are_found_as_ast_finds_them() -> None:
    parsed = ast.parse(
        "async def f(a: int, /, *b, c=1, **d) -> None:\n"
        "    global x\n"
        "    def g():\n"
        "        nonlocal a\n"
        "    match a:\n"
        "        case None | {'k': 1, **rest} | [_, *others]: pass\n"
        "    try:\n"
        "        async with a as (b, c): await b\n"
        "    except* OSError as error:\n"
        "        raise a from b\n"
        "    import m.n as o\n"
        "    return lambda: (x := [y async for y in z if y], a[1:2, ...], f'{a!r:>{b}}')\n"
    )
    operators = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.Module)
    walked = {each for each in ast.walk(parsed) if not isinstance(each, operators)}
    assert set(nodes_in(parsed.body)) == walked


def test_a_sum_with_a_literal_is_a_float_by_the_literal() -> None:
    sums = {
        "n + 2": "n + 2.0",
        "-3 - f(n)": "-3.0 - f(n)",
        "n - m": "float(n - m)",
        "n * 2": "float(n * 2)",  # 0 * -2.0 is -0.0
    }
    read_sums = {each: expression_text(as_float(Piece(read(each), INT)).node) for each in sums}
    assert read_sums == sums
